import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** What browsers have kept from running on our pages, counted. */
export const policyReports = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema
      .createTable('policy_reports')
      .addColumn('directive', text, (column) => column.notNull())
      .addColumn('blocked', text, (column) => column.notNull())
      .addColumn('section', text, (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('first_at', text, (column) => column.notNull())
      .addColumn('last_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('policy_reports_key', ['directive', 'blocked', 'section'])
      .execute();
  },
});
