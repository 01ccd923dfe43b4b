import { countRows } from '../database/page.ts';
import type { Subscription } from '#contract/forms/profile.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { kinds } from '#domain/kinds/index.ts';
import { followed, type Followed, type Frequency } from '#domain/subscriptions.ts';
import { numbers } from '../catalogue/changes.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { digestTopic, frequencyOf, parseTopic, topicOf } from '../notifications/preferences.ts';
import type { Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { readFilter, titleOf } from './filter.ts';

const maxSubscriptions = 1000;

export const subscriptionHandlers = {
  /** Latest first; unpublished objects are hidden and reappear when published. */
  'GET /api/subscribes': async ({ db, user }) => {
    const rows = await subscriptionsOf(db, user.id)
      .select(['topic', 'frequency', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('topic')
      .execute();
    const items = await Promise.all(
      rows.map(async ({ topic, frequency, created_at }) => {
        const place = await describe(db, topic);
        return place && { ...place, frequency: frequency as Frequency, created_at };
      }),
    );
    return items.filter((item) => item !== undefined);
  },
  /** Repeating only changes the frequency. */
  'POST /api/subscribes/add': async ({ user, once, db, now }, { input }) => {
    const topic = await findFollowable(db, input);
    const place = topic && (await describe(db, topic));
    if (!place) throw new HttpError(404, 'Такой записи нет.', 'id');
    return await once(async (tx) => {
      const count = await countRows(subscriptionsOf(tx, user.id));
      if (count >= maxSubscriptions)
        throw new HttpError(409, `Подписок уже ${maxSubscriptions}: сначала уберите лишние.`);
      const row = await keepFollowing(tx, user.id, topic, { frequency: input.frequency, at: now() });
      return { ...place, frequency: row.frequency as Frequency, created_at: row.created_at };
    });
  },
  /** A missing one is ignored. */
  'POST /api/subscribes/remove': async ({ user, database }, { input }) => {
    const kind = kindOf(input);
    const topics = (kind ? [kind] : followed).map((one) => topicOf(one, input.id));
    await database.transaction((tx) =>
      tx.deleteFrom('preferences').where('user_id', '=', user.id).where('topic', 'in', topics).execute(),
    );
    return null;
  },
} satisfies Partial<Handlers>;

const subscriptionsOf = (db: ReadDatabase, userId: number) =>
  db.selectFrom('preferences').where('user_id', '=', userId).where('notified_seq', 'is not', null);

/** Topics of the subscriptions of a user. */
export const listTopics = async (db: ReadDatabase, userId: number): Promise<string[]> =>
  (await subscriptionsOf(db, userId).select('topic').orderBy('topic').execute()).map(({ topic }) => topic);

/** Subscribes from the current change on. */
export const keepFollowing = async (
  tx: WriteTransaction,
  userId: number,
  topic: string,
  { frequency, at }: { frequency?: Frequency | undefined; at: Date },
): Promise<{ frequency: string; created_at: string }> =>
  await tx
    .insertInto('preferences')
    .values({
      user_id: userId,
      topic,
      frequency: frequency ?? (await frequencyOf(tx, userId, digestTopic)),
      created_at: at.toISOString(),
      notified_seq: (await numbers(tx)).change,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'topic']).doUpdateSet((eb) => ({
        frequency: frequency ?? eb.ref('preferences.frequency'),
        previous: null,
        // Changes while letters were off are not sent later.
        notified_seq: eb
          .case()
          .when('preferences.frequency', '=', 'off')
          .then(eb.ref('excluded.notified_seq'))
          .else(eb.ref('preferences.notified_seq'))
          .end(),
      })),
    )
    .returning(['frequency', 'created_at'])
    .executeTakeFirstOrThrow();

/** A kind by record, API or search name. */
function kindOf({ kind, iblock }: Pick<Subscription, 'kind' | 'iblock'>): Followed | undefined {
  const word = kind || iblock;
  if (!word) return undefined;
  const named = kinds.find((one) => [one.name, one.api, one.iblock].includes(word))?.name ?? word;
  if (!followed.some((one) => one === named))
    throw new HttpError(400, 'На такой вид записей подписаться нельзя.', kind ? 'kind' : 'iblock');
  return named as Followed;
}

/** Topic of a subscription. Ids are unique across kinds, so a number suffices. */
export async function findFollowable(
  db: ReadDatabase,
  input: Pick<Subscription, 'kind' | 'iblock' | 'id'>,
): Promise<string | undefined> {
  const kind = kindOf(input);
  if (kind === 'area' || kind === 'filter') return topicOf(kind, input.id);
  if (!/^[1-9]\d{0,8}$/.test(input.id)) return undefined;
  const row = await db
    .selectFrom('records')
    .select('kind')
    .where('id', '=', Number(input.id))
    .where('state', '=', 'published')
    .executeTakeFirst();
  const isFollowed = row && followed.some((one) => one === row.kind) && (!kind || kind === row.kind);
  return isFollowed ? topicOf(row.kind, input.id) : undefined;
}

/** The object of a subscription; undefined if it no longer exists. */
export async function describe(
  db: ReadDatabase,
  topic: string,
): Promise<{ kind: Followed; id: string; title: string; url: string } | undefined> {
  const { kind, object: id } = parseTopic(topic);
  if (kind === 'area') {
    const title = (await termTitles(db, 'therapeuticarea')).get(id);
    return title === undefined ? undefined : { kind, id, title, url: `/deseases/areas/${id}/` };
  }
  if (kind === 'filter') {
    const filter = readFilter(id);
    return filter && { kind, id, title: await titleOf(db, filter), url: id };
  }
  const record = (await publishedRecords(db, [Number(id)])).get(Number(id));
  return record?.kind === kind ? { kind, id, title: record.title, url: record.url } : undefined;
}
