import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../database.ts';
import type { Tables } from '../tables.ts';

/** A change of the tables, for each of the two databases. It is frozen once it has run anywhere: mend it by another. */
export type MigrationStep = (dialect: Dialect) => Migration;

/**
 * A step told as statements that both databases understand, each ending in a semicolon, and what SQL alone cannot do
 * after them. Columns of text are compared byte by byte: SQLite's habit, and the `C` collation of PostgreSQL.
 */
export const step =
  (statements: string, then?: (db: Kysely<Tables>, dialect: Dialect) => Promise<void>): MigrationStep =>
  (dialect) => ({
    async up(db) {
      for (const statement of statements.split(';').map((part) => part.trim())) {
        if (statement === '') continue;
        const own =
          dialect === 'postgres' ? statement.replaceAll(/(?<=\w )text\b/g, 'text collate "C"') : statement;
        // oxlint-disable-next-line register/no-raw-sql -- our own words, into which no value comes
        await sql.raw(own).execute(db);
      }
      await then?.(db, dialect);
    },
  });
