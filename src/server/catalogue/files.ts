import type { FileAnswer } from '#contract/call.ts';
import type { ListQuery } from '#contract/catalogue.ts';
import { sortKey } from '#domain/alphabet.ts';
import { calendarOf } from '#domain/exports/calendar.ts';
import { recordsHead, recordsLines, formatCodes, type LabelOf } from '#domain/exports/csv.ts';
import { calendarEvent, feedItem } from '#domain/exports/items.ts';
import { rssOf } from '#domain/exports/rss.ts';
import {
  closedFields,
  openPart,
  valuesAt,
  type AnyCard,
  type AnyRecord,
  type Edit,
  type Kind,
} from '#domain/kinds/index.ts';
import { narrowing } from '#domain/lists/request.ts';
import { vocabularies } from '#domain/vocabularies.ts';
import { idsOf, readInChunks } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { Context } from '../request/context.ts';
import { listRequestOf, listRecords, listSlices, type ListContext } from './list.ts';
import { historiesOf } from './history.ts';
import { publishedRecords } from './names.ts';
import { publicRecordOf } from './stored.ts';
import { termTitles } from './terms.ts';

/** Maximum rows of an export; the open data files have all. */
const maxRows = 5000;
const maxEntries = 100;

export async function listCsv(context: Context, kind: Kind, query: ListQuery): Promise<FileAnswer> {
  const { db, settings } = context;
  const closed = closedFields(kind);
  const fields = [...new Set(['title', ...kind.card])].filter((field) => !closed.includes(field));
  const dictionaries = await dictionariesOf(db, kind);
  const parts = [Buffer.from(recordsHead(kind, fields))];
  for await (const rows of listSlices(context, kind, query, maxRows)) {
    const records = rows.map((row) => openPart(kind, publicRecordOf(row)));
    const labelOf = await labelsIn(db, kind, records, dictionaries);
    parts.push(Buffer.from(recordsLines(kind, records, fields, settings.SITE_URL, labelOf)));
  }
  return { type: 'text/csv; charset=utf-8', body: Buffer.concat(parts), name: `${kind.api}.csv` };
}

type Dictionaries = Map<string, Map<string, string>>;

async function dictionariesOf(db: ReadDatabase, kind: Kind): Promise<Dictionaries> {
  const dictionaries: Dictionaries = new Map();
  for (const { field, vocabulary } of kind.facets)
    if (vocabulary && !(vocabulary in vocabularies))
      dictionaries.set(field, await termTitles(db, vocabulary));
  return dictionaries;
}

async function labelsIn(
  db: ReadDatabase,
  kind: Kind,
  records: readonly AnyRecord[],
  dictionaries: Dictionaries,
): Promise<LabelOf> {
  const linked = Object.keys(kind.links).filter((field) => kind.card.includes(field));
  const ids = records.flatMap((record) => linked.flatMap((field) => valuesAt(record, field).map(Number)));
  const titles = await distinctTitles(db, ids);
  const labelOfCode = formatCodes(kind);
  return (field, value) => {
    if (linked.includes(field)) return titles.get(Number(value)) ?? `№${String(value)}`;
    return dictionaries.get(field)?.get(String(value)) ?? labelOfCode(field, value);
  };
}

/** Titles that name one record; others are linked by number, as tables are read. */
async function distinctTitles(db: ReadDatabase, ids: readonly number[]): Promise<Map<number, string>> {
  const titles = [...(await publishedRecords(db, ids)).values()];
  const keys = titles.map(({ title }) => sortKey(title));
  const rows = await readInChunks(keys, (some) =>
    db
      .selectFrom('records')
      .select(['kind', 'title_key'])
      .where('title_key', 'in', some)
      .where('state', '!=', 'archived')
      .groupBy(['kind', 'title_key'])
      .having((eb) => eb.fn.countAll(), '>', 1)
      .execute(),
  );
  const repeated = new Set(rows.map(({ title_key: key }) => key));
  return new Map(
    titles.filter(({ title }) => !repeated.has(sortKey(title))).map(({ id, title }) => [id, title]),
  );
}

export async function listFeed(context: Context, kind: Kind, query: ListQuery): Promise<FileAnswer> {
  const site = context.settings.SITE_URL;
  const cards = await cardsOf(context, kind, query);
  const edits = await editsOf(context.db, cards);
  const parameters = narrowing(listRequestOf(kind, query)).toString();
  const chosen = parameters && `?${parameters}`;
  const feed = rssOf({
    title: `${kind.titles.many}: отобранный список`,
    description: `${kind.titles.many} по вашему отбору, новые и изменённые записи`,
    url: new URL(kind.path + chosen, site).href,
    self: new URL(`/api/${kind.api}/feed.xml${chosen}`, site).href,
    items: cards.map((card) => feedItem(kind, card, site, edits.get(card.id)?.[0])),
  });
  return file('application/rss+xml; charset=utf-8', feed);
}

/** The last edit of each record, or its publication. */
async function editsOf(db: ReadDatabase, cards: readonly AnyCard[]): Promise<Map<number, Edit[]>> {
  if (cards.length === 0) return new Map();
  const rows = await db
    .selectFrom('records')
    .select(['id', 'kind', 'version'])
    .where('id', 'in', idsOf(cards))
    .execute();
  return await historiesOf(db, rows);
}

export async function listCalendar(context: Context, kind: Kind, query: ListQuery): Promise<FileAnswer> {
  const site = context.settings.SITE_URL;
  const cards = await cardsOf(context, kind, query);
  const calendar = calendarOf(
    kind.titles.many,
    site,
    cards.map((card) => calendarEvent(kind, card, site)),
  );
  return file('text/calendar; charset=utf-8', calendar, `${kind.api}.ics`);
}

async function cardsOf(context: ListContext, kind: Kind, query: ListQuery): Promise<AnyCard[]> {
  const latest = { ...query, sort: query.sort ?? '-updated_at', page: 1, page_size: maxEntries };
  return (await listRecords(context, kind, latest)).items;
}

const file = (type: string, text: string, name?: string): FileAnswer => ({
  type,
  body: Buffer.from(text),
  ...(name && { name }),
});
