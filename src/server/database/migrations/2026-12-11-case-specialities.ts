import { step } from './step.ts';

export const caseSpecialities = step('', async (db) => {
  const rows = await db
    .selectFrom('cases')
    .select(['id', 'shown'])
    .where('published', '=', 1)
    .where('shown', 'is not', null)
    .execute();
  for (const { id, shown } of rows) {
    const { specialities = [] } = JSON.parse(shown ?? '{}') as { specialities?: string[] };
    const values = [...new Set(specialities)].map((value) => ({ case_id: id, field: 'specialities', value }));
    if (values.length > 0)
      await db
        .insertInto('case_values')
        .values(values)
        .onConflict((conflict) => conflict.columns(['case_id', 'field', 'value']).doNothing())
        .execute();
  }
});
