import { resultsOfKind } from '#domain/search/limits.ts';
import { namesList } from '#domain/search/shard.ts';
import { whyPieces } from '#domain/search/match-reason.ts';
import type { Answered } from '#stores/search.ts';
import type { SearchWorkerMessage, SearchWorkerAnswer } from './worker.ts';

interface LocalIndex {
  ask(query: string, perGroup?: number): Promise<Answered | undefined>;
}

/**
 * The browser's index, started on the first intent to search; `onGrown` is called for each loaded file of names. Without
 * network the questions are answered by nothing.
 */
export function startLocalIndex(onGrown: () => void): LocalIndex {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const say = (message: SearchWorkerMessage) => worker.postMessage(message);
  const waiting = new Map<number, (answer: Answered | undefined) => void>();
  let hasNames = false;
  let isAway = false;
  let number = 0;

  const leave = () => {
    isAway = !hasNames;
    if (!isAway) return;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  };
  worker.addEventListener('error', leave);
  worker.addEventListener('message', ({ data }: MessageEvent<SearchWorkerAnswer>) => {
    if (data.type === 'taken') return onGrown();
    const { number: asked, hits, ...answer } = data;
    const lines = hits.map(({ why, ...hit }) => ({ ...hit, why: why && whyPieces(why) }));
    waiting.get(asked)?.({ ...answer, lines });
    waiting.delete(data.number);
  });

  async function text(address: string): Promise<string> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return await response.text();
  }

  /** All at once; the first, with the records that ship with the catalogue, answers while the others are on their way. */
  async function load(): Promise<void> {
    const addresses = JSON.parse(await text(namesList)) as string[];
    const wanted = savesData() ? addresses.slice(0, 1) : addresses;
    const coming = wanted.map((address) => text(address));
    for (const [i, shard] of coming.entries()) {
      say({ type: 'shard', text: await shard, left: addresses.length - 1 - i });
      hasNames = true;
    }
  }
  load().catch(leave);

  return {
    ask(query, perGroup = resultsOfKind) {
      if (isAway) return Promise.resolve(undefined);
      number++;
      // One question waits for the first names; a newer one takes its place.
      if (!hasNames) for (const resolve of waiting.values()) resolve(undefined);
      if (!hasNames) waiting.clear();
      say({ type: 'question', number, query, perGroup });
      return new Promise((resolve) => waiting.set(number, resolve));
    },
  };
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
