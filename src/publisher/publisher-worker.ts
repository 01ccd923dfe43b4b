import { Worker } from 'node:worker_threads';
import type { News, CatalogueSource } from '#data/source.ts';
import type { AnyRecord } from '#domain/kinds/index.ts';
import type { PublicationMode, PublicationResult, PublicationStep } from '#domain/publication.ts';
import { openCalls } from './calls.ts';
import type { Operator } from './documents.ts';
import type { Preview } from './publication.ts';

export type PublisherWorker = ReturnType<typeof startPublisherWorker>;

/** Start options of the thread; it requests the catalogue from its parent. */
export interface PublisherWorkerOptions {
  dataDir: string;
  siteUrl: string;
  operator?: Operator | undefined;
  publishUrl?: string | undefined;
  isComplete?: boolean;
  /** The catalogue is still loading: compiles, and publishes nothing until `publish`. */
  isEarly?: boolean;
}

/** Events of the thread; each publication is acknowledged before the next begins. */
export interface PublisherWorkerEvents {
  begin(mode: PublicationMode): Promise<void>;
  step(step: PublicationStep): void;
  end(result: PublicationResult): Promise<void>;
  fail(error: { name: string; message: string }): Promise<void>;
  /** Stopped by `pause` after so many pages. */
  stopped(at: { done: number; total: number }): Promise<void>;
  idle(): void;
}

/** Changes after this number. */
export interface Pushed {
  since: number;
  json: string;
}

/** What the thread calls; changes travel as JSON, which is faster than structured clone. */
export type PublisherWorkerParent = PublisherWorkerEvents &
  Omit<CatalogueSource, 'news'> & { news(since: number): Promise<string> };

/** What the parent calls. */
export interface PublisherWorkerThread extends Record<'pause' | 'resume' | 'stop', () => void> {
  publish(mode: PublicationMode, pushed: Pushed | undefined): void;
  preview(record: AnyRecord): Promise<Preview>;
}

export function startPublisherWorker(
  { source, ...options }: PublisherWorkerOptions & { source: CatalogueSource },
  events: PublisherWorkerEvents,
) {
  const worker = new Worker(new URL('./publisher-worker-thread.ts', import.meta.url), {
    workerData: options,
    env: { ...process.env, NODE_ENV: 'production' },
    // Keeps garbage of one page in the young generation.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  const news = newsFor(source);
  const { call, send, rejectAll } = openCalls<PublisherWorkerThread>(worker, {
    ...events,
    news: async (since) => JSON.stringify(await news.after(since)),
    terms: (vocabulary) => source.terms(vocabulary),
    picture: (file) => source.picture(file),
  } satisfies PublisherWorkerParent);
  const ended = new Promise<void>((resolve) => worker.on('exit', () => resolve()));
  worker.on('error', (error) => {
    void events.fail({ name: error.name, message: error.message });
    rejectAll(error);
  });

  return {
    /** Publishes now, or after the running publication. */
    publish: (mode: PublicationMode = 'content') =>
      void news.pushed().then((pushed) => send('publish', mode, pushed)),
    /** Stops a long publication at a consistent point; nothing is published until `resume`. */
    pause: () => send('pause'),
    resume: () => send('resume'),
    /** Renders a record's page with these fields; nothing is published. */
    preview: (record: AnyRecord) => call('preview', record),
    async stop(): Promise<void> {
      send('stop');
      const terminationTimer = setTimeout(() => void worker.terminate(), 5000);
      await ended;
      clearTimeout(terminationTimer);
      rejectAll(new Error('The publisher was stopped'));
    },
  };
}

/** Prefetches changes and tracks the position of the thread's replica. */
function newsFor(source: CatalogueSource) {
  let position: number | undefined;

  async function after(since: number): Promise<News> {
    const news = await source.news(since);
    position = news.notes && Math.max(since, news.next);
    return news;
  }

  /** Changes are sent with the request and save a round trip. */
  async function pushed(): Promise<Pushed | undefined> {
    const since = position;
    if (since === undefined) return undefined;
    const news = await after(since).catch(() => undefined);
    return news && { since, json: JSON.stringify(news) };
  }
  return { after, pushed };
}
