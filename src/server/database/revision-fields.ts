import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** Revisions learn which fields they changed: histories are told without comparing whole records. */
export const revisionFields = (dialect: Dialect): Migration => ({
  async up(db) {
    await db.schema.alterTable('revisions').addColumn('fields', bytewise(dialect)).execute();
  },
});
