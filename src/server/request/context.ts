import type { AnyRecord } from '#domain/kinds/index.ts';
import type { RenderRequest } from '#domain/render-request.ts';
import type { Database, ReadDatabase } from '../database/database.ts';
import { rateLimiterOf, type RateLimiter } from '../base/rate-limiter.ts';
import type { Settings } from '../settings.ts';
import { makeSemaphores, type Semaphores } from './semaphores.ts';
import { createLimits, type Limits } from './limits.ts';

/** What every part of a running server stands on. */
export interface Context {
  settings: Settings;
  database: Database;
  /** The database, for reading. */
  db: ReadDatabase;
  /** The clock; tests set their own. */
  now: () => Date;
  limits: Limits;
  /** Of accounts, and of networks without one, over all reads that no cache answers. */
  limitRate: RateLimiter;
  semaphores: Semaphores;
  /** How drafts are shown as pages; none until the site has been compiled. */
  previews?: PagePreviews | undefined;
  /** How pages are drawn for single requests; none until the site has been compiled. */
  renderer?: PageRenderer | undefined;
  /** How bodies of requests must come in, where it is not as usual: tests have no minutes to wait. */
  bodyLimits?: Partial<BodyLimits>;
  /** Milliseconds that an answer about an address takes at least: longer than any difference that an account makes. */
  evenTime: number;
  /** What hashing a password costs. */
  passwordCost: PasswordCost;
}

/** The cost of argon2id: kibibytes of memory and passes over them. */
export interface PasswordCost {
  memory: number;
  passes: number;
}

/** OWASP's smallest advised cost. No setting lowers it: only code that creates a context can. */
export const usualPasswordCost: PasswordCost = { memory: 19_456, passes: 2 };

/** The rest of what a server stands on, as usual where nothing else is given. */
export function createContext(
  given: Pick<Context, 'settings' | 'database'> &
    Partial<Pick<Context, 'now' | 'bodyLimits' | 'evenTime' | 'passwordCost' | 'limitRate'>>,
): Context {
  const { settings, database, now = () => new Date() } = given;
  return {
    evenTime: 300,
    passwordCost: usualPasswordCost,
    semaphores: makeSemaphores(database),
    limitRate: rateLimiterOf(settings.RATE_LIMIT, () => now().getTime()),
    ...given,
    db: database.kysely,
    now,
    limits: createLimits({ database, now }),
  };
}

/** Renders the page of a record as it would become; made by the same compiled pages as the site. */
export interface PagePreviews {
  render(record: AnyRecord): Promise<{ html: string; scripts: string[]; styles: string[] }>;
}

/** The compiled site, which renders a page for one request; set by the publisher. */
export interface PageRenderer {
  /** The HTML of the page at this address; nothing while the site is not compiled. An error of 503 passes by itself. */
  render(address: string, facts: RenderRequest): Promise<string | undefined>;
  /** Whether the published site has this address, encoded as in links. */
  has(address: string): boolean;
  /** The page or file of the published site at this address; fails as `render` does. */
  renderFile(address: string): Promise<MissingPage | undefined>;
}

/** A page that nobody has put into its place yet, and the hashes of its inline code. */
export interface MissingPage {
  bytes: Uint8Array;
  scripts: string[];
  styles: string[];
}

/** How bodies of requests must come in. */
export interface BodyLimits {
  /** Most bytes of an ordinary form: a long text of Russian letters, each of which takes six. What may be more is large. */
  ordinary: number;
  /** Large ones that come at the same time: their bytes are in memory. */
  atOnce: number;
  /** Those of one account, or of one network where nobody has signed in. */
  perOwner: number;
  /** Large ones that wait for their turn with nothing read; more are told to come back. */
  waiting: number;
  /** Milliseconds that a turn is waited for. */
  maxWaitMs: number;
  /** In each so many milliseconds … */
  window: number;
  /** … so many bytes at least: a slow line brings more, a client that only holds the connection does not. */
  leastBytes: number;
  /** After so many milliseconds the whole of a body must have come as fast as this. */
  graceMs: number;
  leastBytesPerSecond: number;
}
