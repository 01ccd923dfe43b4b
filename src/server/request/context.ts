import type { AnyRecord } from '#domain/kinds/index.ts';
import type { RenderRequest } from '#domain/render-request.ts';
import { singleProcess, type Cluster } from '../database/cluster.ts';
import type { Database, ReadDatabase } from '../database/database.ts';
import { rateLimiterOf, type RateLimiter } from '../base/rate-limiter.ts';
import type { Settings } from '../settings.ts';
import { createResponseStatistics, type ResponseStatistics } from '../alerts/response-statistics.ts';
import { createConcepts, type Concepts } from '../codes/concepts.ts';
import { createLists, type PublishedLists } from '../catalogue/lists.ts';
import { createImportJobs, type ImportJobs } from '../import/jobs.ts';
import { LivePublication } from '../publication/live-publication.ts';
import { createReadCount, type ReadCount } from '../reads/count.ts';
import { UnpublishedIndex } from '../search/desk.ts';
import { createFailedQueries, type FailedQueries } from '../search/failed-queries.ts';
import { createPublicSearch, type PublicSearch } from '../search/public-search.ts';
import { makeSemaphore } from '../base/semaphore.ts';
import { createLimits, type Limits } from './limits.ts';

export interface Context {
  settings: Settings;
  database: Database;
  db: ReadDatabase;
  /** Clock; tests set their own. */
  now: () => Date;
  limits: Limits;
  /** Limits uncached reads by account, or by network without one. */
  limitRate: RateLimiter;
  semaphores: ReturnType<typeof makeSemaphores>;
  cluster: Cluster;
  /** Publication state for editors, reported by the publisher. */
  publication: LivePublication;
  importJobs: ImportJobs;
  readCount: ReadCount;
  failedQueries: FailedQueries;
  publicSearch: PublicSearch;
  currentLists: () => Promise<PublishedLists>;
  currentConcepts: () => Promise<Concepts>;
  unpublishedIndex: UnpublishedIndex;
  responses: ResponseStatistics;
  /** Renders previews; undefined until the site is compiled. */
  previews?: PagePreviews | undefined;
  /** Renders pages on demand; undefined until the site is compiled. */
  renderer?: PageRenderer | undefined;
  bodyLimits?: Partial<BodyLimits>;
  /** Minimum milliseconds of a response about an address: hides whether it has an account. */
  evenTime: number;
  passwordCost: PasswordCost;
}

/** argon2id: memory in KiB, and passes. */
export interface PasswordCost {
  memory: number;
  passes: number;
}

/** OWASP's minimum. No setting lowers it: only code that creates a context can. */
export const usualPasswordCost: PasswordCost = { memory: 19_456, passes: 2 };

export function createContext(
  given: Pick<Context, 'settings' | 'database'> &
    Partial<Pick<Context, 'now' | 'bodyLimits' | 'evenTime' | 'passwordCost' | 'limitRate' | 'cluster'>>,
): Context {
  const { settings, database, cluster = singleProcess, now = () => new Date() } = given;
  const failedQueries = createFailedQueries(database);
  const publicSearch = createPublicSearch({ db: database.kysely, failedQueries });
  return {
    evenTime: 300,
    passwordCost: usualPasswordCost,
    semaphores: makeSemaphores(database),
    cluster,
    limitRate: rateLimiterOf(settings.RATE_LIMIT, () => now().getTime()),
    publication: new LivePublication(database),
    importJobs: createImportJobs({ settings, database, now, cluster }),
    readCount: createReadCount({ settings, database, now }),
    responses: createResponseStatistics(now),
    failedQueries,
    publicSearch,
    currentLists: createLists(database.kysely, publicSearch.findByWords),
    currentConcepts: createConcepts(database.kysely),
    unpublishedIndex: new UnpublishedIndex(),
    ...given,
    db: database.kysely,
    now,
    limits: createLimits({ database, now }),
  };
}

/** Renders a record as if published, with the site's compiled pages. */
export interface PagePreviews {
  render(record: AnyRecord): Promise<{ html: string; scripts: string[]; styles: string[] }>;
}

/** Renders pages with the compiled site; set by the publisher. */
export interface PageRenderer {
  /** HTML of a page; undefined while the site is not compiled. A 503 is temporary. */
  render(address: string, facts: RenderRequest): Promise<string | undefined>;
  has(address: string): boolean;
  /** A page or file of the published site; fails like `render`. */
  renderFile(address: string): Promise<MissingPage | undefined>;
}

/** A page that is not rendered yet, with hashes of its inline code. */
export interface MissingPage {
  bytes: Uint8Array;
  scripts: string[];
  styles: string[];
}

export const usualBodyLimits = {
  /** Bytes of an ordinary form: a long Russian text, six bytes a letter. More counts as large. */
  ordinary: 256 * 1024,
  /** Concurrent large bodies, which are held in memory. */
  atOnce: 4,
  /** The same for one account, or network without an account. */
  perOwner: 2,
  /** Waiting large bodies, unread; more get 503. */
  waiting: 12,
  /** Milliseconds to wait for a turn. */
  maxWaitMs: 10_000,
  /** Milliseconds of a window … */
  window: 10_000,
  /** … and its minimum of bytes, which disconnects idle uploads but not slow lines. */
  leastBytes: 20 * 1024,
  /** Milliseconds after which the whole body must have this average speed. */
  graceMs: 30_000,
  leastBytesPerSecond: 20 * 1024,
};
export type BodyLimits = typeof usualBodyLimits;

/** C-3: readers are served within a second, the task included, or refused immediately. */
const readWait = { maxQueue: 256, maxExpectedWaitMs: 700, maxWaitMs: 10_000 };
const writeWait = { maxQueue: 256, maxExpectedWaitMs: 5000, maxWaitMs: 20_000 };

const makeSemaphores = ({ dialect }: Pick<Database, 'dialect'>) => ({
  // SQLite runs one query at a time; PostgreSQL one per read connection.
  read: makeSemaphore({ width: dialect === 'sqlite' ? 1 : 10, ...readWait }),
  // Writes and heavy reads wait for hashing, files and mail.
  write: makeSemaphore({ width: 32, ...writeWait }),
  // Pages rendered on request: while the thread renders one page the next is in transit.
  render: makeSemaphore({ width: 2, ...readWait }),
});
