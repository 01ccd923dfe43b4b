import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { OperatorError } from '#domain/operator-error.ts';
import type { Dialect, Tables } from './tables.ts';
import { baseline } from './migrations/0001-baseline.ts';
import { unreadTables } from './migrations/0002-unread-tables.ts';
import { preferences } from './migrations/0010-preferences.ts';
import { savedCases } from './migrations/0040-saved-cases.ts';
import { searchHints } from './migrations/0041-search-hints.ts';
import { auditHeads } from './migrations/0042-audit-heads.ts';
import type { MigrationStep } from './migrations/step.ts';

const steps: Record<string, MigrationStep> = {
  '0001-baseline': baseline,
  '0002-unread-tables': unreadTables,
  '0010-preferences': preferences,
  '0040-saved-cases': savedCases,
  '0041-search-hints': searchHints,
  '0042-audit-heads': auditHeads,
};
export const knownMigrations: readonly string[] = Object.keys(steps);

/** Applies all migrations, or the named ones, within the transaction. */
export async function migrate(
  db: Kysely<never>,
  dialect: Dialect,
  names: readonly string[] = knownMigrations,
): Promise<void> {
  await takeOver(db, dialect);
  const migrations = Object.fromEntries(
    Object.entries(steps)
      .filter(([name]) => names.includes(name))
      .map(([name, make]) => [name, make(dialect)]),
  );
  const migrator = new Migrator({
    db,
    // Migrations of parallel branches may land in any order and are independent.
    allowUnorderedMigrations: true,
    provider: { getMigrations: async () => migrations },
    // Without the schema name, the migrator would use another schema's tables.
    ...(dialect === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function currentSchema(db: Kysely<never>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}

type MigrationTable = Kysely<{ kysely_migration: { name: string; timestamp: string } }>;

/** Names of applied migrations as the database has them; none without tables. */
export async function appliedMigrations(
  db: Kysely<Tables> | Kysely<never>,
  dialect: Dialect,
): Promise<string[]> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where name = 'kysely_migration'`
      : sql`select 1 from information_schema.tables
          where table_schema = current_schema() and table_name = 'kysely_migration'`
  ).execute(db);
  if (rows.length === 0) return [];
  const own = db as unknown as MigrationTable;
  const applied = await own.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return applied.map(({ name }) => name);
}

const lastOfFirstVersion = '2027-01-03-used-codes';
/** Present names of former migrations; those before the last of version 1.0.0 have none. */
const renamed: Record<string, string> = {
  [lastOfFirstVersion]: '0001-baseline',
  '2027-01-04-unread-tables': '0002-unread-tables',
};

/** Present names of applied migrations: those of version 1.0.0 are the baseline. Older databases are refused. */
export function presentNames(applied: readonly string[]): string[] {
  const isFormer = (name: string) => /^20\d\d-/.test(name) && name <= lastOfFirstVersion;
  if (applied.some(isFormer) && !applied.includes(lastOfFirstVersion))
    throw new OperatorError(
      'База данных старше версии 1.0.0: сначала поставьте v1.0.0 и запустите её один раз, затем обновитесь до этой версии.',
    );
  return applied.flatMap((name) => renamed[name] ?? (isFormer(name) ? [] : name));
}

/** Renames the applied migrations; their tables are the same. */
async function takeOver(db: Kysely<never>, dialect: Dialect): Promise<void> {
  const applied = await appliedMigrations(db, dialect);
  const present = presentNames(applied);
  const former = applied.filter((name) => !present.includes(name));
  if (former.length === 0) return;
  const own = db as unknown as MigrationTable;
  await own.deleteFrom('kysely_migration').where('name', 'in', former).execute();
  const timestamp = new Date().toISOString();
  await own
    .insertInto('kysely_migration')
    .values(present.filter((name) => !applied.includes(name)).map((name) => ({ name, timestamp })))
    .execute();
}
