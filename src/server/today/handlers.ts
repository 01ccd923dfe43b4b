import type { todayContract, Today } from '#contract/today.ts';
import type { Handlers, Caller } from '../request/caller.ts';
import { queuesFor } from '../desk/overview.ts';
import { latestUnseen } from '../notifications/list.ts';
import { isAtLeast } from '../request/access.ts';
import { ownFor, questionsFor } from './cases.ts';
import { changesFor } from './changes.ts';

export const todayHandlers: Handlers<keyof typeof todayContract> = {
  'GET /api/user/today': (caller) => todayFor(caller),
};

const maxItems = 4;

/** Everything concerning the user today. */
async function todayFor(caller: Caller): Promise<Today> {
  const { db, user, actor } = caller;
  const isEditor = isAtLeast(actor.access, 'editor');
  const [notifications, followed, questions, cases, queues] = await Promise.all([
    latestUnseen(db, user.id, maxItems),
    changesFor(db, user.id, caller.now()),
    questionsFor(caller, maxItems),
    ownFor(caller, maxItems),
    isEditor ? queuesFor(caller) : null,
  ]);
  return { notifications, ...followed, questions: questions && inShort(questions), cases, queues };
}

const inShort = ({
  total,
  items,
}: NonNullable<Awaited<ReturnType<typeof questionsFor>>>): Today['questions'] => ({
  total,
  items: items.map(({ id, title, answers, published_at, term }) => ({
    id,
    title,
    answers,
    published_at,
    term,
  })),
});
