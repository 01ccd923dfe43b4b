import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** The ledger of consents of those who have no account: each stands with the report to which it belongs, and goes with it. */
export const reportConsents = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema
      .createTable('report_consents')
      .addColumn('report_id', 'integer', (column) =>
        column.primaryKey().references('reports.id').onDelete('cascade'),
      )
      .addColumn('document', text, (column) => column.notNull())
      .addColumn('version', text, (column) => column.notNull())
      .addColumn('sha256', text, (column) => column.notNull())
      .addColumn('text', text, (column) => column.notNull())
      .addColumn('given_at', text, (column) => column.notNull())
      .addColumn('ip', text, (column) => column.notNull())
      .addColumn('agent', text, (column) => column.notNull())
      .execute();
  },
});
