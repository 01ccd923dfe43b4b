import type { LocalAnswer } from '#stores/search.ts';
import type { Told } from './worker.ts';

export interface LocalIndex {
  ask(query: string, perGroup?: number): Promise<LocalAnswer | undefined>;
}

/** How many of a kind the drop-down shows. */
const usualPerGroup = 5;

/** The browser's index; `blockOf` names the search category of a kind. Started on the first intent to search. */
export function startLocalIndex(blockOf: (kind: string) => string, onGrown: () => void): LocalIndex {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (answer: LocalAnswer | undefined) => void>();
  let isAway = false;
  let number = 0;

  const leave = () => {
    isAway = true;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  };
  worker.onerror = leave;
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.type === 'failed') return leave();
    if (data.type === 'grown') return onGrown();
    const { hits, readAs, suggestions } = data;
    const lines = hits.map(({ group, id, pieces, note }) => ({ iblock: blockOf(group), id, pieces, note }));
    waiting.get(data.number)?.({ lines, readAs, suggestions });
    // The worker answers the newest question only.
    for (const [asked, resolve] of waiting) if (asked < data.number) resolve(undefined);
    for (const asked of waiting.keys()) if (asked <= data.number) waiting.delete(asked);
  };

  return {
    ask(query, perGroup = usualPerGroup) {
      if (isAway) return Promise.resolve(undefined);
      number++;
      worker.postMessage({ number, query, perGroup });
      return new Promise((resolve) => waiting.set(number, resolve));
    },
  };
}
