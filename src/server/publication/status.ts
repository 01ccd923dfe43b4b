import type {
  NamedRecord,
  PublicationLine,
  PublicationProblem,
  PublicationStatus,
} from '#contract/publication.ts';
import { addressOf, getKind } from '#domain/kinds/index.ts';
import { isOfPublicKind } from '../catalogue/changes.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase } from '../database/database.ts';
import { countRows, paginate } from '../database/page.ts';
import type { PublicationRow } from '../database/tables.ts';
import { namedRecords, titleOf } from '../catalogue/names.ts';
import { authorsOf } from '../account/people.ts';
import { fieldTitle } from '../editors/record-view.ts';
import { HttpError } from '../http-error.ts';
import type { Handlers } from '../request/caller.ts';
import { isPublishedElsewhere } from './publisher.ts';
import { lastLive } from './seen-versions.ts';

const shownAddresses = 100;
const shownNext = 50;
const shownRecords = 10;

export async function statusOf(context: Context): Promise<PublicationStatus> {
  const { db, publication } = context;
  const { state: ownState, step, problem } = publication.now;
  const row = await db
    .selectFrom('publications')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const live = await lastLive(db).selectAll().executeTakeFirst();
  const next = await nextOf(db, live?.seq ?? 0);
  const left = publication.timeLeft();
  // The history of another process is known, not its steps.
  const state =
    ownState === 'idle' && row?.state === 'running' && (await isPublishedElsewhere(context))
      ? 'running'
      : ownState;
  return {
    state,
    step: step?.step ?? null,
    done: step?.done ?? 0,
    total: step?.total ?? 0,
    seconds_left: left === null ? null : Math.ceil(left / 1000),
    live: live?.live_at
      ? { release: live.release ?? '', seq: live.seq, pages: live.pages, at: live.live_at }
      : null,
    last: row ? await shown(db, problem === undefined ? row : { ...row, message: problem }) : null,
    addresses: row ? addressesIn(row.changed_addresses).slice(0, shownAddresses) : [],
    ...next,
    problems: await problemsOf(db),
  };
}

export const statusHandlers = {
  'GET /api/editors/publication': statusOf,
  /** Publications, newest first. */
  'GET /api/editors/publications': async ({ db }, { query: { record, ...pageRequest } }) => {
    const chosen = db.selectFrom('publications').$if(record !== undefined, (query) =>
      query.where('id', 'in', (eb) =>
        eb
          .selectFrom('publication_records')
          .select('publication_id')
          .where('record_id', '=', record ?? 0),
      ),
    );
    const { rows, place } = await paginate(chosen, pageRequest, (lines) =>
      lines.selectAll().orderBy('id', 'desc'),
    );
    const items: PublicationLine[] = [];
    for (const row of rows) items.push(await shown(db, row));
    return { items, ...place };
  },
  'GET /api/editors/publications/{id}': async ({ db }, { path: { id } }) => {
    const row = await db
      .selectFrom('publications')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new HttpError(404, 'Такой публикации нет.'));
    return {
      ...(await shown(db, row)),
      addresses: addressesIn(row.changed_addresses),
      removed_addresses: addressesIn(row.removed_addresses),
    };
  },
} satisfies Partial<Handlers>;

/** Titles of records; unpublished ones have no address. */
async function namedIn(db: ReadDatabase, ids: readonly (number | null)[]): Promise<Map<number, NamedRecord>> {
  const records = await namedRecords(db, ids);
  return new Map(
    [...records].map(([id, { kind, title, state, url }]) => [
      id,
      { id, kind, title, url: state === 'published' ? url : null },
    ]),
  );
}

export function named(row: {
  id: number;
  kind: string;
  code: string | null;
  card: string;
  state: string;
}): NamedRecord {
  const url = row.state === 'published' ? addressOf(getKind(row.kind), row) : null;
  return { id: row.id, kind: row.kind, title: titleOf(row.card), url };
}

async function shown(db: ReadDatabase, row: PublicationRow): Promise<PublicationLine> {
  const records = await db
    .selectFrom('publication_records')
    .select('record_id')
    .where('publication_id', '=', row.id)
    .orderBy('record_id')
    .limit(shownRecords)
    .execute();
  const ids = records.map(({ record_id }) => record_id);
  return {
    id: row.id,
    mode: row.mode as PublicationLine['mode'],
    state: row.state as PublicationLine['state'],
    started_at: row.started_at,
    live_at: row.live_at,
    milliseconds: row.milliseconds,
    seq: row.seq,
    rendered: row.rendered,
    changed: row.changed,
    removed: row.removed,
    records: [...(await namedIn(db, ids)).values()],
    message: row.message,
  };
}

const addressesIn = (json: string) => JSON.parse(json) as string[];

/** Unpublished changes, each record once, with differing fields. */
async function nextOf(
  db: ReadDatabase,
  seq: number,
): Promise<Pick<PublicationStatus, 'next' | 'next_total'>> {
  const waiting = db.selectFrom('records').where('changed_seq', '>', seq).where(isOfPublicKind);
  const rows = await waiting
    .select(['id', 'kind', 'code', 'card', 'state', 'version', 'changed_seq'])
    .orderBy('changed_seq')
    .limit(shownNext)
    .execute();
  if (rows.length === 0) return { next: [], next_total: 0 };
  const total = await countRows(waiting);
  const revisions = await db
    .selectFrom('revisions as r')
    .innerJoin('records as n', (join) =>
      join.onRef('n.id', '=', 'r.record_id').onRef('n.version', '=', 'r.version'),
    )
    .select(['r.record_id', 'r.fields', 'r.author', 'r.created_at'])
    .where(
      'r.record_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const last = new Map(revisions.map((revision) => [revision.record_id, revision]));
  const author = await authorsOf(
    db,
    revisions.map((revision) => revision.author),
  );
  const next = rows.map((row) => {
    const version = last.get(row.id);
    const fields = JSON.parse(version?.fields ?? '[]') as string[];
    return {
      ...named(row),
      seq: row.changed_seq ?? 0,
      action: row.state === 'published' ? ('put' as const) : ('remove' as const),
      fields: fields.map((field) => ({ field, title: fieldTitle(row.kind, field) ?? field })),
      author: version ? author(version.author) : '',
      at: version?.created_at ?? '',
    };
  });
  return { next, next_total: total };
}

async function problemsOf(db: ReadDatabase): Promise<PublicationProblem[]> {
  const rows = await db.selectFrom('publication_troubles').selectAll().orderBy('since').limit(100).execute();
  const records = await namedIn(
    db,
    rows.map(({ record_id }) => record_id),
  );
  return rows.map(({ record_id, field, message, address, since }) => {
    const record = records.get(record_id ?? 0) ?? null;
    const field_title = (record && field && fieldTitle(record.kind, field)) ?? field;
    return { record, field, field_title, message, address, since };
  });
}

/** Error that keeps readers on an older page; null when up to date. */
export async function pageProblem(db: ReadDatabase): Promise<string | null> {
  const page = await db
    .selectFrom('publication_troubles')
    .select(['address', 'message'])
    .where('record_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return page ? `Страница ${page.address ?? ''} не построена: ${page.message}` : null;
}
