import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** The history of publications, what could not be published, and what caches are to be told. */
export const publications = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema
      .createTable('publications')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('mode', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('started_at', text, (column) => column.notNull())
      .addColumn('live_at', text)
      .addColumn('milliseconds', 'integer')
      .addColumn('release', text)
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('pages', 'integer', (column) => column.notNull())
      .addColumn('rendered', 'integer', (column) => column.notNull())
      .addColumn('changed', 'integer', (column) => column.notNull())
      .addColumn('removed', 'integer', (column) => column.notNull())
      .addColumn('changed_addresses', text, (column) => column.notNull())
      .addColumn('removed_addresses', text, (column) => column.notNull())
      .addColumn('message', text)
      .execute();
    await db.schema
      .createTable('publication_records')
      .addColumn('publication_id', 'integer', (column) =>
        column.notNull().references('publications.id').onDelete('cascade'),
      )
      .addColumn('record_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('publication_records_key', ['publication_id', 'record_id'])
      .execute();
    await db.schema
      .createIndex('publication_records_record')
      .on('publication_records')
      .column('record_id')
      .execute();
    await db.schema
      .createTable('publication_troubles')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('record_id', 'integer', (column) => column.references('records.id').onDelete('cascade'))
      .addColumn('field', text)
      .addColumn('message', text, (column) => column.notNull())
      .addColumn('address', text)
      .addColumn('since', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('purges')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('publication_id', 'integer', (column) =>
        column.notNull().references('publications.id').onDelete('cascade'),
      )
      .addColumn('addresses', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('due_at', text, (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('sent_at', text)
      .addColumn('problem', text)
      .execute();
    await db.schema.createIndex('purges_due').on('purges').columns(['sent_at', 'due_at']).execute();
    await db
      .insertInto('meta')
      .values([
        { name: 'publication', value: 0 },
        { name: 'trouble', value: 0 },
        { name: 'purge', value: 0 },
      ])
      .execute();
  },
});
