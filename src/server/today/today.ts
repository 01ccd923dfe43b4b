import type { Today } from '#contract/today.ts';
import { mayReadCases } from '../cases/audience.ts';
import { listCases } from '../cases/list.ts';
import { listOwn } from '../cases/own.ts';
import { queuesFor } from '../desk/queues.ts';
import { latestUnseen } from '../notifications/list.ts';
import type { Caller } from '../request/caller.ts';
import { isAtLeast } from '../request/access.ts';
import { changesFor } from './changes.ts';

/** Lines of each part; the rest stands where its link leads. */
const most = 4;

/** Everything that concerns one person today. */
export async function todayFor(caller: Caller): Promise<Today> {
  const { db, user, actor } = caller;
  const isEditor = isAtLeast(actor.access, 'editor');
  const [told, followed, questions, cases, queues] = await Promise.all([
    latestUnseen(db, user.id, most),
    changesFor(db, user.id, caller.now()),
    user.type === 'doctor' && (await mayReadCases(actor, caller)) ? questionsFor(caller) : null,
    user.type === 'patient' ? null : ownFor(caller),
    isEditor ? queuesFor(caller) : null,
  ]);
  return { told, ...followed, questions, cases, queues };
}

/** As the list of cases finds them, to which the part's link leads. */
async function questionsFor({ db, user }: Caller): Promise<Today['questions']> {
  const query = { mine: ['speciality', 'diseases'], question: ['open'], page: 1, page_size: most };
  // No words are looked for.
  const { items, total } = await listCases(db, query, { user, find: () => Promise.resolve(undefined) });
  return {
    total,
    items: items.map(({ id, title, answers, published_at, term }) => ({
      id,
      title,
      answers,
      published_at,
      term,
    })),
  };
}

async function ownFor({ db, user }: Caller): Promise<Today['cases']> {
  const { items, total } = await listOwn(db, user, { page: 1, page_size: most });
  return { items, total };
}
