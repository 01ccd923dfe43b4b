import { sql } from 'kysely';
import type { Dialect } from './database.ts';

/** Text that is compared byte by byte: SQLite's habit, and the `C` collation of PostgreSQL. */
export const bytewise = (dialect: Dialect) => (dialect === 'postgres' ? sql`text collate "C"` : sql`text`);
