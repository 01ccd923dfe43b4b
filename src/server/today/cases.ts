import type { CaseCard, OwnCaseRow } from '#contract/cases.ts';
import { listCases } from '../cases/list.ts';
import { listOwn } from '../cases/author-view.ts';
import { mayReadCases } from '../request/access.ts';
import type { Caller } from '../request/caller.ts';

interface Some<Item> {
  total: number;
  items: Item[];
}

/**
 * Open questions of others for somebody's speciality, or about a disease that they follow, as the list of cases finds
 * them, the latest first; null for who may not read cases. A letter leaves out the diseases of which no letters are wanted.
 */
export async function questionsFor(
  caller: Caller,
  most: number,
  { isLetter = false } = {},
): Promise<Some<CaseCard> | null> {
  const { db, user, actor, settings } = caller;
  if (user.type !== 'doctor' || !mayReadCases(actor.access, settings)) return null;
  const query = { mine: ['speciality', 'diseases'], question: ['open'], page: 1, page_size: most };
  // No words are looked for.
  const find = () => Promise.resolve(undefined);
  const { items, total } = await listCases(db, query, { user, find, isLetter });
  return { total, items };
}

/** Somebody's own cases, the latest first; null for a partner and a patient, who write none. */
export async function ownFor({ db, user }: Caller, most: number): Promise<Some<OwnCaseRow> | null> {
  if (user.type === 'patient') return null;
  const { items, total } = await listOwn(db, user, { page: 1, page_size: most });
  return { items, total };
}
