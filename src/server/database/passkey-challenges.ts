import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/**
 * Challenges belong to a browser: whoever signs in by a key alone has no account yet, and two browsers of one person do
 * not take each other's. The table had no use before.
 */
export const passkeyChallenges = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema.dropTable('passkey_challenges').execute();
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('holder', text, (column) => column.notNull())
      .addColumn('purpose', text, (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('challenge', text, (column) => column.notNull())
      .addColumn('expires_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('passkey_challenges_key', ['holder', 'purpose'])
      .execute();
    await db.schema
      .createIndex('passkey_challenges_user')
      .on('passkey_challenges')
      .column('user_id')
      .execute();
  },
});
