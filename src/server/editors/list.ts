import { countRows } from '../database/page.ts';
import { sql, type SqlBool } from 'kysely';
import { deskStates, type DeskQuery, type DeskRow, type DeskState } from '#contract/editors.ts';
import { daysAfter, portalDay } from '#domain/dates.ts';
import { deskCsvOf, linesOf } from '#domain/exports/csv.ts';
import { addressOf, getKind } from '#domain/kinds/index.ts';
import { chunks, inOrder } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { HttpError } from '../http-error.ts';
import { titleOf } from '../catalogue/names.ts';
import { peopleOf } from '../account/people.ts';
import { deskKinds, deskStateOf } from './record-view.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { findForDesk } from '../search/desk.ts';

/** Filters records of the desk with their drafts; `found`: search results, undefined without a query. */
function narrowed({ db, user, now }: Caller, query: DeskQuery, found: readonly number[] | undefined) {
  let chosen = db
    .selectFrom('records as r')
    .leftJoin('drafts as d', 'd.record_id', 'r.id')
    .where('r.kind', 'in', query.kind ? [query.kind] : deskKinds);
  if (query.owner === 'none') chosen = chosen.where('r.owner_id', 'is', null);
  else if (query.owner !== undefined)
    chosen = chosen.where('r.owner_id', '=', query.owner === 'me' ? user.id : Number(query.owner));
  if (query.completeness_below !== undefined)
    chosen = chosen.where('r.completeness', '<', query.completeness_below);
  if (query.due_in !== undefined)
    chosen = chosen
      .where('r.review_due', '<=', daysAfter(portalDay(now()), query.due_in))
      .where('r.state', '=', 'published');
  if (query.links_to !== undefined)
    chosen = chosen.where(
      'r.id',
      'in',
      db.selectFrom('links').select('from_id').where('to_id', '=', query.links_to),
    );
  // An empty list is invalid SQL, and no record has id 0.
  if (found) chosen = chosen.where('r.id', 'in', found.length > 0 ? found : [0]);
  return chosen;
}

const findFor = async (caller: Caller, { query, kind }: DeskQuery) =>
  query === '' ? undefined : await findForDesk(caller, { query, kind });

const wasSeen = sql<SqlBool>`exists (select 1 from changes c where c.record_id = r.id and c.action = 'put')`;

const taken = (chosen: Chosen): Chosen => chosen.where('r.state', '!=', 'published').where(wasSeen);

type Chosen = ReturnType<typeof narrowed>;

/** deskStateOf in SQL. */
const stateOfRow = sql<DeskState>`case
  when r.state <> 'published' then coalesce(d.status, r.state)
  when d.status = 'review' then 'edit-in-review'
  when d.status = 'draft' then 'edited'
  else 'published' end`;

/** Of these the rows in the state asked for, or the formerly published ones. */
function shownOf(all: Chosen, { gone, state }: DeskQuery): Chosen {
  const chosen = gone ? taken(all) : all;
  if (!state) return chosen;
  const isPublished = state === 'published' || state === 'edited' || state === 'edit-in-review';
  // Named for the index.
  return chosen.where('r.state', isPublished ? '=' : '!=', 'published').where(stateOfRow, '=', state);
}

const columns = {
  updated_at: 'r.updated_at',
  title: 'r.title_key',
  completeness: 'r.completeness',
  review_due: 'r.review_due',
} as const;

/** Ids of a page, sorted: rows with cards are too long for sorting. */
async function idsOf(
  chosen: Chosen,
  { sort }: DeskQuery,
  found: readonly number[] | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  if (found && !sort) {
    const those = new Set((await chosen.select('r.id').execute()).map(({ id }) => id));
    return found.filter((id) => those.has(id)).slice(offset, offset + limit);
  }
  const [, minus, field] = /^(-?)(.*)$/.exec(sort ?? '-updated_at') ?? [];
  const direction = minus ? 'desc' : 'asc';
  const rows = await chosen
    .select('r.id')
    .orderBy(columns[field as keyof typeof columns], direction)
    .orderBy('r.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

async function rowsOf(db: ReadDatabase, ids: readonly number[]): Promise<DeskRow[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('records as r')
    .leftJoin('drafts as d', 'd.record_id', 'r.id')
    .where('r.id', 'in', ids)
    .select([
      'r.id',
      'r.kind',
      'r.card',
      'r.code',
      'r.state',
      'r.completeness',
      'r.owner_id',
      'r.updated_at',
      'r.review_due',
      'd.status',
      'd.updated_at as drafted_at',
      wasSeen.as('was_seen'),
    ])
    .execute();
  const rows = inOrder(ids, found);
  const person = await peopleOf(
    db,
    rows.map(({ owner_id }) => owner_id),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    may_return: row.status === null && row.state !== 'published' && Boolean(row.was_seen),
    title: titleOf(row.card),
    state: deskStateOf(row.state, row.status),
    owner: person(row.owner_id),
    updated_at: row.drafted_at ?? row.updated_at,
    completeness: row.completeness ?? 0,
    review_due: row.review_due,
    url: row.state === 'published' ? addressOf(getKind(row.kind), row) : null,
  }));
}

