import type { todayContract } from '#contract/today.ts';
import type { Handlers } from '../request/caller.ts';
import { todayFor } from './today.ts';

export const todayHandlers: Handlers<keyof typeof todayContract> = {
  'GET /api/user/today': (caller) => todayFor(caller),
};
