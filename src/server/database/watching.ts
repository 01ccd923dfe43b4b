import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** The key of each row of the audit, heads that were kept, alerts that stand, and queries that few have asked. */
export const watching = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    const table = (name: string) => db.schema.createTable(name);
    await db.schema.alterTable('audit').addColumn('key', text).execute();
    await db.schema.createIndex('audit_deed').on('audit').columns(['deed', 'at']).execute();
    // What still holds an address is found without reading the rest.
    await sql`create index audit_placed on audit (at) where ip is not null or agent is not null`.execute(db);
    await table('audit_heads')
      .addColumn('row_id', 'integer', (column) => column.primaryKey())
      .addColumn('hash', text, (column) => column.notNull())
      .addColumn('at', text, (column) => column.notNull())
      .execute();
    await table('alerts')
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('about', text, (column) => column.notNull())
      .addColumn('what', text, (column) => column.notNull())
      .addColumn('since', text, (column) => column.notNull())
      .addColumn('seen_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('alerts_key', ['name', 'about'])
      .execute();
    await table('search_hints')
      .addColumn('hash', text, (column) => column.primaryKey())
      .addColumn('askers', text, (column) => column.notNull())
      .addColumn('last_at', text, (column) => column.notNull())
      .execute();
    // Until now whatever one person had typed was kept and shown.
    await db.deleteFrom('search_misses').where('count', '<', 3).execute();
  },
});
