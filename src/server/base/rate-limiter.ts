import { LRUCache } from 'lru-cache';
import { HttpError } from '../http-error.ts';

/** A bucket of tokens: its size, and how many come back each second. */
interface RateLimitRule {
  burst: number;
  perSecond: number;
}

/** Clients remembered at a time. */
const maxClients = 10_000;

/** Takes `cost` tokens from a client, 1 where none is given; throws 429 with Retry-After when they are not there. */
export type RateLimiter = (client: string, cost?: number) => void;

/** `now` gives milliseconds. */
export function makeRateLimiter({ burst, perSecond }: RateLimitRule, now: () => number): RateLimiter {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: maxClients });
  return (client, cost = 1) => {
    const at = now();
    const before = buckets.get(client) ?? { tokens: burst, at };
    const available = Math.min(burst, before.tokens + (Math.max(0, at - before.at) / 1000) * perSecond);
    const tokens = available - cost;
    // A refusal costs a token too, or hammering would be free.
    buckets.set(client, { tokens: tokens >= 0 ? tokens : Math.max(available - 1, -1), at });
    if (tokens >= 0) return;
    const seconds = Math.max(1, Math.ceil((cost - available) / perSecond));
    throw new HttpError(429, `Слишком много запросов подряд. Повторите через ${seconds} с.`, undefined, {
      retryAfter: seconds,
    });
  };
}

const secondsOfBurst = 6;

/** The limiter of the setting RATE_LIMIT; 0 is none. */
export const rateLimiterOf = (perSecond: number, now: () => number): RateLimiter =>
  perSecond === 0 ? () => {} : makeRateLimiter({ burst: secondsOfBurst * perSecond, perSecond }, now);
