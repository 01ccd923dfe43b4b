import { useEffect, useEffectEvent, useState } from 'react';

interface Answer<Found> {
  /** The question that was answered. */
  query?: string;
  items: readonly Found[];
  isFailed: boolean;
}

const nothing = { items: [], isFailed: false };

/**
 * What is found for the words in a field, asked after a pause in typing; an older answer never overtakes a newer question.
 * What was found before stays until the next answer.
 */
export function useSuggestions<Found>(
  query: string,
  ask: (query: string, signal: AbortSignal) => Promise<readonly Found[]>,
  { isWanted, wait = 150 }: { isWanted: boolean; wait?: number },
) {
  const [answer, setAnswer] = useState<Answer<Found>>(nothing);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isWanted) return undefined;
    const own = new AbortController();
    const timer = setTimeout(() => {
      askNow(query, own.signal).then(
        (items) => {
          if (!own.signal.aborted) setAnswer({ query, items, isFailed: false });
        },
        () => {
          if (!own.signal.aborted) setAnswer({ query, items: [], isFailed: true });
        },
      );
    }, wait);
    return () => {
      own.abort();
      clearTimeout(timer);
    };
  }, [query, wait, isWanted]);
  return {
    items: answer.items,
    isBusy: isWanted && answer.query !== query,
    isFailed: answer.isFailed,
    /** What an empty list says. */
    empty: answer.isFailed ? 'Не удалось спросить портал. Проверьте соединение.' : 'Ничего не нашлось',
    forget: () => setAnswer(nothing),
  };
}
