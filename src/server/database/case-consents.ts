import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/**
 * That a patient's consent was there, after the paper itself is gone: its digest, its days and who has looked at it. The
 * rows outlive the paper, the case and the author's account, and name no patient.
 */
export const caseConsents = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema
      .createTable('case_consents')
      .addColumn('file_id', 'integer', (column) => column.primaryKey())
      .addColumn('case_id', 'integer', (column) => column.references('cases.id').onDelete('set null'))
      .addColumn('sha256', text, (column) => column.notNull())
      .addColumn('received_at', text, (column) => column.notNull())
      .addColumn('removed_at', text)
      .execute();
    await db.schema.createIndex('case_consents_case').on('case_consents').column('case_id').execute();
    await db.schema
      .createTable('case_consent_looks')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('file_id', 'integer', (column) =>
        column.notNull().references('case_consents.file_id').onDelete('cascade'),
      )
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('editor_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('at', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('case_consent_looks_file')
      .on('case_consent_looks')
      .columns(['file_id', 'round'])
      .execute();
  },
});
