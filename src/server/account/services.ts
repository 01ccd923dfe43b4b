import { createCaptcha, type Captcha } from '../captcha/captcha.ts';
import type { Context } from '../context.ts';
import { createLimits, type Limits } from './limits.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** What the deeds of an account stand on. */
export interface Services extends Context {
  now: () => Date;
  limits: Limits;
  sessions: Sessions;
  captcha: Captcha;
}

export function createServices(context: Context): Services {
  return {
    ...context,
    now: context.now ?? (() => new Date()),
    limits: createLimits(context),
    sessions: createSessions(context),
    captcha: createCaptcha(context),
  };
}
