import { kinds } from '#domain/kinds/index.ts';
import { firstReview } from '#domain/review.ts';
import { chunks } from '../chunks.ts';
import { step } from './step.ts';

/** Review days of published records by their kind. */
export const reviewDates = step('', async (db) => {
  const today = new Date().toISOString().slice(0, 10);
  for (const kind of kinds.filter(({ review }) => review)) {
    const found = await db
      .selectFrom('records')
      .select('id')
      .where('kind', '=', kind.name)
      .where('state', '=', 'published')
      .where('review_due', 'is', null)
      .execute();
    for (const some of chunks(found, 500)) {
      const ids = some.map(({ id }) => id);
      const rows = await db
        .selectFrom('records')
        .select(['id', 'data', 'reviewed_at'])
        .where('id', 'in', ids)
        .execute();
      for (const { data, ...row } of rows) {
        const fields = JSON.parse(data) as Record<string, unknown>;
        const review_due = firstReview(kind, { ...row, fields }, today);
        if (review_due)
          await db.updateTable('records').set({ review_due }).where('id', '=', row.id).execute();
      }
    }
  }
});
