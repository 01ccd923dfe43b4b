import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** Messages of readers about errors in the catalogue. */
export const reports = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema
      .createTable('reports')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('record_id', 'integer', (column) => column.references('records.id').onDelete('set null'))
      .addColumn('field', text)
      .addColumn('text', text, (column) => column.notNull())
      .addColumn('email', text)
      .addColumn('email_key', text)
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('answer', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('updated_at', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('reports_status').on('reports').columns(['status', 'id']).execute();
    await db.schema.createIndex('reports_email').on('reports').column('email_key').execute();
    await db.schema.createIndex('reports_record').on('reports').column('record_id').execute();
    await db.insertInto('meta').values({ name: 'report', value: 0 }).execute();
  },
});
