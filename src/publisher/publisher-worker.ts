import { Worker } from 'node:worker_threads';
import type { News, CatalogueSource } from '#data/source.ts';
import type { AnyRecord } from '#domain/kinds/index.ts';
import type { PublicationMode, PublicationResult, PublicationStep } from '#domain/publication.ts';
import type { Operator } from './documents.ts';
import type { Preview } from './publication.ts';

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

/** A call of the source; the result travels as JSON, which is faster than structured clone. */
export type Question = { news: number } | { terms: string } | { picture: string };

/** Changes after this number. */
export interface Pushed {
  since: number;
  json: string;
}

export type FromPublisherWorker =
  | { type: 'ask'; question: Question; answer: number }
  | { type: 'begin'; mode: PublicationMode; answer: number }
  | { type: 'end'; result: PublicationResult; answer: number }
  | { type: 'fail'; name: string; message: string; answer: number }
  | { type: 'stopped'; done: number; total: number; answer: number }
  | { type: 'step'; step: PublicationStep }
  | { type: 'rest' }
  | { type: 'preview'; id: number; preview: Preview }
  | { type: 'no preview'; id: number; message: string };
export type ToPublisherWorker =
  | { type: 'publish'; mode: PublicationMode; pushed: Pushed | undefined }
  | { type: 'preview'; id: number; record: AnyRecord }
  | { type: 'heard'; answer: number; found?: string; problem?: string }
  | { type: 'pause' | 'resume' | 'stop' };

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
  const send = (message: ToPublisherWorker) => worker.postMessage(message);
  const waiting = new Map<number, { resolve(preview: Preview): void; reject(error: Error): void }>();
  let lastId = 0;
  const news = newsFor(source);
  const ended = new Promise<void>((resolve) => worker.on('exit', () => resolve()));
  worker.on('error', (error) => {
    void events.fail({ name: error.name, message: error.message });
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  worker.on('message', (message: FromPublisherWorker) => void handle(message));

  async function handle(message: FromPublisherWorker): Promise<void> {
    if (message.type === 'step') return events.step(message.step);
    if (message.type === 'rest') return events.idle();
    if (message.type === 'preview' || message.type === 'no preview') {
      const pending = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === 'preview') pending?.resolve(message.preview);
      else pending?.reject(new Error(message.message));
      return;
    }
    const { answer } = message;
    try {
      const found = message.type === 'ask' ? JSON.stringify(await answerOf(message.question)) : undefined;
      if (message.type === 'begin') await events.begin(message.mode);
      else if (message.type === 'end') await events.end(message.result);
      else if (message.type === 'stopped') await events.stopped(message);
      else if (message.type === 'fail') await events.fail(message);
      send({ type: 'heard', answer, ...(found === undefined ? {} : { found }) });
    } catch (error) {
      send({ type: 'heard', answer, problem: (error as Error).message });
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
      void news.pushed().then((pushed) => send({ type: 'publish', mode, pushed })),
    pause: () => send({ type: 'pause' }),
    resume: () => send({ type: 'resume' }),
    preview: (record) =>
      new Promise<Preview>((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        send({ type: 'preview', id: lastId, record });
      }),
    async stop() {
      send({ type: 'stop' });
      const terminationTimer = setTimeout(() => void worker.terminate(), 5000);
      await ended;
      clearTimeout(terminationTimer);
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
