import type { SentFrequency } from '#domain/subscriptions.ts';
import type { Digest, subscriptionContract } from '#contract/subscriptions.ts';
import { gather } from './gather.ts';
import { composeLetter } from '../mail/letter.ts';
import { digestLetter } from './letter.ts';
import { nextSlot } from './slots.ts';
import { followingColumns } from './changed-records.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { suggestedFor } from '../subscriptions/suggested.ts';
import { listSubscriptions, subscribe, unsubscribe } from '../subscriptions/subscriptions.ts';

/** The next letter as of now. Nothing is sent or marked. */
export async function previewDigest(caller: Caller, frequency: SentFrequency): Promise<Digest> {
  const { user, db, settings, now } = caller;
  const followings = await db
    .selectFrom('preferences')
    .select(followingColumns)
    .where('user_id', '=', user.id)
    .where('frequency', '=', frequency)
    .where('notified_seq', 'is not', null)
    .$narrowType<{ notified_seq: number }>()
    .execute();
  const { groups } = await gather(db, followings, await caller.currentLists(), user.subject);
  const letter =
    groups.length > 0
      ? composeLetter(settings.SITE_URL, { ...digestLetter({ frequency, groups }), name: user.name })
      : null;
  return { frequency, next_at: nextSlot(frequency, now()).toISOString(), letter, groups };
}

export const subscriptionHandlers: Handlers<keyof typeof subscriptionContract> = {
  'GET /api/subscribes': (caller) => listSubscriptions(caller),
  'GET /api/subscribes/suggested': (caller) => suggestedFor(caller),
  'GET /api/subscribes/digest': (caller, { query }) => previewDigest(caller, query.frequency),
  'POST /api/subscribes/add': (caller, { input }) => subscribe(caller, input),
  'POST /api/subscribes/remove': (caller, { input }) => unsubscribe(caller, input),
};
