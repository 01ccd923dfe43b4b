import type { CountedPage, readsContract } from '#contract/reads.ts';
import { daysAfter, portalDay } from '#domain/dates.ts';
import { deskCsvOf } from '#domain/exports/csv.ts';
import { addressOf, getKind, publicKinds } from '#domain/kinds/index.ts';
import { type CameFrom } from '#domain/reads.ts';
import { namedRecords } from '../catalogue/names.ts';
import type { ReadDatabase } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import type { Caller, Handlers } from '../request/caller.ts';

const readsIn = (db: ReadDatabase, { first, last }: { first: string; last: string }) =>
  db
    .selectFrom('page_reads')
    .select((eb) => eb.fn.sum<number | string>('count').as('count'))
    .where('day', '>=', first)
    .where('day', '<=', last);

type Period = Awaited<ReturnType<typeof periodOf>>;

/** Inclusive days. */
async function periodOf(db: ReadDatabase, last: string, length: number) {
  const first = daysAfter(last, 1 - length);
  const rows = await readsIn(db, { first, last }).select('day').groupBy('day').execute();
  const counts = new Map(rows.map(({ day, count }) => [day, Number(count)]));
  const days = Array.from({ length }, (_, index) => daysAfter(first, index));
  return { first, last, days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })) };
}

const totalOf = ({ days }: Period) => days.reduce((sum, { count }) => sum + count, 0);

async function sumsBy(
  db: ReadDatabase,
  period: Period,
  column: 'path' | 'via',
): Promise<Map<string, number>> {
  const rows = await readsIn(db, period).select(column).groupBy(column).execute();
  return new Map(rows.map((row) => [row[column], Number(row.count)]));
}

/** A period and the previous one, including current counts, with views by address and pages of records. */
async function readsOf(caller: Caller, length: number) {
  await caller.readCount.flush();
  const today = portalDay(caller.now());
  const db = caller.db;
  const now = await periodOf(db, today, length);
  const before = await periodOf(db, daysAfter(today, -length), length);
  return { db, now, before, paths: await sumsBy(db, now, 'path'), pages: await recordPages(db) };
}

const kindsWithPages = publicKinds.filter(({ keyedBy }) => keyedBy !== null);
/** Pages without a record. */
const lists = 'lists';

async function recordPages(db: ReadDatabase): Promise<Map<string, { id: number; kind: string }>> {
  const rows = await db
    .selectFrom('records')
    .select(['id', 'kind', 'code'])
    .where('state', '=', 'published')
    .where(
      'kind',
      'in',
      kindsWithPages.map(({ name }) => name),
    )
    .orderBy('title_key')
    .execute();
  return new Map(rows.map(({ id, kind, code }) => [addressOf(getKind(kind), { id, code }), { id, kind }]));
}

const listKind = { kind: lists, title: 'Списки и разделы' };

/** Pages of a period by views, or pages without any. */
async function sortedPages(
  caller: Caller,
  { length, of, kind }: { length: number; of: 'read' | 'unread'; kind?: string },
): Promise<Omit<CountedPage, 'title'>[]> {
  const { db, before, paths, pages } = await readsOf(caller, length);
  const former = await sumsBy(db, before, 'path');
  const chosen = of === 'read' ? [...paths.keys()] : [...pages.keys()].filter((path) => !paths.has(path));
  return chosen
    .map((path) => ({
      path,
      kind: pages.get(path)?.kind ?? lists,
      record: pages.get(path)?.id ?? null,
      count: paths.get(path) ?? 0,
      before: former.get(path) ?? 0,
    }))
    .filter((page) => kind === undefined || page.kind === kind)
    .toSorted((one, other) => other.count - one.count || other.before - one.before);
}

/** Titles of pages: records, sections, or the address. */
async function titled(
  db: ReadDatabase,
  pages: readonly Omit<CountedPage, 'title'>[],
): Promise<CountedPage[]> {
  const records = await namedRecords(
    db,
    pages.map(({ record }) => record),
  );
  return pages.map((page) => ({
    ...page,
    title: (page.record === null ? sections.get(page.path) : records.get(page.record)?.title) ?? page.path,
  }));
}

