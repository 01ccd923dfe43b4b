import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** What subscribers have been told already, and the keys with which links of letters are signed. */
export const digests = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema
      .alterTable('subscriptions')
      .addColumn('told_seq', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('subscriptions').addColumn('paused_from', text).execute();
    await db.schema.alterTable('users').addColumn('paused_frequency', text).execute();
    await db.schema.alterTable('users').addColumn('paused_mailings', text).execute();
    // Who follows already hears of what changes from now on.
    const last = await db.selectFrom('meta').select('value').where('name', '=', 'change').executeTakeFirst();
    await db
      .updateTable('subscriptions')
      .set({ told_seq: last?.value ?? 0 })
      .execute();
    await db.schema
      .createIndex('subscriptions_told')
      .on('subscriptions')
      .columns(['frequency', 'told_seq'])
      .execute();
    await db.schema
      .createTable('told')
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('record_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('told_key', ['user_id', 'record_id'])
      .execute();
    await db.schema
      .createTable('secrets')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', text, (column) => column.notNull())
      .execute();
    await db.schema.alterTable('outbox').addColumn('unsubscribe', text).execute();
  },
});
