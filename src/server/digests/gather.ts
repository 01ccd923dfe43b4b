import type { DigestGroup } from '#contract/subscriptions.ts';
import { kindsByName } from '#domain/kinds/index.ts';
import { followed, type Followed } from '#domain/subscriptions.ts';
import type { PublishedLists } from '../catalogue/lists.ts';
import type { ReadDatabase } from '../database/database.ts';
import { describe } from '../subscriptions/subscriptions.ts';
import { Comparison } from './compare.ts';
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
  const comparison = new Comparison(db);
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
    const { kind, object } = following;
    const group: DigestGroup = {
      kind,
      id: object,
      title: '',
      url: '',
      changes: [],
      more: 0,
    };
    for (const record of ownFirst(changedFor(following), following)) {
      const since = Math.max(following.notified_seq, earlier.get(record.id) ?? 0);
      if (met.has(record.id) || record.seq <= since) continue;
      met.add(record.id);
      compared += 1;
      const change =
        compared > maxCompared ? undefined : await comparison.describe(record.id, since, subject);
      if (compared <= maxCompared && !change) continue;
      gathered.reported.push(record);
      const section = change?.kind === kindsByName.entitlement.name ? payers : group;
      if (change && shown < maxChanges) {
        section.changes.push(change);
        shown += 1;
      } else section.more += 1;
    }
    if (group.changes.length + group.more === 0) continue;
    const described = await describe(db, following);
    // Unpublished objects are not named.
    if (described) gathered.groups.push({ ...group, ...described });
  }
  if (payers.changes.length + payers.more > 0) gathered.groups.push(payers);
  return gathered;
}

const isRecord = (kind: string) => kind !== 'area' && kind !== 'filter';
const kindRank = (kind: Followed) => followed.indexOf(kind);

function byCloseness(one: Following, other: Following): number {
  return kindRank(one.kind) - kindRank(other.kind) || (one.object < other.object ? -1 : 1);
}

function ownFirst(records: ChangedRecord[], { kind, object }: Following): ChangedRecord[] {
  if (!isRecord(kind)) return records;
  const id = Number(object);
  return records.toSorted((one, other) => Number(other.id === id) - Number(one.id === id));
}

async function reportedBefore(db: ReadDatabase, userId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('notified_changes')
    .select(['record_id', 'seq'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ record_id: id, seq }) => [id, seq]));
}
