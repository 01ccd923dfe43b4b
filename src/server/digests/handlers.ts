import type { subscriptionContract } from '#contract/subscriptions.ts';
import type { Context } from '../context.ts';
import { userOf } from '../request/access.ts';
import type { Handlers } from '../request/caller.ts';
import { previewDigest } from './preview.ts';
import { listSubscriptions, subscribe, unsubscribe } from '../subscriptions/subscriptions.ts';

/** Answers to the calls about what a person follows. */
export function subscriptionHandlers(context: Context): Handlers<keyof typeof subscriptionContract> {
  return {
    'GET /api/subscribes': ({ actor }) => listSubscriptions(context.database.kysely, userOf(actor)),
    'GET /api/subscribes/digest': ({ actor, query }) =>
      previewDigest(userOf(actor), query.frequency, context),
    'POST /api/subscribes/add': ({ actor, input, once }) =>
      subscribe(userOf(actor), input, { context, once }),
    'POST /api/subscribes/remove': ({ actor, input }) => unsubscribe(userOf(actor), input, context),
  };
}
