import { derivedForm } from '../derived.ts';
import { step } from './step.ts';

/** In which form the tables hold what is worked out of records: those of an older program are worked out anew. */
export const derived = step('', async (db) => {
  const found = await db.selectFrom('records').select('id').limit(1).executeTakeFirst();
  await db
    .insertInto('meta')
    .values({ name: 'derived', value: found ? 0 : derivedForm })
    .execute();
});