const sections = new Map([
  ['/', 'Главная страница'],
  ['/search/', 'Поиск'],
  ...publicKinds.map(({ path, titles }) => [path, titles.many] as const),
]);

export async function topPages(caller: Caller, limit: number): Promise<CountedPage[]> {
  const all = await sortedPages(caller, { length: 7, of: 'read' });
  return await titled(caller.db, all.filter(({ record }) => record !== null).slice(0, limit));
}

export const readsHandlers: Handlers<keyof typeof readsContract> = {
  'GET /api/editors/reads': async (caller, { query }) => {
    const { db, now, before, paths, pages } = await readsOf(caller, Number(query.days));
    const vias = await sumsBy(db, now, 'via');
    const counts = new Map<string, { count: number; unread: number }>();
    const add = (kind: string, count: number, unread: number) => {
      const found = counts.get(kind) ?? { count: 0, unread: 0 };
      counts.set(kind, { count: found.count + count, unread: found.unread + unread });
    };
    for (const [path, count] of paths) add(pages.get(path)?.kind ?? lists, count, 0);
    for (const [path, { kind }] of pages) if (!paths.has(path)) add(kind, 0, 1);
    const { since } = await db
      .selectFrom('page_reads')
      .select((eb) => eb.fn.min('day').as('since'))
      .executeTakeFirstOrThrow();
    return {
      days: now.days,
      total: totalOf(now),
      before: totalOf(before),
      since,
      from: (['search', 'site', 'inside', 'none'] satisfies CameFrom[]).map((via) => ({
        via,
        count: vias.get(via) ?? 0,
      })),
      kinds: [...kindsWithPages.map(({ name, titles }) => ({ kind: name, title: titles.many })), listKind]
        .map(({ kind, title }) => ({ kind, title, ...(counts.get(kind) ?? { count: 0, unread: 0 }) }))
        .filter(({ count, unread }) => count > 0 || unread > 0),
    };
  },

  'GET /api/editors/reads/pages': async (caller, { query: { days, of, kind, page, page_size } }) => {
    const all = await sortedPages(caller, { length: Number(days), of, kind });
    const items = await titled(caller.db, all.slice((page - 1) * page_size, page * page_size));
    return { items, total: all.length, page, page_size };
  },

  'GET /api/editors/reads.csv': async (caller, { query }) => {
    const all = await titled(
      caller.db,
      await sortedPages(caller, { length: Number(query.days), of: 'read' }),
    );
    const rows = all.map(({ path, kind, title, count, before }) => [
      new URL(path, caller.settings.SITE_URL).href,
      kind === lists ? listKind.title : getKind(kind).titles.many,
      title,
      count,
      before,
    ]);
    const columns = [
      'Страница',
      'Вид',
      'Название',
      `Просмотров за ${query.days} дней`,
      'За столько же дней до этого',
    ];
    return {
      type: 'text/csv; charset=utf-8',
      body: Buffer.from(deskCsvOf(columns, rows)),
      name: 'reads.csv',
    };
  },

  /** Views of a record's page in 30 days. */
  'GET /api/editors/records/{id}/reads': async (caller, { path }) => {
    const db = caller.db;
    const row = await db
      .selectFrom('records')
      .select(['id', 'kind', 'code'])
      .where('id', '=', path.id)
      .executeTakeFirst();
    if (!row || !kindsWithPages.some(({ name }) => name === row.kind))
      throw new HttpError(404, 'Такой записи нет.');
    await caller.readCount.flush();
    const today = portalDay(caller.now());
    const { count } = await readsIn(db, { first: daysAfter(today, -29), last: today })
      .where('path', '=', addressOf(getKind(row.kind), row))
      .executeTakeFirstOrThrow();
    return { count: Number(count) };
  },
};
