import { LRUCache } from 'lru-cache';
import { HttpError } from '../http-error.ts';

/** A token bucket: size, and refill per second. */
interface RateLimitRule {
  burst: number;
  perSecond: number;
}

const maxClients = 10_000;

/** Takes `cost` tokens from a client, 1 by default; throws 429 with Retry-After if they are missing. */
export type RateLimiter = (client: string, cost?: number) => void;

/** `now` returns milliseconds. */
export function makeRateLimiter({ burst, perSecond }: RateLimitRule, now: () => number): RateLimiter {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: maxClients });
  return (client, cost = 1) => {
    const at = now();
    const before = buckets.get(client) ?? { tokens: burst, at };
    const available = Math.min(burst, before.tokens + (Math.max(0, at - before.at) / 1000) * perSecond);
    const tokens = available - cost;
    // A refusal costs a token too; otherwise hammering is free.
    buckets.set(client, { tokens: tokens >= 0 ? tokens : Math.max(available - 1, -1), at });
    if (tokens >= 0) return;
    const seconds = Math.max(1, Math.ceil((cost - available) / perSecond));
    throw new HttpError(429, `Слишком много запросов подряд. Повторите через ${seconds} с.`, undefined, {
      retryAfter: seconds,
    });
  };
}

const secondsOfBurst = 6;

/** Limiter of the setting RATE_LIMIT; 0 disables it. */
export const rateLimiterOf = (perSecond: number, now: () => number): RateLimiter =>
  perSecond === 0 ? () => {} : makeRateLimiter({ burst: secondsOfBurst * perSecond, perSecond }, now);
