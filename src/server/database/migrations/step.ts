import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../tables.ts';

/** A migration for both databases. Frozen once released: correct it by another. */
export type MigrationStep = (dialect: Dialect) => Migration;

/**
 * A migration of SQL statements for both databases, each ending in a semicolon. Text columns compare bytewise:
 * SQLite's default, and PostgreSQL's `C` collation.
 */
export const step =
  (statements: string): MigrationStep =>
  (dialect) => ({
    async up(db) {
      for (const statement of statements.split(';').map((part) => part.trim())) {
        if (statement === '') continue;
        const own =
          dialect === 'postgres' ? statement.replaceAll(/(?<=\w )text\b/g, 'text collate "C"') : statement;
        // oxlint-disable-next-line register/no-raw-sql -- our own words, into which no value comes
        await sql.raw(own).execute(db);
      }
    },
  });
