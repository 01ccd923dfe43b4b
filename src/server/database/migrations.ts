import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Dialect } from './database.ts';
import { accountLife } from './account-life.ts';
import { account } from './account.ts';
import { caseConsents } from './case-consents.ts';
import { caseReaders } from './case-readers.ts';
import { cases } from './cases.ts';
import { derived } from './derived.ts';
import { deskOrders } from './desk-orders.ts';
import { desk } from './desk.ts';
import { digests } from './digests.ts';
import { editors } from './editors.ts';
import { guidelines } from './guidelines.ts';
import { imports } from './imports.ts';
import { passkeyChallenges } from './passkey-challenges.ts';
import { people } from './people.ts';
import { policyReports } from './policy-reports.ts';
import { publications } from './publications.ts';
import { reportConsents } from './report-consents.ts';
import { reports } from './reports.ts';
import { revisionFields } from './revision-fields.ts';
import { bytewise } from './text.ts';
import { searchAnswers } from './search-answers.ts';
import { watching } from './watching.ts';

const catalogue = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema
      .createTable('records')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('external', text)
      .addColumn('code', text)
      .addColumn('state', text, (column) =>
        column.notNull().check(sql`state in ('draft', 'review', 'published', 'archived')`),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('title_key', text, (column) => column.notNull())
      .addColumn('letter', text, (column) => column.notNull())
      .addColumn('newest_key', text, (column) => column.notNull())
      .addColumn('reviewed_at', text)
      .addColumn('reviewer', text)
      .addColumn('review_due', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('updated_at', text, (column) => column.notNull())
      .addColumn('changed_seq', 'integer')
      // Long texts last: SQLite reads a row from its start.
      .addColumn('card', text, (column) => column.notNull())
      .addColumn('origins', text, (column) => column.notNull())
      .addColumn('sources', text, (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .execute();
    const index = (name: string, columns: string[]) =>
      db.schema.createIndex(name).on('records').columns(columns);
    await index('records_external', ['kind', 'external']).unique().execute();
    await index('records_code', ['kind', 'code']).unique().execute();
    await index('records_title', ['kind', 'state', 'title_key', 'id']).execute();
    await index('records_newest', ['kind', 'state', 'newest_key', 'id']).execute();
    await index('records_updated', ['kind', 'state', 'updated_at', 'id']).execute();
    await index('records_changed', ['changed_seq']).execute();

    await db.schema
      .createTable('links')
      .addColumn('from_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addColumn('field', text, (column) => column.notNull())
      .addColumn('to_id', 'integer', (column) => column.notNull().references('records.id'))
      .addPrimaryKeyConstraint('links_key', ['from_id', 'field', 'to_id'])
      .execute();
    await db.schema.createIndex('links_to').on('links').columns(['to_id', 'field', 'from_id']).execute();

    await db.schema
      .createTable('facets')
      .addColumn('record_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('field', text, (column) => column.notNull())
      .addColumn('value', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('facets_key', ['record_id', 'field', 'value'])
      .execute();
    await db.schema
      .createIndex('facets_value')
      .on('facets')
      .columns(['kind', 'field', 'value', 'record_id'])
      .execute();

    await db.schema
      .createTable('revisions')
      .addColumn('record_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('author', text, (column) => column.notNull())
      .addColumn('reason', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('sources', text, (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('revisions_key', ['record_id', 'version'])
      .execute();

    await db.schema
      .createTable('changes')
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('record_id', 'integer', (column) =>
        column.notNull().references('records.id').onDelete('cascade'),
      )
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('action', text, (column) => column.notNull().check(sql`action in ('put', 'remove')`))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('changes_record').on('changes').column('record_id').execute();

    await db.schema
      .createTable('terms')
      .addColumn('vocabulary', text, (column) => column.notNull())
      .addColumn('code', text, (column) => column.notNull())
      .addColumn('title', text, (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('data', text)
      .addPrimaryKeyConstraint('terms_key', ['vocabulary', 'code'])
      .execute();

    await db.schema
      .createTable('meta')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', 'integer', (column) => column.notNull())
      .execute();
    await db
      .insertInto('meta')
      .values([
        { name: 'record', value: 0 },
        { name: 'change', value: 0 },
        { name: 'terms', value: 0 },
      ])
      .execute();
  },
});

const searchMisses = (dialect: Dialect): Migration => ({
  async up(db) {
    const text = bytewise(dialect);
    await db.schema
      .createTable('search_misses')
      .addColumn('query', text, (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('last_at', text, (column) => column.notNull())
      .execute();
  },
});

/** A step whose work is done at the start by what works everything out anew (`catalogue/derived.ts`). */
const nothing: Migration = { async up() {} };

/** Every step, in the order of their names. */
const steps: Record<string, (dialect: Dialect) => Migration> = {
  '2026-11-21-catalogue': catalogue,
  '2026-11-22-people': people,
  '2026-11-23-search-misses': searchMisses,
  '2026-11-24-account': account,
  '2026-11-25-digests': digests,
  '2026-11-26-cases': cases,
  '2026-11-27-editors': editors,
  '2026-11-28-reports': reports,
  '2026-11-28-revision-fields': revisionFields,
  '2026-11-29-publications': publications,
  '2026-11-30-imports': imports,
  '2026-12-01-desk': desk,
  '2026-12-02-case-readers': caseReaders,
  '2026-12-03-guidelines': guidelines,
  '2026-12-03-account-life': accountLife,
  '2026-12-04-case-consents': caseConsents,
  '2026-12-05-report-consents': reportConsents,
  '2026-12-05-policy-reports': policyReports,
  '2026-12-05-desk-orders': deskOrders,
  '2026-12-05-watching': watching,
  '2026-12-05-passkey-challenges': passkeyChallenges,
  '2026-12-06-tiers': () => nothing,
  '2026-12-07-derived': derived,
  '2026-12-08-search-answers': searchAnswers,
};
export const knownMigrations: readonly string[] = Object.keys(steps);

/** Brings the tables up to date within the transaction given, or as far as the steps named: all of it or nothing. */
export async function migrate(
  db: Kysely<never>,
  dialect: Dialect,
  names: readonly string[] = knownMigrations,
): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(steps)
      .filter(([name]) => names.includes(name))
      .map(([name, step]) => [name, step(dialect)]),
  );
  const migrator = new Migrator({
    db,
    // Steps that were written side by side land in any order; none builds on another of the same week.
    allowUnorderedMigrations: true,
    provider: { getMigrations: async () => migrations },
    // Without its name, the migrator takes the tables of another schema for its own.
    ...(dialect === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function currentSchema(db: Kysely<never>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
