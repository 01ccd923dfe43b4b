import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** How accounts begin and change hands: the operator's link, a change of address, the rule of a password, passkeys. */
export const accountLife = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    const table = (name: string) => db.schema.createTable(name);
    const owned = (name: string) =>
      table(name).addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      );

    await table('founding_links')
      .addColumn('hash', text, (column) => column.primaryKey())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('expires_at', text, (column) => column.notNull())
      .execute();

    await owned('address_changes')
      .addColumn('old_hash', text, (column) => column.primaryKey())
      .addColumn('new_hash', text, (column) => column.notNull().unique())
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('old_confirmed_at', text)
      .addColumn('new_confirmed_at', text)
      .addColumn('done_at', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('expires_at', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('address_changes_user').on('address_changes').column('user_id').execute();

    await db.schema
      .alterTable('users')
      .addColumn('password_least', 'integer', (column) => column.notNull().defaultTo(12))
      .execute();
    // Until now an editor's password was looked at when it was set.
    await db
      .updateTable('users')
      .set({ password_least: 15 })
      .where('type', 'in', ['editor', 'admin'])
      .execute();

    await owned('passkeys')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('public_key', text, (column) => column.notNull())
      .addColumn('counter', text, (column) => column.notNull())
      .addColumn('transports', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('used_at', text)
      .execute();
    await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute();
    await owned('passkey_challenges')
      .addColumn('purpose', text, (column) => column.notNull())
      .addColumn('challenge', text, (column) => column.notNull())
      .addColumn('expires_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('passkey_challenges_key', ['user_id', 'purpose'])
      .execute();

    // Codes of letters that the new rules do not know.
    await db
      .deleteFrom('tokens')
      .where('purpose', 'in', ['first administrator', 'old address', 'new address'])
      .execute();
  },
});
