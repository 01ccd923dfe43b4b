import type { Database } from './database/database.ts';
import type { Settings } from './settings.ts';

/** What every part of a running server stands on. */
export interface Context {
  settings: Settings;
  database: Database;
  /** The clock; tests set their own. */
  now?: () => Date;
}
