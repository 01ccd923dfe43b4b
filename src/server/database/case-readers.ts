import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** Which doctors have read a case: its author sees how many. */
export const caseReaders = (dialect: Dialect): Migration => ({
  async up(db) {
    await db.schema
      .createTable('case_readers')
      .addColumn('case_id', 'integer', (column) =>
        column.notNull().references('cases.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('created_at', bytewise(dialect), (column) => column.notNull())
      .addPrimaryKeyConstraint('case_readers_key', ['case_id', 'user_id'])
      .execute();
    await db.schema.createIndex('case_readers_user').on('case_readers').column('user_id').execute();
  },
});
