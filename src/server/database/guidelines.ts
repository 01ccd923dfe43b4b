import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';

/** Guidelines became records of their own: diseases, and drafts of them, lose the list of bare numbers. */
export const guidelines = (dialect: Dialect): Migration => ({
  async up(db: Kysely<never>) {
    for (const table of ['records', 'drafts'])
      await (
        dialect === 'postgres'
          ? sql`update ${sql.table(table)} set data = (data::jsonb - 'guidelines')::text where data like ${'%"guidelines":%'}`
          : sql`update ${sql.table(table)} set data = json_remove(data, '$.guidelines') where data like ${'%"guidelines":%'}`
      ).execute(db);
  },
});
