import type { PublishedCase, CaseMessage } from '#contract/cases.ts';
import type { Experience } from '#domain/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { currentSite } from '../site/site-text.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { getTerms } from '../catalogue/terms.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow, UserRow } from '../database/tables.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { staff } from '../request/access.ts';
import { countRows } from '../database/page.ts';
import { addSeconds } from '../base/clock.ts';
import { isOutOfRoom } from '../database/storage-errors.ts';
import { putLetter } from '../mail/outbox.ts';
import { HttpError } from '../http-error.ts';
import type { LetterText } from '../mail/letter.ts';
import { questionStateOf, readContent } from './content.ts';
import { findFile, giveFile } from './files.ts';
import { noCase } from './author-view.ts';
import { namesOf } from './people.ts';
import { countCases } from './publication.ts';
import { answersOf, deadlineOf } from './question-deadline.ts';
import { similarTo } from './similar.ts';

export const publishedHandlers = {
  'GET /api/cases/teaser': (caller) => teaser(caller.db),
  'GET /api/cases/{id}': async (caller, { path }) =>
    await publishedView(caller.db, await readPublished(caller, path.id), caller),
  /** A picture of the published edition, never the consent. */
  'GET /api/cases/{id}/files/{file}': async (caller, { path: { id, file } }) => {
    const { db } = caller;
    const row = await getPublished(db, id);
    const isShown = row.content.figures.some((figure) => figure.file === file);
    return await giveFile(isShown ? await findFile(db, id, file) : undefined, caller);
  },
} satisfies Partial<Handlers>;

/** Public facts of cases: number and areas. */
export async function teaser(db: ReadDatabase): Promise<{ total: number; topics: string[] }> {
  const rows = await db
    .selectFrom('case_values')
    .innerJoin('cases', 'cases.id', 'case_values.case_id')
    .select('value')
    .distinct()
    .where('field', '=', 'areas')
    .where('cases.published', '=', 1)
    .where('cases.demo', '=', 0)
    .execute();
  const codes = new Set(rows.map(({ value }) => value));
  const topics = (await getTerms(db, 'therapeuticarea'))
    .filter(({ code }) => codes.has(code))
    .map(({ title }) => title);
  return { total: await countCases(db), topics };
}

/** Published records that cases link to, for lists of their ids. */
export async function linkedOf(db: ReadDatabase, linked: readonly number[]) {
  const records = await publishedRecords(db, linked);
  return (ids: readonly number[]): PublishedCase['disease_cards'] =>
    ids.flatMap((id) => {
      const record = records.get(id);
      return record ? [{ id, title: record.title, url: record.url }] : [];
    });
}

type PublishedRow = CaseRow & { content: CaseContent };

export async function getPublished(db: ReadDatabase, id: number): Promise<PublishedRow> {
  const row = await db
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', id)
    .where('published', '=', 1)
    .executeTakeFirst();
  if (!row || row.shown === null) throw noCase();
  return { ...row, content: readContent(row.shown) };
}

export async function readPublished(caller: Caller, id: number): Promise<PublishedRow> {
  const published = await getPublished(caller.db, id);
  await recordCaseRead(caller, published);
  return published;
}

export async function publishedView(
  db: ReadDatabase,
  row: PublishedRow,
  { user, actor, settings }: Pick<Caller, 'user' | 'actor' | 'settings'>,
): Promise<PublishedCase> {
  const { cleared: _, rarity_accepted: __, figures, ...content } = row.content;
  const files = await db.selectFrom('case_files').selectAll().where('case_id', '=', row.id).execute();
  const cards = await linkedOf(db, [...content.diseases, ...content.drugs]);
  const names = await namesOf(db, [row.user_id]);
  const author = names.as(content.authorship, row.user_id);
  return {
    ...content,
    id: row.id,
    edition: row.edition,
    figures: figures.flatMap(({ file, caption, alt }) => {
      const found = files.find(({ id }) => id === file);
      if (!found) return [];
      const { width, height } = found;
      return [{ file, url: `/api/cases/${row.id}/files/${file}`, caption, alt, width, height }];
    }),
    disease_cards: cards(content.diseases),
    drug_cards: cards(content.drugs),
    author,
    published_at: row.published_at ?? '',
    revised_at: row.revised_at ?? '',
    demo: row.demo === 1,
    citation: [
      `${author.title}.`,
      `${content.title.replace(/\.$/, '')}.`,
      `${(await currentSite(db)).title}: клинический случай № ${row.id}${row.edition > 1 ? `, редакция ${row.edition}` : ''},`,
      `${(row.published_at ?? '').slice(0, 10).split('-').toReversed().join('.')}.`,
      `${settings.SITE_URL}/cases/${row.id}/`,
    ].join(' '),
    similar: await similarTo(db, row),
    answers: await messagesOf(db, row, user),
    question_state: questionStateOf(row.content, row.question_closed_at),
    question_outcome: row.question_outcome,
    question_closed_at: row.question_closed_at,
    term: deadlineOf(row, row.content, (await answersOf(db, [row.id])).get(row.id)?.first),
    asked: JSON.parse(row.question_circles ?? 'null') as PublishedCase['asked'],
    own: row.user_id === user.id,
    may_answer: actor.access !== 'doctor',
  };
}

