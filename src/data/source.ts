import { setTimeout as pause } from 'node:timers/promises';
import type { Changes } from '#contract/portal.ts';
import { isLastPart } from '#domain/publication.ts';
import type { SiteWords } from '#domain/site.ts';
import type { Term } from './reading/values.ts';

/** Where a copy of the catalogue comes from: the server of this process, or an API over the network. */
export interface CatalogueSource {
  /** What has changed after this number, some records at a time. */
  news(since: number): Promise<News>;
  terms(vocabulary: string): Promise<Term[]>;
  /** A file that records show or lead to, `HASH-480.webp` or `HASH.pdf`; nothing while it cannot be had. */
  picture(file: string): Promise<Uint8Array | undefined>;
}

/**
 * With the last of the changes come the notes, read after them: the counters of closed kinds and the menus move with
 * their numbers.
 */
export type News = Changes & { notes?: SourceState };

/** Answers that pages need whole. */
export interface SourceState {
  /** How many cases doctors can read, and of which areas of medicine they are. */
  cases: number;
  topics: string[];
  navigation: unknown;
  site: SiteWords;
  /** The day by the clock of the source, 2026-11-22: pages read no clock, and terms come to an end. */
  today: string;
}

/** The catalogue behind an API at this address. */
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
  const today = new Date(navigation.headers.get('date') ?? 0).toISOString().slice(0, 10);
  return {
    cases: total,
    topics,
    navigation: await dataOf(navigation),
    site: { title, subtitle, tagline, short },
    today,
  };
}

const fetchData = async <T>(api: string, path: string): Promise<T> => dataOf<T>(await answerTo(api, path));

/** An API under load asks to come again later, and says when; a connection that broke is no answer either. */
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

/** A kept connection may be closed by the server in the moment in which it is used again. */
function isCut(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}
