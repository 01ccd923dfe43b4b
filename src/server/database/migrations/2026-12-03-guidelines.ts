import { sql } from 'kysely';
import { step } from './step.ts';

/** Guidelines become records: diseases and drafts lose their lists of ids. */
export const guidelines = step('', async (db, dialect) => {
  const without =
    dialect === 'postgres' ? sql`(data::jsonb - 'guidelines')::text` : sql`json_remove(data, '$.guidelines')`;
  for (const table of ['records', 'drafts'])
    await sql`update ${sql.table(table)} set data = ${without} where data like ${'%"guidelines":%'}`.execute(
      db,
    );
});