async function messagesOf(
  db: ReadDatabase,
  row: PublishedRow,
  reader: Pick<UserRow, 'id'>,
): Promise<CaseMessage[]> {
  const rows = await db
    .selectFrom('case_answers')
    .selectAll()
    .where('case_id', '=', row.id)
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const editions = await db
    .selectFrom('case_answer_editions')
    .selectAll()
    .where('answer_id', 'in', ids)
    .orderBy('at')
    .execute();
  const agreements = await db
    .selectFrom('case_agreements')
    .select(['answer_id', 'user_id'])
    .where('answer_id', 'in', ids)
    .execute();
  const names = await namesOf(db, [row.user_id, ...rows.map(({ user_id }) => user_id)]);
  return rows.map((message) => {
    const isAuthor = message.user_id !== null && message.user_id === row.user_id;
    const agreed = agreements.filter(({ answer_id }) => answer_id === message.id);
    // The case's author has the same name as above the case.
    const { title, place } = isAuthor
      ? names.as(row.content.authorship, message.user_id)
      : names.full(message.removed_by === '' ? message.user_id : null);
    return {
      id: message.id,
      parent: message.parent_id,
      author: { title, place },
      is_author: isAuthor,
      opinion: message.opinion,
      next_steps: message.next_steps,
      experience: message.experience as Experience | '',
      created_at: message.created_at,
      edited_at: message.edited_at,
      editions: editions
        .filter(({ answer_id }) => answer_id === message.id)
        .map(({ at, opinion, next_steps }) => ({ at, opinion, next_steps })),
      removed_by: message.removed_by as CaseMessage['removed_by'],
      agreed: agreed.length,
      agreeing: agreed.some(({ user_id }) => user_id === reader.id),
      own: message.user_id === reader.id && message.removed_by === '',
      helped: message.id === row.question_answer,
    };
  });
}

/** Distinct cases a doctor may read a day. */
const maxPerDay = { unverified: 60, verified: 300 };
/** Editors are notified at this many reads a day. */
const noticed = 60;

/**
 * Counts a doctor once as a reader; editors and the author do not count. Above the limit reading is stopped
 * and editors are notified.
 */
async function recordCaseRead(caller: Caller, { id, user_id }: CaseRow): Promise<void> {
  const { user } = caller;
  if (user.type !== 'doctor' || user.id === user_id) return;
  const known = await caller.db
    .selectFrom('case_readers')
    .select('user_id')
    .where('case_id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (known) return;
  const at = caller.now();
  const read = await countRows(
    caller.db
      .selectFrom('case_readers')
      .where('user_id', '=', user.id)
      .where('created_at', '>', addSeconds(at, -86_400).toISOString()),
  );
  if (read >= maxPerDay[user.verified_at === null ? 'unverified' : 'verified'])
    throw new HttpError(429, 'За сутки вы открыли слишком много случаев. Продолжите завтра.', undefined, {
      retryAfter: 3600,
    });
  await caller.database
    .transaction(async (tx) => {
      await tx
        .insertInto('case_readers')
        .values({ case_id: id, user_id: user.id, created_at: at.toISOString() })
        .onConflict((conflict) => conflict.columns(['case_id', 'user_id']).doNothing())
        .execute();
      if (read + 1 !== noticed) return;
      for (const to of await staff(tx).select(['id', 'email']).execute())
        await putLetter(tx, caller, { kind: 'case', to }, manyCasesReadLetter(user.id));
    })
    // A full disk stops writes: the case is readable and counted next time.
    .catch((error: unknown) => {
      if (!isOutOfRoom(error)) throw error;
    });
}

/** To editors: a user who opens so many cases a day may be copying them. */
const manyCasesReadLetter = (id: number): LetterText => ({
  subject: `Врач за сутки открыл ${noticed} клинических случаев`,
  before: [
    `Учётная запись № ${id} за сутки открыла ${noticed} разных клинических случаев. Посмотрите, кто это: доступ можно закрыть в разделе пользователей.`,
  ],
  button: { title: 'Открыть пользователей', url: '/profile/editors/users/' },
});
