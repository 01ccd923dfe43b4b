import { derivedForm } from '../derived.ts';
import { step } from './step.ts';

/** Version of derived data, recomputed if older. */
export const derived = step('', async (db) => {
  const found = await db.selectFrom('records').select('id').limit(1).executeTakeFirst();
  await db
    .insertInto('meta')
    .values({ name: 'derived', value: found ? 0 : derivedForm })
    .execute();
});
