import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** What stands around the records: files of the desk, links to other sites, the last results of checks. */
export const desk = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema.alterTable('purges').addColumn('status', 'integer').execute();
    await db.schema
      .createTable('checks')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('at', text, (column) => column.notNull())
      .addColumn('result', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('outer_links')
      .addColumn('url', text, (column) => column.primaryKey())
      .addColumn('due_at', text, (column) => column.notNull())
      .addColumn('checked_at', text)
      .addColumn('status', 'integer')
      .addColumn('problem', text)
      .addColumn('since', text)
      .execute();
    await db.schema.createIndex('outer_links_due').on('outer_links').column('due_at').execute();
    await db.schema.createIndex('outer_links_since').on('outer_links').column('since').execute();
    await db.schema
      .createTable('outer_link_uses')
      .addColumn('url', text, (column) => column.notNull())
      .addColumn('record_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addColumn('field', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('outer_link_uses_key', ['url', 'record_id', 'field'])
      .execute();
    await db.schema.createIndex('outer_link_uses_record').on('outer_link_uses').column('record_id').execute();
    await db.schema
      .createTable('files')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('title', text, (column) => column.notNull())
      .addColumn('file', text, (column) => column.notNull().unique())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('sha256', text, (column) => column.notNull())
      .addColumn('remarks', text, (column) => column.notNull())
      .addColumn('author_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('created_at', text, (column) => column.notNull())
      .execute();
    await db
      .insertInto('meta')
      .values([{ name: 'file', value: 0 }])
      .execute();
  },
});
