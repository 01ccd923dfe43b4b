import type { subscriptionContract } from '#contract/subscriptions.ts';
import type { Context } from '../context.ts';
import { userOf } from '../http/access.ts';
import type { Handlers } from '../http/handlers.ts';
import { listSubscriptions, subscribe, unsubscribe } from './subscriptions.ts';

/** Answers to the calls about what a person follows. */
export function subscriptionHandlers(context: Context): Handlers<keyof typeof subscriptionContract> {
  return {
    'GET /api/subscribes': ({ actor }) => listSubscriptions(context.database.kysely, userOf(actor)),
    'POST /api/subscribes/add': ({ actor, input }) => subscribe(userOf(actor), input, context),
    'POST /api/subscribes/remove': ({ actor, input }) => unsubscribe(userOf(actor), input, context),
  };
}
