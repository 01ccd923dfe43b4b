import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** The tables of account-tables.ts, and columns that older tables gain. */
export const account = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    const table = (name: string) => db.schema.createTable(name);
    const owned = (name: string) =>
      table(name).addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      );
    const index = (name: string, on: string, columns: string[]) =>
      db.schema.createIndex(name).on(on).columns(columns).execute();

    await db.schema
      .alterTable('sessions')
      .addColumn('stage', text, (column) => column.notNull().defaultTo('full'))
      .execute();
    await db.schema.alterTable('captchas').addColumn('form', text).execute();
    await db.schema
      .alterTable('applications')
      .addColumn('editor_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .execute();
    await index('applications_queue', 'applications', ['status', 'id']);

    await owned('uploads')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('purpose', text, (column) => column.notNull())
      .addColumn('file', text, (column) => column.notNull().unique())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('sha256', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute();
    await index('uploads_user', 'uploads', ['user_id']);

    await table('application_files')
      .addColumn('application_id', 'integer', (column) =>
        column.notNull().references('applications.id').onDelete('cascade'),
      )
      .addColumn('upload_id', 'integer', (column) =>
        column.notNull().references('uploads.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('application_files_key', ['application_id', 'upload_id'])
      .execute();
    await index('application_files_upload', 'application_files', ['upload_id']);

    await owned('verifications')
      .addColumn('application_id', 'integer', (column) =>
        column.primaryKey().references('applications.id').onDelete('cascade'),
      )
      .addColumn('way', text, (column) => column.notNull())
      .addColumn('email', text)
      .addColumn('email_confirmed_at', text)
      .addColumn('due_at', text, (column) => column.notNull())
      .addColumn('decision', text)
      .addColumn('decided_at', text)
      .addColumn('decided_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .execute();
    await index('verifications_user', 'verifications', ['user_id']);

    await owned('factors')
      .addColumn('secret', text)
      .addColumn('pending', text)
      .addColumn('confirmed_at', text)
      .addColumn('last_step', 'integer')
      .addColumn('created_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('factors_key', ['user_id'])
      .execute();
    await owned('recovery_codes')
      .addColumn('hash', text, (column) => column.notNull())
      .addColumn('used_at', text)
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
      .execute();

    await table('repeats')
      .addColumn('key', text, (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('body', text, (column) => column.notNull())
      .addColumn('answer', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute();
    await index('repeats_old', 'repeats', ['created_at']);
    await index('repeats_user', 'repeats', ['user_id']);

    await owned('readings')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('at', text, (column) => column.notNull())
      .addColumn('reader_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('fields', text, (column) => column.notNull())
      .addColumn('place', text, (column) => column.notNull())
      .execute();
    await index('readings_user', 'readings', ['user_id', 'at']);
    await index('readings_reader', 'readings', ['reader_id']);

    await db
      .insertInto('meta')
      .values(['upload', 'reading'].map((name) => ({ name, value: 0 })))
      .execute();
  },
});
