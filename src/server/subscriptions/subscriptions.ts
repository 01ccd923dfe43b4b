import { sql } from 'kysely';
import type { Suggested } from '#contract/subscriptions.ts';
import { disease } from '#domain/kinds/disease.ts';
import { cardsOf } from '../catalogue/list.ts';
import { idsOf } from '../database/chunks.ts';
import { countRows } from '../database/page.ts';
import type { Subscription } from '#contract/forms/profile.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { addressOf, isHiddenByDefault, kinds } from '#domain/kinds/index.ts';
import { followed, type Followed, type Frequency } from '#domain/subscriptions.ts';
import { numbers } from '../catalogue/changes.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { digestTopic, frequencyOf, parseTopic, topicOf } from '../notifications/preferences.ts';
import type { Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { readFilter, titleOf } from './filter.ts';

const maxSubscriptions = 1000;
const maxSuggestions = 6;
const maxCandidates = 40;

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
    const place = await findFollowable(db, input);
    if (!place) throw new HttpError(404, 'Такой записи нет.', 'id');
    return await once(async (tx) => {
      const count = await countRows(subscriptionsOf(tx, user.id));
      if (count >= maxSubscriptions)
        throw new HttpError(409, `Подписок уже ${maxSubscriptions}: сначала уберите лишние.`);
      const row = await keepFollowing(tx, user.id, place, { frequency: input.frequency, at: now() });
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
  /**
   * Suggested diseases: the one chosen at registration, then the best described ones of the user's areas (or of
   * that disease's). Existing subscriptions are left out.
   */
  'GET /api/subscribes/suggested': async ({ db, user }) => {
    const own = user.disease_id;
    const areas = await areasOf(db, { id: user.id, disease: own });
    const cards = await cardsOf(db, [...(own ? [own] : []), ...(await fullest(db, areas))]);
    const met = new Set(await listTopics(db, user.id));
    const suggested: Suggested[] = [];
    for (const card of cards) {
      const topic = topicOf(disease.name, card.id);
      if (met.has(topic) || isHiddenByDefault(disease, card)) continue;
      met.add(topic);
      suggested.push({ id: card.id, title: card.title, url: addressOf(disease, card) });
      if (suggested.length === maxSuggestions) break;
    }
    return suggested;
  },
} satisfies Partial<Handlers>;

const subscriptionsOf = (db: ReadDatabase, userId: number) =>
  db.selectFrom('preferences').where('user_id', '=', userId).where('notified_seq', 'is not', null);

export const listTopics = async (db: ReadDatabase, userId: number): Promise<string[]> =>
  (await subscriptionsOf(db, userId).select('topic').orderBy('topic').execute()).map(({ topic }) => topic);

/** Subscribes from the current change on. */
export const keepFollowing = async (
  tx: WriteTransaction,
  userId: number,
  { kind, id }: { kind: Followed; id: string },
  { frequency, at }: { frequency?: Frequency | undefined; at: Date },
): Promise<{ frequency: string; created_at: string }> =>
  await tx
    .insertInto('preferences')
    .values({
      user_id: userId,
      topic: topicOf(kind, id),
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

/** The object to subscribe to. Ids are unique across kinds, so a number suffices. */
export async function findFollowable(
  db: ReadDatabase,
  input: Pick<Subscription, 'kind' | 'iblock' | 'id'>,
): Promise<FollowedPlace | undefined> {
  const { id } = input;
  const kind = kindOf(input);
  if (kind === 'area' || kind === 'filter') return await describe(db, topicOf(kind, id));
  if (!/^[1-9]\d{0,8}$/.test(id)) return undefined;
  const found = (await publishedRecords(db, [Number(id)])).get(Number(id))?.kind;
  const isFollowed = followed.some((one) => one === found) && (!kind || kind === found);
  return found && isFollowed ? await describe(db, topicOf(found, id)) : undefined;
}

interface FollowedPlace {
  kind: Followed;
  id: string;
  title: string;
  url: string;
}

/** The object of a subscription; undefined if it no longer exists. */
export async function describe(db: ReadDatabase, topic: string): Promise<FollowedPlace | undefined> {
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

/** Areas that the person has chosen, or those of their disease. */
async function areasOf(db: ReadDatabase, person: { id: number; disease: number | null }): Promise<string[]> {
  const chosen = await db
    .selectFrom('user_terms')
    .select('code')
    .where('user_id', '=', person.id)
    .where('vocabulary', '=', 'therapeuticarea')
    .execute();
  if (chosen.length > 0 || person.disease === null) return chosen.map(({ code }) => code);
  const ofDisease = await db
    .selectFrom('facets')
    .select('value')
    .where('record_id', '=', person.disease)
    .where('field', '=', 'areas')
    .execute();
  return ofDisease.map(({ value }) => value);
}

/** Diseases by number of linked records, most first. */
async function fullest(db: ReadDatabase, areas: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('links')
    .select('to_id as id')
    .where('field', '=', 'diseases')
    .$if(areas.length > 0, (links) =>
      links.where('to_id', 'in', (eb) =>
        eb
          .selectFrom('facets')
          .select('record_id')
          .where('kind', '=', disease.name)
          .where('field', '=', 'areas')
          .where('value', 'in', [...areas]),
      ),
    )
    .groupBy('to_id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('to_id')
    .limit(maxCandidates)
    .execute();
  return idsOf(rows);
}
