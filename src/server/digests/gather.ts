import type { DigestChange, DigestGroup } from '#contract/subscriptions.ts';
import { kindsByName } from '#domain/kinds/index.ts';
import { followed } from '#domain/subscriptions.ts';
import type { PublishedLists } from '../catalogue/lists.ts';
import type { ReadDatabase } from '../database/database.ts';
import { parseTopic } from '../notifications/preferences.ts';
import { describe } from '../subscriptions/subscriptions.ts';
import { describeChange, namedTerms } from './compare.ts';
import { findChangedRecords, type Following, type ChangedRecord } from './changed-records.ts';

/** Changes described in a letter; the rest are counted. */
const maxChanges = 50;
/** More records are counted without comparing. */
const maxCompared = 300;

/**
 * Pending changes of a person by subscription; each record once, under the closest one, and payer rules under
 * a heading of their own.
 */
export async function gather(
  db: ReadDatabase,
  followings: readonly Following[],
  lists: PublishedLists,
  /** Federal subject of the person. */
  subject: string | null,
) {
  /** `reported`: records described or counted. */
  const gathered = { groups: [] as DigestGroup[], reported: [] as ChangedRecord[] };
  const changedFor = await findChangedRecords(db, followings, lists);
  if (followings.every((following) => changedFor(following).length === 0)) return gathered;
  const terms = await namedTerms(db);
  const earlier = await reportedBefore(db, followings[0]?.user_id ?? 0);
  const payers: DigestGroup = {
    kind: 'payers',
    id: '',
    title: kindsByName.entitlement.titles.many,
    url: kindsByName.entitlement.path,
    changes: [],
    more: 0,
  };
  const met = new Set<number>();
  let compared = 0;
  let shown = 0;
  for (const following of followings.toSorted(byCloseness)) {
    const group = { changes: [] as DigestChange[], more: 0 };
    for (const record of ownFirst(changedFor(following), following.topic)) {
      const since = Math.max(following.notified_seq, earlier.get(record.id) ?? 0);
      if (met.has(record.id) || record.seq <= since) continue;
      met.add(record.id);
      compared += 1;
      const change =
        compared > maxCompared
          ? undefined
          : await describeChange(db, { id: record.id, since, subject, terms });
      if (compared <= maxCompared && !change) continue;
      gathered.reported.push(record);
      const section = change?.kind === kindsByName.entitlement.name ? payers : group;
      if (change && shown < maxChanges) {
        section.changes.push(change);
        shown += 1;
      } else section.more += 1;
    }
    if (group.changes.length + group.more === 0) continue;
    const described = await describe(db, following.topic);
    // Unpublished objects are not named.
    if (described) gathered.groups.push({ ...described, ...group });
  }
  if (payers.changes.length + payers.more > 0) gathered.groups.push(payers);
  return gathered;
}

const kindRank = ({ topic }: Following) => followed.indexOf(parseTopic(topic).kind);

const byCloseness = (one: Following, other: Following): number =>
  kindRank(one) - kindRank(other) || (one.topic < other.topic ? -1 : 1);

function ownFirst(records: ChangedRecord[], topic: string): ChangedRecord[] {
  const isOwn = ({ id }: ChangedRecord) => Number(parseTopic(topic).object) === id;
  return records.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
}

async function reportedBefore(db: ReadDatabase, userId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('notified_changes')
    .select(['record_id', 'seq'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ record_id: id, seq }) => [id, seq]));
}
