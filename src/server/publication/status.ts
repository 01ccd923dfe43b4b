import { setTimeout as pause } from 'node:timers/promises';
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
import type { PublicationRow, RecordRow } from '../database/tables.ts';
import { titleOf } from '../catalogue/names.ts';
import { authorsOf } from '../account/people.ts';
import { fieldTitle } from '../editors/record-view.ts';
import { HttpError } from '../http-error.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { isPublishedElsewhere } from './publisher.ts';
import { lastLive } from './seen-versions.ts';

/** Minimum milliseconds between events. */
const rhythm = 100;
/** Proxies and browsers close streams after half a minute of silence. */
const longestSilence = 12_000;

const maxStreamsPerUser = 8;

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
  /**
   * Publication state as server-sent events, each complete, so that missed ones do not matter. 429 above eight
   * streams of an account.
   */
  'GET /api/editors/publication/events': async (caller, { query }) => {
    if ((caller.publication.streams.get(caller.user.id) ?? 0) >= maxStreamsPerUser)
      throw new HttpError(
        429,
        'Ход публикации открыт в слишком многих вкладках. Закройте лишние.',
        undefined,
        { retryAfter: 10 },
      );
    return { type: 'text/event-stream; charset=utf-8', body: stream(caller, query.for) };
  },
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

async function* stream(caller: Caller, seconds: number): AsyncGenerator<Uint8Array> {
  const { publication, user } = caller;
  const { streams } = publication;
  streams.set(user.id, (streams.get(user.id) ?? 0) + 1);
  const over = AbortSignal.any([AbortSignal.timeout(seconds * 1000), publication.closing.signal]);
  try {
    yield Buffer.from('retry: 1000\n\n');
    for (let sent = -1; sent < 0 || !over.aborted;) {
      if (sent === publication.version) {
        await publication.change(AbortSignal.any([over, AbortSignal.timeout(longestSilence)]));
        if (sent === publication.version) yield Buffer.from(': waiting\n\n');
        else await pause(rhythm);
      } else {
        sent = publication.version;
        yield Buffer.from(`event: status\ndata: ${JSON.stringify(await statusOf(caller))}\n\n`);
      }
    }
  } finally {
    streams.set(user.id, (streams.get(user.id) ?? 1) - 1);
  }
}

const recordColumns = ['r.id', 'r.kind', 'r.code', 'r.card', 'r.state'] as const;

/** Unpublished records have no address. */
export function named({
  id,
  kind,
  code,
  card,
  state,
}: Pick<RecordRow, 'id' | 'kind' | 'code' | 'card' | 'state'>): NamedRecord {
  const url = state === 'published' ? addressOf(getKind(kind), { id, code }) : null;
  return { id, kind, title: titleOf(card), url };
}

async function shown(db: ReadDatabase, row: PublicationRow): Promise<PublicationLine> {
  const records = await db
    .selectFrom('publication_records as p')
    .innerJoin('records as r', 'r.id', 'p.record_id')
    .select(recordColumns)
    .where('p.publication_id', '=', row.id)
    .orderBy('r.id')
    .limit(shownRecords)
    .execute();
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
    records: records.map(named),
    message: row.message,
  };
}

const addressesIn = (json: string) => JSON.parse(json) as string[];

/** Unpublished changes, each record once, with differing fields. */
async function nextOf(
  db: ReadDatabase,
  seq: number,
): Promise<Pick<PublicationStatus, 'next' | 'next_total'>> {
  const waiting = db.selectFrom('records as r').where('changed_seq', '>', seq).where(isOfPublicKind);
  const rows = await waiting
    .innerJoin('revisions as v', (join) =>
      join.onRef('v.record_id', '=', 'r.id').onRef('v.version', '=', 'r.version'),
    )
    .select([...recordColumns, 'r.changed_seq', 'v.fields', 'v.author', 'v.created_at'])
    .orderBy('r.changed_seq')
    .limit(shownNext)
    .execute();
  const author = await authorsOf(
    db,
    rows.map((row) => row.author),
  );
  const next = rows.map((row) => ({
    ...named(row),
    seq: row.changed_seq ?? 0,
    action: row.state === 'published' ? ('put' as const) : ('remove' as const),
    fields: (JSON.parse(row.fields ?? '[]') as string[]).map((field) => ({
      field,
      title: fieldTitle(row.kind, field) ?? field,
    })),
    author: author(row.author),
    at: row.created_at,
  }));
  return { next, next_total: await countRows(waiting) };
}

async function problemsOf(db: ReadDatabase): Promise<PublicationProblem[]> {
  const rows = await db.selectFrom('publication_troubles').selectAll().orderBy('since').limit(100).execute();
  const records = await db
    .selectFrom('publication_troubles as t')
    .innerJoin('records as r', 'r.id', 't.record_id')
    .select(recordColumns)
    .execute();
  const byId = new Map(records.map((record) => [record.id, named(record)]));
  return rows.map(({ record_id, field, message, address, since }) => {
    const record = byId.get(record_id ?? 0) ?? null;
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
