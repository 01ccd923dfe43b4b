import { portalDay } from '#domain/dates.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Changes } from '#contract/portal.ts';
import { isLastPart } from '#domain/publication.ts';
import type { SiteWords } from '#domain/site.ts';
import type { Term } from './reading/values.ts';

/** Source of a replica: the server in this process, or an API over the network. */
export interface CatalogueSource {
  /** Changes after this number, in batches. */
  news(since: number): Promise<News>;
  terms(vocabulary: string): Promise<Term[]>;
  /** A published file, `HASH-480.webp` or `HASH.pdf`; undefined while unavailable. */
  picture(file: string): Promise<Uint8Array | undefined>;
}

/** The last batch carries the site's state, read after the changes, so that counters agree with it. */
export type News = Changes & { notes?: SourceState };

/** Site-wide state that pages need. */
export interface SourceState {
  /** Number and medical areas of the published cases. */
  cases: number;
  topics: string[];
  navigation: unknown;
  site: SiteWords;
  /** The source's day, 2026-11-22: pages read no clock. */
  today: string;
}

export const apiSource = (api: string): CatalogueSource => ({
  async news(since) {
    const changes = await fetchData<Changes>(api, `/api/changes?since=${since}`);
    return isLastPart(changes) ? { ...changes, notes: await notesOf(api) } : changes;
  },
  async terms(vocabulary) {
    const items = await fetchData<{ id: string; value: string }[]>(api, `/api/dict/${vocabulary}`);
    return items.map(({ id, value }) => ({ code: id, title: value }));
  },
  async picture(file) {
    const response = await answerTo(api, `/media/${file}`);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  },
});

async function notesOf(api: string): Promise<SourceState> {
  const [{ total, topics }, { title, subtitle, tagline, short }, navigation] = await Promise.all([
    fetchData<{ total: number; topics: string[] }>(api, '/api/cases/teaser'),
    fetchData<SiteWords>(api, '/api/page/home'),
    answerTo(api, '/api/navigation'),
  ]);
  const today = portalDay(new Date(navigation.headers.get('date') ?? 0));
  return {
    cases: total,
    topics,
    navigation: await dataOf(navigation),
    site: { title, subtitle, tagline, short },
    today,
  };
}

const fetchData = async <T>(api: string, path: string): Promise<T> => dataOf<T>(await answerTo(api, path));

/** Retries broken connections and 503, honouring Retry-After. */
async function answerTo(api: string, path: string, triesLeft = 10): Promise<Response> {
  const response = await fetch(new URL(path, api)).catch((error: unknown) => {
    if (triesLeft === 0 || !isCut(error)) throw error;
  });
  if (!response) {
    await pause(100);
    return answerTo(api, path, triesLeft - 1);
  }
  if (response.status === 503 && triesLeft > 0) {
    await response.body?.cancel();
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
    return answerTo(api, path, triesLeft - 1);
  }
  return response;
}

async function dataOf<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as { status: string; data: T };
  if (answer.status !== 'success') {
    throw new Error(`${new URL(response.url).pathname} answered ${response.status}`);
  }
  return answer.data;
}

/** The server may close an idle connection at the moment of its reuse. */
function isCut(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}
