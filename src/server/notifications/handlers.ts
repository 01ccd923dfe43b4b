import type { notificationContract } from '#contract/notifications.ts';
import type { Handlers } from '../request/caller.ts';
import { choose, listChoices } from './choices.ts';
import { countUnseen, listNotifications, markSeen } from './list.ts';

export const notificationHandlers: Handlers<keyof typeof notificationContract> = {
  'GET /api/user/notifications': (caller, { query }) => listNotifications(caller, query),
  'GET /api/user/notifications/count': async (caller) => ({
    unseen: await countUnseen(caller.db, caller.user.id),
  }),
  'POST /api/user/notifications/seen': (caller, { input }) => markSeen(caller, input),
  'GET /api/user/notifications/choices': (caller) => listChoices(caller.db, caller.user),
  'POST /api/user/notifications/choices': (caller, { input }) => choose(caller, input),
};
