import { sql } from 'kysely';
import type { Suggested } from '#contract/subscriptions.ts';
import { disease } from '#domain/kinds/disease.ts';
import { addressOf, isHiddenByDefault } from '#domain/kinds/index.ts';
import { cardsOf } from '../catalogue/list.ts';
import { idsOf } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import { topicOf } from '../notifications/preferences.ts';
import type { Handlers } from '../request/caller.ts';
import { listTopics } from './subscriptions.ts';

const maxSuggestions = 6;
const maxCandidates = 40;

export const suggestedHandlers = {
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
