import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sealRow } from '../base/chain.ts';
import type { Dialect } from './database.ts';
import type { Tables } from './tables.ts';
import { bytewise } from './text.ts';

/** Drafts beside the published records, presence, schedules, previews, saved views, imports that can be undone. */
export const editors = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    const table = (name: string) => db.schema.createTable(name);
    await db.schema.alterTable('records').addColumn('completeness', 'integer').execute();
    await db.schema
      .alterTable('records')
      .addColumn('owner_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .execute();
    await db.schema
      .alterTable('records')
      .addColumn('successor_id', 'integer', (column) => column.references('records.id').onDelete('set null'))
      .execute();
    await table('drafts')
      .addColumn('record_id', 'integer', (column) =>
        column.primaryKey().references('records.id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('base_version', 'integer', (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('author_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('authors', text, (column) => column.notNull())
      .addColumn('note', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('updated_at', text, (column) => column.notNull())
      .addColumn('sources', text, (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .execute();
    await table('presence')
      .addColumn('record_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('since', text, (column) => column.notNull())
      .addColumn('seen_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('presence_key', ['record_id', 'user_id'])
      .execute();
    await table('schedules')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('record_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addColumn('action', text, (column) => column.notNull())
      .addColumn('due_at', text, (column) => column.notNull())
      .addColumn('author_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('reason', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('done_at', text)
      .addColumn('outcome', text)
      .execute();
    await db.schema.createIndex('schedules_due').on('schedules').columns(['done_at', 'due_at']).execute();
    await table('previews')
      .addColumn('hash', text, (column) => column.primaryKey())
      .addColumn('record_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addColumn('author_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('expires_at', text, (column) => column.notNull())
      .execute();
    await table('views')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('title', text, (column) => column.notNull())
      .addColumn('query', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute();
    await table('review_rules')
      .addColumn('kind', text, (column) => column.primaryKey())
      .addColumn('is_required', 'integer', (column) => column.notNull())
      .execute();
    await table('menus')
      .addColumn('code', text, (column) => column.primaryKey())
      .addColumn('items', text, (column) => column.notNull())
      .addColumn('updated_at', text, (column) => column.notNull())
      .execute();
    await table('imports')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('format', text, (column) => column.notNull())
      .addColumn('file_name', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('author_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('finished_at', text)
      .addColumn('summary', text, (column) => column.notNull())
      .execute();
    await table('import_files')
      .addColumn('import_id', 'integer', (column) =>
        column.primaryKey().references('imports.id').onDelete('cascade'),
      )
      .addColumn('data', text, (column) => column.notNull())
      .execute();
    await table('import_rows')
      .addColumn('import_id', 'integer', (column) =>
        column.notNull().references('imports.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('identity', text, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('title', text, (column) => column.notNull())
      .addColumn('record_id', 'integer')
      .addColumn('outcome', text, (column) => column.notNull())
      .addColumn('is_safe', 'integer', (column) => column.notNull())
      .addColumn('version_before', 'integer')
      .addColumn('version_after', 'integer')
      .addColumn('differences', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('import_rows_key', ['import_id', 'position'])
      .execute();
    await db
      .insertInto('meta')
      .values(['draft', 'view', 'schedule', 'import'].map((name) => ({ name, value: 0 })))
      .execute();
    await chainAudit(db as Kysely<unknown>, text);
  },
});

/** Gives the audit its chain: what has been written so far is sealed as it stands. */
async function chainAudit(db: Kysely<unknown>, text: ReturnType<typeof bytewise>): Promise<void> {
  for (const column of ['salt', 'seal', 'hash'])
    await db.schema.alterTable('audit').addColumn(column, text).execute();
  await db.schema.alterTable('audit').addColumn('record_id', 'integer').execute();
  const tables = db as unknown as Kysely<Tables>;
  let last = '';
  for (const row of await tables.selectFrom('audit').selectAll().orderBy('id').execute()) {
    // Rows whose person has been forgotten before there was a chain have nothing to seal any more.
    const own = createHash('sha256').update(String(row.id)).digest('hex').slice(0, 32);
    const { salt, seal, hash } = sealRow(row, last, own);
    last = hash;
    await tables.updateTable('audit').set({ salt, seal, hash }).where('id', '=', row.id).execute();
  }
}
