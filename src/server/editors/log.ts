import { audit } from '../audit/audit.ts';
import type { Query } from '#contract/contract.ts';
import { auditActionTitle } from '#domain/audit-actions.ts';
import { recordDataReads } from '../account/data-reads.ts';
import { portionsById } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import { countRows, contains } from '../database/page.ts';
import { namedRecords, type TitledRecord } from '../catalogue/names.ts';
import { peopleOf } from '../account/people.ts';
import type { Caller, Handlers } from '../request/caller.ts';

type LogQuery = Query<'GET /api/editors/audit'>;

/** Days of the log are days in Moscow. */
const momentOf = (day: string, days = 0) =>
  new Date(Date.parse(`${day}T00:00:00+03:00`) + days * 86_400_000).toISOString();

async function chosenRows(
  db: ReadDatabase,
  { action, who, record, since, until }: Omit<LogQuery, 'page_size'>,
) {
  let chosen = db.selectFrom('audit');
  if (action) chosen = chosen.where('action', '=', action);
  if (record) chosen = chosen.where('record_id', '=', Number(record));
  if (since) chosen = chosen.where('at', '>=', momentOf(since));
  if (until) chosen = chosen.where('at', '<', momentOf(until, 1));
  if (who) {
    const ids = await idsOf(db, who);
    chosen = chosen.where((eb) => eb.or([eb('actor_id', 'in', ids), eb('user_id', 'in', ids)]));
  }
  return chosen;
}

/** Accounts by id, surname prefix or part of the address; an impossible id when there are none. */
async function idsOf(db: ReadDatabase, who: string): Promise<number[]> {
  if (/^\d{1,9}$/.test(who)) return [Number(who)];
  const raised = `${who.slice(0, 1).toUpperCase()}${who.slice(1)}`;
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        contains(eb.ref('email_key'), who.toLowerCase(), { from: 'anywhere' }),
        contains(eb.ref('last_name'), who, { from: 'start' }),
        contains(eb.ref('last_name'), raised, { from: 'start' }),
      ]),
    )
    .limit(500)
    .execute();
  return rows.length > 0 ? rows.map(({ id }) => id) : [-1];
}

export const logHandlers = {
  /** Audit rows, newest first; the read is recorded for the people in them. */
  'GET /api/editors/audit': async (caller, { query }) => {
    const { database } = caller;
    const db = database.kysely;
    const chosen = await chosenRows(db, query);
    const total = await countRows(chosen);
    const rows = await chosen
      .$if(query.before !== undefined, (part) => part.where('id', '<', Number(query.before)))
      .select(['id', 'at', 'action', 'actor_id', 'user_id', 'record_id'])
      .select(['details', 'ip', 'hash', 'salt', 'pseudonym'])
      .orderBy('id', 'desc')
      .limit(query.page_size)
      .execute();
    const people = rows.flatMap(({ actor_id, user_id }) => [actor_id, user_id]);
    const person = await peopleOf(db, people);
    const records = await namedRecords(
      db,
      rows.map(({ record_id }) => record_id),
    );
    const cases = await casesOf(db, rows.map(caseOf));
    await noteLook(caller, people);
    const actions = await db.selectFrom('audit').select('action').distinct().execute();
    return {
      total,
      items: rows.map(({ actor_id, user_id, record_id, salt, ...row }) => ({
        ...row,
        title: auditActionTitle(row.action),
        actor: person(actor_id),
        user: person(user_id),
        is_forgotten: salt === null,
        record: subjectOf(records.get(record_id ?? 0)),
        case: cases(caseOf(row)),
      })),
      actions: actions
        .map(({ action }) => ({ action, title: auditActionTitle(action) }))
        .toSorted((one, other) => one.title.localeCompare(other.title, 'ru')),
    };
  },
  /** Matching rows as JSON lines, as stored, so that the hashes can be verified. */
  'GET /api/editors/audit.jsonl': async (caller, { query }) => {
    const db = caller.db;
    const chosen = await chosenRows(db, query);
    const parts: Buffer[] = [];
    let count = 0;
    const people = new Set<number | null>();
    const portions = portionsById((last) =>
      chosen
        .select(['id', 'at', 'action', 'user_id', 'actor_id', 'pseudonym'])
        .select(['record_id', 'ip', 'details', 'seal', 'hash'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(rowsOfSlice)
        .execute(),
    );
    for await (const rows of portions) {
      parts.push(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
      count += rows.length;
      for (const row of rows) people.add(row.actor_id).add(row.user_id);
    }
    await noteLook(caller, [...people], `строк: ${count}`);
    return {
      type: 'application/x-ndjson; charset=utf-8',
      body: Buffer.concat(parts),
      name: 'audit.jsonl',
    };
  },
} satisfies Partial<Handlers>;

const subjectOf = (record: TitledRecord | undefined) =>
  record ? { id: record.id, kind: record.kind, title: record.title } : null;

/** Case id of a row: its details begin with it. */
function caseOf({ action, details }: { action: string; details: string | null }): number | null {
  // Details of this action begin with the comment id.
  if (!action.startsWith('case ') || action === 'case problem decided') return null;
  const [, id] = /^(\d{1,9})(?=:|$)/.exec(details ?? '') ?? [];
  return id === undefined ? null : Number(id);
}

async function casesOf(db: ReadDatabase, ids: readonly (number | null)[]) {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const rows =
    wanted.length === 0
      ? []
      : await db.selectFrom('cases').select(['id', 'published']).where('id', 'in', wanted).execute();
  const published = new Map(rows.map((row) => [row.id, row.published === 1]));
  return (id: number | null) => (id === null ? null : { id, published: published.get(id) ?? false });
}

/** Batch size, with pauses for other requests. */
const rowsOfSlice = 500;

/** Records the read for the people in the rows; an export is audited. */
async function noteLook(caller: Caller, people: readonly (number | null)[], file?: string): Promise<void> {
  const userIds = [...new Set(people)].filter((id) => id !== null);
  await caller.database.transaction(async (tx) => {
    if (file !== undefined) await audit(tx, caller, 'audit exported', { details: file });
    const known = await peopleOf(tx, userIds);
    await recordDataReads(tx, caller, {
      userIds: userIds.filter((id) => known(id) !== null),
      fields: ['name', 'ip', 'deeds'],
      place: 'log',
    });
  });
}
