import type { Database } from './database/database.ts';
import type { Arrival } from './http/arrival.ts';
import type { PagePreviews } from './editors/previews.ts';
import type { Settings } from './settings.ts';
import type { PageRenderer } from './site/drawn.ts';

/** What every part of a running server stands on. */
export interface Context {
  settings: Settings;
  database: Database;
  /** The clock; tests set their own. */
  now?: () => Date;
  /** How drafts are shown as pages; none until the site has been compiled. */
  previews?: PagePreviews | undefined;
  /** How pages are drawn for single requests; none until the site has been compiled. */
  renderer?: PageRenderer | undefined;
  /** How bodies of requests must come in, where it is not as usual: tests have no minutes to wait. */
  arrival?: Partial<Arrival>;
  /** Milliseconds that an answer about an address takes at least, where it is not as usual, for the same reason. */
  evenTime?: number;
}
