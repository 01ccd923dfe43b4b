import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** Imports as editors look at them: rows with what an editor has chosen, and what was skipped before. */
export const imports = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    const table = (name: string) => db.schema.createTable(name);
    for (const column of ['problem', 'mode', 'applied_at', 'undone_at'])
      await db.schema.alterTable('imports').addColumn(column, text).execute();
    for (const column of ['applied_by', 'undone_by'])
      await db.schema
        .alterTable('imports')
        .addColumn(column, 'integer', (added) => added.references('users.id').onDelete('set null'))
        .execute();
    await db.schema
      .alterTable('imports')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .alterTable('imports')
      .addColumn('size', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // Nothing has ever been written into it.
    await db.schema.dropTable('import_rows').execute();
    await table('import_rows')
      .addColumn('import_id', 'integer', (column) =>
        column.notNull().references('imports.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('line', 'integer')
      .addColumn('identity', text, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('title', text, (column) => column.notNull())
      .addColumn('title_key', text, (column) => column.notNull())
      .addColumn('record_id', 'integer')
      .addColumn('outcome', text, (column) => column.notNull())
      .addColumn('is_safe', 'integer', (column) => column.notNull())
      .addColumn('choice', text, (column) => column.notNull())
      .addColumn('chosen', text, (column) => column.notNull())
      .addColumn('refused', text, (column) => column.notNull())
      .addColumn('safe_fields', text, (column) => column.notNull())
      .addColumn('plain_fields', text, (column) => column.notNull())
      .addColumn('version_before', 'integer')
      .addColumn('version_after', 'integer')
      .addColumn('draft_version', 'integer')
      .addColumn('result', text)
      .addColumn('reason', text)
      .addColumn('plan', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('import_rows_key', ['import_id', 'position'])
      .execute();
    await db.schema.createIndex('import_rows_record').on('import_rows').columns(['record_id']).execute();
    await table('import_skips')
      .addColumn('format', text, (column) => column.notNull())
      .addColumn('identity', text, (column) => column.notNull())
      .addColumn('field', text, (column) => column.notNull())
      .addColumn('digest', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('import_skips_key', ['format', 'identity', 'field'])
      .execute();
  },
});
