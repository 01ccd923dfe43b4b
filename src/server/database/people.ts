import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { bytewise } from './text.ts';

/** The tables of people-tables.ts. What belongs to a person goes with the person. */
export const people = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    const table = (name: string) => db.schema.createTable(name);
    const owned = (name: string) =>
      table(name).addColumn('user_id', 'integer', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      );

    await table('users')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('type', text, (column) =>
        column.notNull().check(sql`type in ('doctor', 'patient', 'editor', 'admin')`),
      )
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('email_key', text, (column) => column.notNull())
      .addColumn('confirmed_at', text)
      .addColumn('verified_at', text)
      .addColumn('blocked_at', text)
      .addColumn('password', text)
      .addColumn('last_name', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('second_name', text)
      .addColumn('subject', text)
      .addColumn('city', text)
      .addColumn('med', text)
      .addColumn('company', text)
      .addColumn('position', text)
      .addColumn('disease_id', 'integer', (column) => column.references('records.id').onDelete('set null'))
      .addColumn('frequency', text, (column) => column.notNull().defaultTo('weekly'))
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('updated_at', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('users_confirmed')
      .on('users')
      .column('email_key')
      .unique()
      .where(sql.ref('confirmed_at'), 'is not', null)
      .execute();
    await db.schema.createIndex('users_email').on('users').columns(['email_key', 'id']).execute();

    await owned('user_terms')
      .addColumn('vocabulary', text, (column) => column.notNull())
      .addColumn('code', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('user_terms_key', ['user_id', 'vocabulary', 'code'])
      .execute();

    await owned('avatars')
      .addColumn('data', text, (column) => column.notNull())
      .addColumn('hash', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('avatars_key', ['user_id'])
      .execute();

    await owned('sessions')
      .addColumn('token_hash', text, (column) => column.primaryKey())
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('seen_at', text, (column) => column.notNull())
      .addColumn('expires_at', text, (column) => column.notNull())
      .addColumn('ip', text, (column) => column.notNull())
      .addColumn('agent', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();

    await owned('devices')
      .addColumn('token_hash', text, (column) => column.primaryKey())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('seen_at', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('devices_user').on('devices').column('user_id').execute();

    await owned('tokens')
      .addColumn('hash', text, (column) => column.primaryKey())
      .addColumn('purpose', text, (column) => column.notNull())
      .addColumn('email', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('expires_at', text, (column) => column.notNull())
      .addColumn('used_at', text)
      .execute();
    await db.schema.createIndex('tokens_user').on('tokens').columns(['user_id', 'purpose']).execute();

    await owned('consents')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('purpose', text, (column) => column.notNull())
      .addColumn('document', text, (column) => column.notNull())
      .addColumn('version', text, (column) => column.notNull())
      .addColumn('sha256', text, (column) => column.notNull())
      .addColumn('text', text, (column) => column.notNull())
      .addColumn('given_at', text, (column) => column.notNull())
      .addColumn('withdrawn_at', text)
      .addColumn('ip', text, (column) => column.notNull())
      .addColumn('agent', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('consents_user').on('consents').column('user_id').execute();

    await table('captchas')
      .addColumn('ssid_hash', text, (column) => column.primaryKey())
      .addColumn('answer', text, (column) => column.notNull())
      .addColumn('expires_at', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('captchas_expired').on('captchas').column('expires_at').execute();

    await table('limits')
      .addColumn('key', text, (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('since', text, (column) => column.notNull())
      .addColumn('until', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('limits_over').on('limits').column('until').execute();

    await table('outbox')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('recipient', text, (column) => column.notNull())
      .addColumn('subject', text, (column) => column.notNull())
      .addColumn('text', text, (column) => column.notNull())
      .addColumn('html', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('due_at', text, (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('sent_at', text)
      .addColumn('problem', text)
      .execute();
    await db.schema.createIndex('outbox_due').on('outbox').columns(['sent_at', 'due_at']).execute();
    await db.schema.createIndex('outbox_user').on('outbox').column('user_id').execute();

    await table('audit')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('at', text, (column) => column.notNull())
      .addColumn('deed', text, (column) => column.notNull())
      // What was done stays known when the person is forgotten.
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('actor_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('ip', text)
      .addColumn('agent', text)
      .addColumn('details', text)
      .execute();
    await db.schema.createIndex('audit_user').on('audit').columns(['user_id', 'at']).execute();
    await db.schema.createIndex('audit_actor').on('audit').column('actor_id').execute();

    await owned('subscriptions')
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('object', text, (column) => column.notNull())
      .addColumn('frequency', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('subscriptions_key', ['user_id', 'kind', 'object'])
      .execute();
    await db.schema
      .createIndex('subscriptions_object')
      .on('subscriptions')
      .columns(['kind', 'object'])
      .execute();

    await owned('mailings')
      .addColumn('code', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('mailings_key', ['user_id', 'code'])
      .execute();

    await owned('applications')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('text', text, (column) => column.notNull())
      .addColumn('record_id', 'integer', (column) => column.references('records.id').onDelete('set null'))
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('answer', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('updated_at', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('applications_user').on('applications').column('user_id').execute();
    await table('application_events')
      .addColumn('application_id', 'integer', (column) =>
        column.notNull().references('applications.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('application_events_key', ['application_id', 'position'])
      .execute();

    await db
      .insertInto('meta')
      .values(['user', 'consent', 'letter', 'audit', 'application'].map((name) => ({ name, value: 0 })))
      .execute();
  },
});