const stateLabels: Record<DeskState, string> = {
  draft: 'черновик',
  review: 'на проверке',
  published: 'опубликовано',
  edited: 'опубликовано, есть правка',
  'edit-in-review': 'опубликовано, правка на проверке',
  archived: 'в архиве',
};

const csvColumns = [
  'Номер',
  'Вид',
  'Название',
  'Состояние',
  'Ответственный',
  'Изменено',
  'Заполнено, %',
  'Пересмотреть',
];
/** Batch size, with pauses for other requests. */
const rowsOfSlice = 500;

export const listHandlers = {
  'GET /api/editors/records': async (caller, { query }) => {
    const { db } = caller;
    const { page, page_size, state: wanted } = query;
    const found = await findFor(caller, query);
    const all = narrowed(caller, query, found);
    const counted = await all
      .select((eb) => [stateOfRow.as('state'), eb.fn.countAll<number | string>().as('count')])
      .groupBy(stateOfRow)
      .execute();
    const counts = deskStates.map((state) => ({
      state,
      count: Number(counted.find((one) => one.state === state)?.count ?? 0),
    }));
    const shown = shownOf(all, query);
    const ids = await idsOf(shown, query, found, { limit: page_size, offset: (page - 1) * page_size });
    return {
      items: await rowsOf(db, ids),
      total: query.gone
        ? await countRows(shown)
        : counts.reduce((sum, { state, count }) => (wanted && state !== wanted ? sum : sum + count), 0),
      page,
      page_size,
      counts,
      gone: await countRows(taken(all)),
    };
  },
  'GET /api/editors/records.csv': async (caller, { query }) => {
    const found = await findFor(caller, query);
    const shown = shownOf(narrowed(caller, query, found), query);
    const parts = [Buffer.from(deskCsvOf(csvColumns, []))];
    const ids = await idsOf(shown, query, found, { limit: 100_000, offset: 0 });
    for (const some of chunks(ids, rowsOfSlice)) {
      const rows = await rowsOf(caller.db, some);
      const lines = rows.map((row) => [
        row.id,
        getKind(row.kind).titles.one,
        row.title,
        stateLabels[row.state],
        row.owner?.name,
        row.updated_at,
        row.completeness,
        row.review_due,
      ]);
      parts.push(Buffer.from(linesOf(lines, ';')));
    }
    return { type: 'text/csv; charset=utf-8', body: Buffer.concat(parts), name: 'records.csv' };
  },
} satisfies Partial<Handlers>;

const maxViews = 50;

const listViews = (db: ReadDatabase, { user }: Caller) =>
  db
    .selectFrom('views')
    .select(['id', 'title', 'query'])
    .where('user_id', '=', user.id)
    .orderBy('title')
    .execute();

export const viewHandlers = {
  'GET /api/editors/views': (caller) => listViews(caller.db, caller),
  /** Saves a view of the table, replacing one of the same name. */
  'POST /api/editors/views': (caller, { input: { title, query } }) =>
    caller.database.transaction(async (tx) => {
      const user_id = caller.user.id;
      await tx.deleteFrom('views').where('user_id', '=', user_id).where('title', '=', title).execute();
      const count = await countRows(tx.selectFrom('views').where('user_id', '=', user_id));
      if (count >= maxViews) throw new HttpError(409, 'Сохранённых видов уже 50. Уберите лишний.');
      await tx
        .insertInto('views')
        .values({
          id: await nextNumber(tx, 'view'),
          user_id,
          title,
          query: query.replace(/^\?/, ''),
          created_at: caller.now().toISOString(),
        })
        .execute();
      return await listViews(tx, caller);
    }),
  'POST /api/editors/views/{id}/remove': (caller, { path: { id } }) =>
    caller.database.transaction(async (tx) => {
      await tx.deleteFrom('views').where('id', '=', id).where('user_id', '=', caller.user.id).execute();
      return await listViews(tx, caller);
    }),
} satisfies Partial<Handlers>;
