import type { todayContract } from '#contract/today.ts';
import type { Handlers } from '../request/caller.ts';
import { queuesFor } from '../desk/overview.ts';
import { latestUnseen } from '../notifications/list.ts';
import { isAtLeast } from '../request/access.ts';
import { ownFor, questionsFor } from './cases.ts';
import { changesFor } from './changes.ts';

const maxItems = 4;

export const todayHandlers: Handlers<keyof typeof todayContract> = {
  /** Everything concerning the user today. */
  'GET /api/user/today': async (caller) => {
    const { db, user, actor } = caller;
    const [notifications, followed, questions, cases, queues] = await Promise.all([
      latestUnseen(db, user.id, maxItems),
      changesFor(db, user.id, caller.now()),
      questionsFor(caller, maxItems),
      ownFor(caller, maxItems),
      isAtLeast(actor.access, 'editor') ? queuesFor(caller) : null,
    ]);
    return { notifications, ...followed, questions: questions && inShort(questions), cases, queues };
  },
};

/** The serialiser tells a list from none by its exact fields. */
const inShort = ({ total, items }: NonNullable<Awaited<ReturnType<typeof questionsFor>>>) => ({
  total,
  items: items.map(({ id, title, answers, published_at, term }) => ({
    id,
    title,
    answers,
    published_at,
    term,
  })),
});
