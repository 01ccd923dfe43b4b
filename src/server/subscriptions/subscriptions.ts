import { countRows } from '../database/page.ts';
import type { Subscription } from '#contract/forms/profile.ts';
import type { SubscriptionItem } from '#contract/subscriptions.ts';
import { addressFor } from '../catalogue/addresses.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { kinds } from '#domain/kinds/index.ts';
import { followed, type Followed, type Frequency } from '#domain/subscriptions.ts';
import { numbers } from '../catalogue/changes.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import {
  digestTopic,
  frequencyOf,
  parseTopic,
  subscriptionTopic,
  type Followable,
} from '../notifications/preferences.ts';
import type { Caller } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { readFilter, titleOf } from './filter.ts';

const maxSubscriptions = 1000;

/** Subscriptions, latest first; unpublished objects are hidden and reappear when published. */
export async function listSubscriptions(caller: Caller): Promise<SubscriptionItem[]> {
  const { db, user } = caller;
  const rows = await subscriptionsOf(db, user.id)
    .select(['topic', 'frequency', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('topic')
    .execute();
  const items = await Promise.all(
    rows.map(async ({ topic, frequency, created_at }) => {
      const { kind, object } = parseTopic(topic);
      const place = await describe(db, { kind, object });
      return place && { kind, id: object, ...place, frequency: frequency as Frequency, created_at };
    }),
  );
  return items.filter((item) => item !== undefined);
}

const subscriptionsOf = (db: ReadDatabase, userId: number) =>
  db.selectFrom('preferences').where('user_id', '=', userId).where('notified_seq', 'is not', null);

/** Topics of the subscriptions of a user. */
export const listTopics = async (db: ReadDatabase, userId: number): Promise<string[]> =>
  (await subscriptionsOf(db, userId).select('topic').orderBy('topic').execute()).map(({ topic }) => topic);

/** Subscribes; repeating only changes the frequency. */
export async function subscribe(caller: Caller, input: Subscription): Promise<SubscriptionItem> {
  const { user, once, database, now } = caller;
  const target = await findFollowable(database.kysely, input);
  const place = target && (await describe(database.kysely, target));
  if (!target || !place) throw new HttpError(404, 'Такой записи нет.', 'id');
  return await once(async (tx) => {
    const count = await countRows(subscriptionsOf(tx, user.id));
    if (count >= maxSubscriptions)
      throw new HttpError(409, `Подписок уже ${maxSubscriptions}: сначала уберите лишние.`);
    const row = await keepFollowing(tx, user.id, target, { frequency: input.frequency, at: now() });
    return {
      kind: target.kind,
      id: target.object,
      ...place,
      frequency: row.frequency as Frequency,
      created_at: row.created_at,
    };
  });
}

/** Subscribes from the current change on. */
export const keepFollowing = async (
  tx: WriteTransaction,
  userId: number,
  target: Followable,
  { frequency, at }: { frequency?: Frequency | undefined; at: Date },
): Promise<{ frequency: string; created_at: string }> =>
  await tx
    .insertInto('preferences')
    .values({
      user_id: userId,
      topic: subscriptionTopic(target),
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

/** Unsubscribes; a missing one is ignored. */
export async function unsubscribe(caller: Caller, input: Subscription): Promise<null> {
  const { user, database } = caller;
  const kind = kindOf(input);
  const topics = (kind ? [kind] : followed).map((one) => subscriptionTopic({ kind: one, object: input.id }));
  await database.transaction((tx) =>
    tx.deleteFrom('preferences').where('user_id', '=', user.id).where('topic', 'in', topics).execute(),
  );
  return null;
}

/** A kind by record, API or search name. */
function kindOf({ kind, iblock }: Pick<Subscription, 'kind' | 'iblock'>): Followed | undefined {
  const word = kind || iblock;
  if (!word) return undefined;
  const named = kinds.find((one) => [one.name, one.api, one.iblock].includes(word))?.name ?? word;
  if (!followed.some((one) => one === named))
    throw new HttpError(400, 'На такой вид записей подписаться нельзя.', kind ? 'kind' : 'iblock');
  return named as Followed;
}

/** Ids are unique across kinds, so a number suffices. */
export async function findFollowable(
  db: ReadDatabase,
  input: Pick<Subscription, 'kind' | 'iblock' | 'id'>,
): Promise<Followable | undefined> {
  const kind = kindOf(input);
  if (kind === 'area' || kind === 'filter') return { kind, object: input.id };
  if (!/^[1-9]\d{0,8}$/.test(input.id)) return undefined;
  const row = await db
    .selectFrom('records')
    .select('kind')
    .where('id', '=', Number(input.id))
    .where('state', '=', 'published')
    .executeTakeFirst();
  const isFollowed = row && followed.some((one) => one === row.kind) && (!kind || kind === row.kind);
  return isFollowed ? { kind: row.kind as Followed, object: input.id } : undefined;
}

/** Title and address of a subscription's object; undefined if it no longer exists. */
export async function describe(
  db: ReadDatabase,
  { kind, object }: Followable,
): Promise<{ title: string; url: string } | undefined> {
  if (kind === 'area') {
    const title = (await termTitles(db, 'therapeuticarea')).get(object);
    return title === undefined ? undefined : { title, url: `/deseases/areas/${object}/` };
  }
  if (kind === 'filter') {
    const filter = readFilter(object);
    return filter && { title: await titleOf(db, filter), url: object };
  }
  const record = (await publishedRecords(db, [Number(object)])).get(Number(object));
  return record?.kind === kind ? { title: record.title, url: addressFor(kind, record.id) } : undefined;
}
