import type { Today, todayContract } from '#contract/today.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { queuesFor } from '../desk/overview.ts';
import { latestUnseen } from '../notifications/list.ts';
import { isAtLeast, mayReadCases } from '../request/access.ts';
import { portalDay } from '#domain/dates.ts';
import { describeEdit } from '#domain/edits.ts';
import { addressOf, getKind, publicKinds, type Edit } from '#domain/kinds/index.ts';
import { addSeconds } from '../base/clock.ts';
import { historiesOf } from '../catalogue/history.ts';
import { titleOf } from '../catalogue/names.ts';
import type { ReadDatabase } from '../database/database.ts';
import { idsOf, readInChunks } from '../database/chunks.ts';
import { parseTopic } from '../notifications/preferences.ts';
import { describe } from '../subscriptions/subscriptions.ts';
import { listCases } from '../cases/list.ts';
import { listOwn } from '../cases/author-view.ts';

const maxItems = 4;

export const todayHandlers: Handlers<keyof typeof todayContract> = {
  /** Everything concerning the user today. */
  'GET /api/user/today': async (caller) => {
    const { db, user, actor } = caller;
    const [notifications, followed, questions, cases, queues] = await Promise.all([
      latestUnseen(db, user.id, maxItems),
      changesFor(db, user.id, caller.now()),
      questionsFor(caller, maxItems),
      ownFor(caller, maxItems),
      isAtLeast(actor.access, 'editor') ? queuesFor(caller) : null,
    ]);
    return { notifications, ...followed, questions: questions && inShort(questions), cases, queues };
  },
};

/** The serialiser tells a list from none by its exact fields. */
const inShort = ({ total, items }: NonNullable<Awaited<ReturnType<typeof questionsFor>>>) => ({
  total,
  items: items.map(({ id, title, answers, published_at, term }) => ({
    id,
    title,
    answers,
    published_at,
    term,
  })),
});

/** Older changes are in letters and in the record's history. */
const recentDays = 14;
/** Latest changed records examined: after an import all are new. */
const maxRecent = 2000;
/** Lines shown, and records read for them, since some changes are invisible to readers. */
const maxChanges = 6;
const maxRead = 24;

interface Following {
  topic: string;
  created_at: string;
}

/** A published record with its latest change, and the subscription that it belongs to. */
interface Touched {
  id: number;
  at: string;
  through: Following;
}

/**
 * Recent changes of subscriptions and linked records; for an area, of its diseases. Without comparing
 * versions: fields come from the record's history. Followed lists are left to letters, which filter them
 * again.
 */
async function changesFor(
  db: ReadDatabase,
  userId: number,
  now: Date,
): Promise<Pick<Today, 'changes' | 'follows'>> {
  const followed = await db
    .selectFrom('preferences')
    .select(['topic', 'created_at'])
    .where('user_id', '=', userId)
    .where('notified_seq', 'is not', null)
    .execute();
  const since = addSeconds(now, -recentDays * 86_400).toISOString();
  const touched = followed.length > 0 ? await touchedOf(db, followed, since) : [];
  return { changes: await describeChanges(db, touched, since), follows: followed.length };
}

/** Recent records that the user follows, latest first: each by its closest subscription, if changed after it. */
async function touchedOf(
  db: ReadDatabase,
  followed: readonly Following[],
  since: string,
): Promise<Touched[]> {
  const recent = await db
    .selectFrom('records as r')
    .innerJoin('changes as c', 'c.seq', 'r.changed_seq')
    .select(['r.id', 'c.created_at as at'])
    .where('r.changed_seq', 'is not', null)
    .where('r.state', '=', 'published')
    .orderBy('r.changed_seq', 'desc')
    .limit(maxRecent)
    .execute();
  const news = recent.filter(({ at }) => at > since);
  if (news.length === 0) return [];
  const byObject = new Map(followed.map((one) => [parseTopic(one.topic).object, one]));
  const objects = Map.groupBy(
    followed.map(({ topic }) => parseTopic(topic)),
    ({ kind }) => (kind === 'area' || kind === 'filter' ? kind : 'record'),
  );
  const ids = (objects.get('record') ?? []).map(({ object }) => Number(object));
  const areas = (objects.get('area') ?? []).map(({ object }) => object);
  const linked = db.selectFrom('links').select(['from_id as id', 'to_id as by']);
  const listed = db
    .selectFrom('facets')
    .select(['record_id as id', 'value as by'])
    .where('kind', 'in', kindsWithAreas)
    .where('field', '=', 'areas');
  const ways = Map.groupBy(
    [
      ...ids.map((id) => ({ id, by: id })),
      ...(await readInChunks(ids, (some) => linked.where('to_id', 'in', some).execute())),
      ...(await readInChunks(areas, (some) => listed.where('value', 'in', some).execute())),
    ],
    ({ id }) => id,
  );
  return news.flatMap(({ id, at }) => {
    const subscriptions = (ways.get(id) ?? []).flatMap(({ by }) => byObject.get(String(by)) ?? []);
    // Changes before the subscription are not news.
    const through = subscriptions.find(({ created_at }) => at > created_at);
    return through ? [{ id, at, through }] : [];
  });
}

const kindsWithAreas = publicKinds
  .filter(({ facets }) => facets.some(({ field }) => field === 'areas'))
  .map(({ name }) => name);

async function describeChanges(
  db: ReadDatabase,
  touched: readonly Touched[],
  since: string,
): Promise<Today['changes']> {
  const read = touched.slice(0, maxRead);
  if (read.length === 0) return [];
  const rows = await db
    .selectFrom('records')
    .select(['id', 'kind', 'code', 'card', 'version'])
    .where('id', 'in', idsOf(read))
    .execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const histories = await historiesOf(db, rows);
  const changes: Today['changes'] = [];
  for (const { id, at, through } of read) {
    const row = rowOf.get(id);
    const from = through.created_at > since ? through.created_at : since;
    const what = row && whatOf(row.kind, histories.get(id) ?? [{ at, fields: [] }], portalDay(from));
    if (!row || !what) continue;
    const isOwn = parseTopic(through.topic).object === String(id);
    const place = isOwn ? undefined : await describe(db, through.topic);
    changes.push({
      kind: row.kind,
      id,
      title: titleOf(row.card),
      url: addressOf(getKind(row.kind), row),
      what,
      through: place?.title ?? null,
      at,
    });
    if (changes.length === maxChanges) break;
  }
  return changes;
}

/** Fields changed from a day on, or publication; undefined if neither. */
function whatOf(kind: string, edits: readonly Edit[], from: string): string | undefined {
  const seen = edits.filter(({ at }) => at >= from);
  const firstDay = seen.find(({ fields }) => fields.length === 0)?.at;
  const fields = new Set(seen.flatMap((edit) => edit.fields));
  const named = [...fields].filter((field) => field !== 'sources');
  // On the day itself the order of subscription and publication is unknown.
  if (firstDay && (firstDay > from || named.length === 0)) return describeEdit(kind, { fields: [] });
  return named.length > 0 ? describeEdit(kind, { fields: named }) : undefined;
}

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
