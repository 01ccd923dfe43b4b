import { Worker } from 'node:worker_threads';
import type { News, CatalogueSource } from '#data/source.ts';
import type { AnyRecord } from '#domain/kinds/index.ts';
import type { PublicationMode, PublicationResult } from '#domain/publication.ts';
import type { Operator } from './documents.ts';
import type { Policy } from './policy.ts';
import type { PublishStep } from './publish.ts';

/** A publisher on a worker thread. */
export interface PublisherWorker {
  /** Publishes now, or after the running publication. */
  publish(mode?: PublicationMode): void;
  /** Stops a long publication at a consistent point; nothing is published until `resume`. */
  pause(): void;
  resume(): void;
  /** Renders a record's page with these fields; nothing is published. */
  preview(record: AnyRecord): Promise<Preview>;
  stop(): Promise<void>;
}

export interface Preview extends Policy {
  html: string;
}

/** Start options of the thread; it requests the catalogue from its parent. */
export interface PublisherWorkerOptions {
  dataDir: string;
  siteUrl: string;
  operator?: Operator | undefined;
  publishUrl?: string | undefined;
  /** The catalogue is still loading: compiles, and publishes nothing until `publish`. */
  isEarly?: boolean;
}

/** Events of the thread; each publication is acknowledged before the next begins. */
export interface PublisherWorkerEvents {
  begin(mode: PublicationMode): Promise<void>;
  step(step: PublishStep): void;
  end(result: PublicationResult): Promise<void>;
  fail(error: { name: string; message: string }): Promise<void>;
  /** Stopped by `pause` after so many pages. */
  stopped(at: { done: number; total: number }): Promise<void>;
  idle(): void;
}

/** A call of the source; the result travels as JSON, which is faster than structured clone. */
export type Question = { news: number } | { terms: string } | { picture: string };

/** Changes after this number. */
export interface Pushed {
  since: number;
  json: string;
}

export type FromPublisherWorker =
  | { say: 'ask'; question: Question; answer: number }
  | { say: 'begin'; mode: PublicationMode; answer: number }
  | { say: 'end'; result: PublicationResult; answer: number }
  | { say: 'fail'; name: string; message: string; answer: number }
  | { say: 'stopped'; done: number; total: number; answer: number }
  | { say: 'step'; step: PublishStep }
  | { say: 'rest' }
  | { say: 'preview'; id: number; preview: Preview }
  | { say: 'no preview'; id: number; message: string };
export type ToPublisherWorker =
  | { say: 'publish'; mode: PublicationMode; pushed: Pushed | undefined }
  | { say: 'preview'; id: number; record: AnyRecord }
  | { say: 'heard'; answer: number; found?: string; problem?: string }
  | { say: 'pause' | 'resume' | 'stop' };

export function startPublisherWorker(
  { source, ...options }: PublisherWorkerOptions & { source: CatalogueSource },
  events: PublisherWorkerEvents,
): PublisherWorker {
  const worker = new Worker(new URL('./publisher-worker-thread.ts', import.meta.url), {
    workerData: options,
    env: { ...process.env, NODE_ENV: 'production' },
    // Keeps garbage of one page in the young generation.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  const tell = (message: ToPublisherWorker) => worker.postMessage(message);
  const waiting = new Map<number, { resolve(preview: Preview): void; reject(error: Error): void }>();
  let lastId = 0;
  const news = newsFor(source);
  const ended = new Promise<void>((resolve) => worker.on('exit', () => resolve()));
  worker.on('error', (error) => {
    void events.fail({ name: error.name, message: error.message });
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  worker.on('message', (told: FromPublisherWorker) => void hear(told));

  async function hear(told: FromPublisherWorker): Promise<void> {
    if (told.say === 'step') return events.step(told.step);
    if (told.say === 'rest') return events.idle();
    if (told.say === 'preview' || told.say === 'no preview') {
      const asked = waiting.get(told.id);
      waiting.delete(told.id);
      if (told.say === 'preview') asked?.resolve(told.preview);
      else asked?.reject(new Error(told.message));
      return;
    }
    const { answer } = told;
    try {
      const found = told.say === 'ask' ? JSON.stringify(await answerOf(told.question)) : undefined;
      if (told.say === 'begin') await events.begin(told.mode);
      else if (told.say === 'end') await events.end(told.result);
      else if (told.say === 'stopped') await events.stopped(told);
      else if (told.say === 'fail') await events.fail(told);
      tell({ say: 'heard', answer, ...(found === undefined ? {} : { found }) });
    } catch (error) {
      tell({ say: 'heard', answer, problem: (error as Error).message });
    }
  }

  async function answerOf(question: Question): Promise<unknown> {
    if ('terms' in question) return await source.terms(question.terms);
    if ('news' in question) return await news.after(question.news);
    const bytes = await source.picture(question.picture);
    return bytes ? Buffer.from(bytes).toString('base64') : null;
  }

  return {
    publish: (mode = 'content') =>
      void news.pushed().then((pushed) => tell({ say: 'publish', mode, pushed })),
    pause: () => tell({ say: 'pause' }),
    resume: () => tell({ say: 'resume' }),
    preview: (record) =>
      new Promise<Preview>((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        tell({ say: 'preview', id: lastId, record });
      }),
    async stop() {
      tell({ say: 'stop' });
      const patience = setTimeout(() => void worker.terminate(), 5000);
      await ended;
      clearTimeout(patience);
      for (const { reject } of waiting.values()) reject(new Error('The publisher was stopped'));
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
