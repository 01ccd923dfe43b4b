import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tierOf } from '#domain/tier.ts';
import type { Tables } from './tables.ts';

/** Records looked at together. */
const some = 500;

/** Diseases that were written before records told how much they tell: their cards and facets get the tier. */
export const tiers = (): Migration => ({
  async up(untyped: Kysely<never>) {
    const db = untyped as unknown as Kysely<Tables>;
    for (let last = 0; ;) {
      const rows = await db
        .selectFrom('records')
        .select(['id', 'state', 'data', 'card'])
        .where('kind', '=', 'disease')
        .where('id', '>', last)
        .orderBy('id')
        .limit(some)
        .execute();
      const found = rows.map((row) => ({
        ...row,
        tier: tierOf(JSON.parse(row.data) as Record<string, unknown>),
      }));
      for (const { id, card, tier } of found)
        await db
          .updateTable('records')
          .set({ card: JSON.stringify({ ...(JSON.parse(card) as object), tier }) })
          .where('id', '=', id)
          .execute();
      const published = found.filter(({ state }) => state === 'published');
      if (published.length > 0)
        await db
          .insertInto('facets')
          .values(
            published.map(({ id, tier }) => ({ record_id: id, kind: 'disease', field: 'tier', value: tier })),
          )
          .execute();
      last = rows.at(-1)?.id ?? 0;
      if (rows.length < some) return;
    }
  },
});
