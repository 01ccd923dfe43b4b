import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** What was answered to queries that editors look at; of those that stand already nothing was found. */
export const searchAnswers = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema
      .alterTable('search_misses')
      .addColumn('match', text, (column) => column.notNull().defaultTo('nothing'))
      .execute();
    await db.schema
      .alterTable('search_misses')
      .addColumn('shown', text, (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
});
