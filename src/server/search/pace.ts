import { Refusal } from '../refusal.ts';

/** Questions that one network may ask at once, and how many come back each second: a ward of fast typists fits. */
const atOnce = 120;
const aSecond = 20;
/** Networks remembered at a time; those that have been silent for long have their whole measure again anyway. */
const mostNetworks = 10_000;

/** Keeps a network (an IPv4 address, a /64 of IPv6) from asking faster than people can; `now` is in milliseconds. */
export function makePace(now: () => number = Date.now): (network: string) => void {
  const left = new Map<string, { questions: number; at: number }>();
  return (network) => {
    const at = now();
    const before = left.get(network) ?? { questions: atOnce, at };
    const questions = Math.min(atOnce, before.questions + ((at - before.at) / 1000) * aSecond) - 1;
    left.delete(network);
    if (left.size >= mostNetworks) left.delete(left.keys().next().value as string);
    left.set(network, { questions: Math.max(questions, -1), at });
    if (questions >= 0) return;
    const seconds = Math.ceil(1 / aSecond);
    throw new Refusal(429, `Слишком много запросов подряд. Повторите через ${seconds} с.`, undefined, {
      retryAfter: seconds,
    });
  };
}
