import type { subscriptionContract } from '#contract/subscriptions.ts';
import type { Handlers } from '../request/caller.ts';
import { previewDigest } from './preview.ts';
import { suggestedFor } from '../subscriptions/suggested.ts';
import { listSubscriptions, subscribe, unsubscribe } from '../subscriptions/subscriptions.ts';

export const subscriptionHandlers: Handlers<keyof typeof subscriptionContract> = {
  'GET /api/subscribes': (caller) => listSubscriptions(caller),
  'GET /api/subscribes/suggested': (caller) => suggestedFor(caller),
  'GET /api/subscribes/digest': (caller, { query }) => previewDigest(caller, query.frequency),
  'POST /api/subscribes/add': (caller, { input }) => subscribe(caller, input),
  'POST /api/subscribes/remove': (caller, { input }) => unsubscribe(caller, input),
};
