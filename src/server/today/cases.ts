import { listCases } from '../cases/list.ts';
import { listOwn } from '../cases/author-view.ts';
import { mayReadCases } from '../request/access.ts';
import type { Caller } from '../request/caller.ts';

/**
 * Open questions of others for the user's speciality or followed diseases, latest first; null without access
 * to cases. A letter omits diseases without letters.
 */
export async function questionsFor(caller: Caller, limit: number, { isLetter = false } = {}) {
  const { db, user, actor, settings } = caller;
  if (user.type !== 'doctor' || !mayReadCases(actor.access, settings)) return null;
  const query = { mine: ['speciality', 'diseases'], question: ['open'], page: 1, page_size: limit };
  const { items, total } = await listCases(db, query, { user, isLetter });
  return { total, items };
}

/** The user's cases, latest first; null for partners and patients, who write none. */
export async function ownFor({ db, user }: Caller, limit: number) {
  if (user.type === 'patient') return null;
  const { items, total } = await listOwn(db, user, { page: 1, page_size: limit });
  return { items, total };
}
