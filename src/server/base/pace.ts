import { HttpError } from '../http-error.ts';

/** How fast one may ask: so much at once, and how much comes back each second. */
interface Measure {
  atOnce: number;
  aSecond: number;
}

/** Asking of networks: a ward of fast typists fits. */
export const usualPace: Measure = { atOnce: 120, aSecond: 20 };

/** What a list that is carried away costs of it: some of them at once, then one a second. */
export const costOfList = 20;

/** Askers remembered at a time; those that have been silent for long have their whole measure again anyway. */
const mostAskers = 10_000;

/** Keeps an asker (an account, an IPv4 address, a /64 of IPv6) from asking faster than people can. */
type Pace = (asker: string, cost?: number) => void;

/** `now` is in milliseconds. */
export function makePace({ atOnce, aSecond }: Measure = usualPace, now: () => number = Date.now): Pace {
  const left = new Map<string, { questions: number; at: number }>();
  return (asker, cost = 1) => {
    const at = now();
    const before = left.get(asker) ?? { questions: atOnce, at };
    const had = Math.min(atOnce, before.questions + ((at - before.at) / 1000) * aSecond);
    const questions = had - cost;
    left.delete(asker);
    if (left.size >= mostAskers) left.delete(left.keys().next().value as string);
    // Asking in vain costs a little too, or hammering would be free.
    left.set(asker, { questions: questions >= 0 ? questions : Math.max(had - 1, -1), at });
    if (questions >= 0) return;
    const seconds = Math.max(1, Math.ceil((cost - had) / aSecond));
    throw new HttpError(429, `Слишком много запросов подряд. Повторите через ${seconds} с.`, undefined, {
      retryAfter: seconds,
    });
  };
}
