import { createCaptcha, type Captcha } from '../captcha/captcha.ts';
import type { Context } from '../context.ts';
import { createLimits, type Limits } from '../request/limits.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Milliseconds that an answer about an address takes at least: longer than any difference that an account makes. */
const usualEvenTime = 300;

/** What the deeds of an account stand on. */
export interface Services extends Context {
  now: () => Date;
  evenTime: number;
  limits: Limits;
  sessions: Sessions;
  captcha: Captcha;
}

export function createServices(context: Context): Services {
  return {
    ...context,
    now: context.now ?? (() => new Date()),
    evenTime: context.evenTime ?? usualEvenTime,
    limits: createLimits(context),
    sessions: createSessions(context),
    captcha: createCaptcha(context),
  };
}
