import { notificationKind, notificationKindNames, type NotificationKindName } from '#domain/notifications.ts';
import { mailings, type Followed, type Frequency } from '#domain/subscriptions.ts';
import { numbers } from '../catalogue/changes.ts';
import { chunks, readInChunks } from '../database/chunks.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';

/** Letters of changes: the weekly part, and the default of new subscriptions. */
export const digestTopic = 'digest';
export const mailingTopic = (code: string) => `mailing:${code}`;
export const mailingTopics = mailings.map(({ code }) => mailingTopic(code));

/** What a subscription is about: `disease:12`, `area:metabolic`, `filter:/research/?phase=3`. */
export interface Followable {
  kind: Followed;
  object: string;
}
export const topicOf = (kind: string, object: string | number) => `${kind}:${object}`;
export function parseTopic(topic: string): Followable {
  const colon = topic.indexOf(':');
  return { kind: topic.slice(0, colon) as Followed, object: topic.slice(colon + 1) };
}

export const kindsFor = ({ type }: Pick<UserRow, 'type'>): NotificationKindName[] =>
  notificationKindNames.filter((kind) => {
    const whose = notificationKind(kind).for;
    const isEditor = type === 'editor' || type === 'admin';
    if (whose === 'editor') return isEditor;
    return whose === 'everybody' || type === 'doctor' || isEditor;
  });

/** Frequency of a topic without a choice. Subscriptions and mailings are always chosen. */
export function usualFrequency(topic: string): Frequency {
  if (topic === digestTopic) return 'weekly';
  const kind = notificationKindNames.find((name) => name === topic);
  return kind ? notificationKind(kind).usual : 'off';
}

export async function frequenciesOf(
  db: ReadDatabase,
  topic: string,
  people: readonly number[],
): Promise<(id: number) => Frequency> {
  const ofTopic = db.selectFrom('preferences').select(['user_id', 'frequency']).where('topic', '=', topic);
  const rows = await readInChunks(people, (ids) => ofTopic.where('user_id', 'in', ids).execute());
  const chosen = new Map(rows.map(({ user_id, frequency }) => [user_id, frequency as Frequency]));
  return (id) => chosen.get(id) ?? usualFrequency(topic);
}

export const frequencyOf = async (db: ReadDatabase, userId: number, topic: string): Promise<Frequency> =>
  (await frequenciesOf(db, topic, [userId]))(userId);

interface Choice {
  frequency: Frequency;
  /** Before an unsubscribe link; empty: the default. */
  previous: Frequency | '' | null;
}

export async function choicesOf(db: ReadDatabase, userId: number): Promise<Map<string, Choice>> {
  const rows = await db
    .selectFrom('preferences')
    .select(['topic', 'frequency', 'previous'])
    .where('user_id', '=', userId)
    .orderBy('topic')
    .execute();
  return new Map(
    rows.map(({ topic, frequency, previous }) => [
      topic,
      { frequency: frequency as Frequency, previous: previous as Choice['previous'] },
    ]),
  );
}

/** Sets the frequency of a topic. Pending notifications take it too, and stay in the bell. */
export async function setPreference(
  tx: WriteTransaction,
  { userId, topic, frequency, at }: { userId: number; topic: string; frequency: Frequency; at: Date },
): Promise<void> {
  await tx
    .insertInto('preferences')
    .values({ user_id: userId, topic, frequency, created_at: at.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'topic']).doUpdateSet({ frequency, previous: null }),
    )
    .execute();
  await tx
    .updateTable('notifications')
    .set({ letter: frequency === 'now' ? 'daily' : frequency })
    .where('user_id', '=', userId)
    .where('kind', '=', topic)
    .where('letter', '!=', 'off')
    .execute();
}

/** Stops letters of these topics; those already stopped stay as they are. */
export async function pause(
  tx: WriteTransaction,
  { userId, topics, at }: { userId: number; topics: readonly string[]; at: Date },
): Promise<void> {
  const choices = await choicesOf(tx, userId);
  const usual = topics.filter((topic) => !choices.has(topic) && usualFrequency(topic) !== 'off');
  for (const some of chunks(topics, 500)) {
    await tx
      .updateTable('preferences')
      .set((eb) => ({ frequency: 'off', previous: eb.ref('frequency') }))
      .where('user_id', '=', userId)
      .where('topic', 'in', some)
      .where('frequency', '!=', 'off')
      .execute();
    await tx
      .updateTable('notifications')
      .set({ letter: 'off' })
      .where('user_id', '=', userId)
      .where('kind', 'in', some)
      .execute();
  }
  const stopped = { user_id: userId, frequency: 'off', previous: '', created_at: at.toISOString() };
  if (usual.length > 0)
    await tx
      .insertInto('preferences')
      .values(usual.map((topic) => ({ ...stopped, topic })))
      .execute();
}

/** Restores the frequency before `pause`, unless changed since. Changes meanwhile are not sent. */
export async function resume(
  tx: WriteTransaction,
  { userId, topics }: { userId: number; topics: readonly string[] },
): Promise<void> {
  const { change } = await numbers(tx);
  for (const some of chunks(topics, 500)) {
    const paused = () =>
      tx
        .updateTable('preferences')
        .where('user_id', '=', userId)
        .where('topic', 'in', some)
        .where('previous', '!=', '');
    await paused().set({ notified_seq: change }).where('notified_seq', 'is not', null).execute();
    await paused()
      .set((eb) => ({ frequency: eb.ref('previous').$notNull(), previous: null }))
      .execute();
    await tx
      .deleteFrom('preferences')
      .where('user_id', '=', userId)
      .where('topic', 'in', some)
      .where('previous', '=', '')
      .execute();
  }
}
