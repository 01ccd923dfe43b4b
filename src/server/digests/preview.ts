import { gather } from './gather.ts';
import { composeLetter } from '../mail/letter.ts';
import { digestLetter } from './letter.ts';
import { nextSlot } from './slots.ts';
import { followingColumns } from './changed-records.ts';
import type { Handlers } from '../request/caller.ts';

export const digestHandlers = {
  /** The next letter as of now. Nothing is sent or marked. */
  'GET /api/subscribes/digest': async (caller, { query: { frequency } }) => {
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
  },
} satisfies Partial<Handlers>;
