import {
  isPageProblem,
  withDetail,
  type PublicationMode,
  type PublicationResult,
  type PublicationStep,
} from '#domain/publication.ts';
import { startOnDemandRenderer, type OnDemandRenderer } from '#publisher/on-demand.ts';
import type { Operator } from '#publisher/documents.ts';
import {
  startPublisherWorker,
  type PublisherWorker,
  type PublisherWorkerEvents,
} from '#publisher/publisher-worker.ts';
import { plural } from '#domain/plural.ts';
import { numbers } from '#server/catalogue/changes.ts';
import type { Server } from '#server/main.ts';
import type { LivePublication } from '#server/publication/live-publication.ts';
import { modeOfMessage, publisherClaim, publisherMessages } from '#server/publication/publisher.ts';
import { catalogueSource } from '#server/publication/source.ts';
import type { Settings } from '#server/settings.ts';
import { Progress } from './progress.ts';

/** Connects server and publisher, which do not import each other. */

/** Milliseconds between checks for changes. */
const lookEvery = 2000;

/** Operator in the portal's documents. */
export const operatorOf = ({
  OPERATOR_NAME,
  OPERATOR_ADDRESS,
  OPERATOR_EMAIL,
}: Settings): Operator | undefined =>
  OPERATOR_NAME ? { name: OPERATOR_NAME, address: OPERATOR_ADDRESS, email: OPERATOR_EMAIL } : undefined;

/** Renders pages on demand once a site is published, complete or not. */
export function startRenderer({ context }: Server, { DATA_DIR }: Settings): OnDemandRenderer {
  const answering = startOnDemandRenderer({ dataDir: DATA_DIR });
  context.renderer = answering;
  return {
    ...answering,
    async stop() {
      context.renderer = undefined;
      await answering.stop();
    },
  };
}

/** Events of the first publication after a start. */
interface Starting {
  /** Resolves when the catalogue is loaded, before which nothing is published; rejects if that fails. */
  isFilled: Promise<void>;
  step(step: PublicationStep): void;
  /** The first publication is done, or there was nothing to publish. */
  published(result: PublicationResult | undefined): Promise<void>;
  failed(error: Error): void;
}

/**
 * Publishes changes during operation, reports progress to editors and shows drafts. Each process on one
 * database renders for its own readers; one, the publisher, keeps the history, purges caches and delivers to
 * PUBLISH_URL.
 */
export function startPublisher(server: Server, settings: Settings, starting?: Starting): PublisherWorker {
  const { context } = server;
  const { publication, cluster } = context;
  const isPublisher = () => cluster.holds(publisherClaim);
  const journal = journalOf(publication, isPublisher);
  const isStarted = Promise.withResolvers<void>();
  if (!starting) isStarted.resolve();
  const events = eventsOf(server, { journal, starting, isStarted: isStarted.resolve });
  const startWorker = (isEarly: boolean) =>
    startPublisherWorker(
      {
        source: catalogueSource(context),
        dataDir: settings.DATA_DIR,
        siteUrl: settings.SITE_URL,
        operator: operatorOf(settings),
        publishUrl: isPublisher() ? settings.PUBLISH_URL : undefined,
        isComplete: settings.PUBLISH_FILES === 'all',
        isEarly,
      },
      events,
    );
  let worker = startWorker(starting !== undefined);
  let delivers = isPublisher();
  const changes = watchChanges(server, () => {
    publication.queue();
    worker.publish();
  });
  let isStopped = false;

  /** Takes or gives up the role of publisher; results since its predecessor's death enter the history. */
  async function takeRole(): Promise<void> {
    await isStarted.promise;
    if (isStopped) return;
    if (settings.PUBLISH_URL && delivers !== isPublisher()) {
      delivers = isPublisher();
      await worker.stop();
      worker = startWorker(false);
      worker.publish();
    }
    if (isPublisher()) await journal.catchUp();
  }
  const role = watchRole(server, takeRole);
  cluster.onMessage((message) => {
    if (!isPublisher()) return;
    if (message === publisherMessages.stop) publication.stop();
    const mode = modeOfMessage(message);
    if (mode) publication.request(mode);
  });

  const begin = () => {
    if (isStopped) return;
    publication.attach({
      publish(mode: PublicationMode) {
        worker.resume();
        worker.publish(mode);
      },
      stop: () => worker.pause(),
    });
    context.previews = { render: (record) => worker.preview(record) };
    changes.begin();
    if (starting) worker.publish();
  };
  if (starting) starting.isFilled.then(begin, starting.failed);
  else begin();
  return {
    publish: (mode) => worker.publish(mode),
    pause: () => worker.pause(),
    resume: () => worker.resume(),
    preview: (record) => worker.preview(record),
    async stop() {
      isStopped = true;
      role.stop();
      changes.stop();
      context.previews = undefined;
      publication.detach();
      await worker.stop();
    },
  };
}

/** Milliseconds between attempts to replace a dead publisher. */
const claimEveryMs = 1000;

/** Reports a gain or loss of the role. */
function watchRole({ context: { cluster }, app }: Server, onChange: () => Promise<void>) {
  let was = cluster.holds(publisherClaim);
  const look = async () => {
    const is = await cluster.claim(publisherClaim);
    if (is === was) return;
    was = is;
    await onChange();
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) =>
      app.log.warn({ err: error }, 'the role of the publisher could not be taken'),
    );
  }, claimEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}

/** Passes the publisher's events to history, log, and the listener of the first publication. */
function eventsOf(
  { context: { publication }, app }: Server,
  {
    journal,
    starting,
    isStarted,
  }: { journal: ReturnType<typeof journalOf>; starting: Starting | undefined; isStarted: () => void },
): PublisherWorkerEvents {
  const growing = new Progress('Страницы на диске');
  let first = starting;
  const published = async (result?: PublicationResult) => {
    const current = first;
    first = undefined;
    isStarted();
    await current?.published(result);
  };
  return {
    begin: (mode) => journal.begin(mode),
    async end(result) {
      await journal.end(result);
      await published(result);
    },
    step(step) {
      journal.step(step);
      first?.step(step);
      if (step.step === 'growing') growing.report(step.done, step.total);
    },
    idle() {
      publication.rest();
      void published();
    },
    stopped: (at) => journal.stopped(at),
    async fail({ name, message }) {
      app.log.warn({ err: { name, message } }, 'publication failed');
      if (name === 'DeliveryError') {
        await journal.fail(deliverySentence(message));
        // This server already has the new site.
        return await published();
      }
      await journal.fail(sentenceOf(message));
      first?.failed(Object.assign(new Error(message), { name }));
      first = undefined;
      isStarted();
    },
  };
}

/** Checks for public changes after each transaction, and periodically. */
function watchChanges({ database, app }: Server, onChange: () => void) {
  let seen = '';
  let isLooking = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  // Most transactions change nothing public.
  const look = async () => {
    if (isLooking || isStopped) return;
    isLooking = true;
    try {
      const { change, terms } = await numbers(database.kysely);
      const now = `${change} ${terms}`;
      if (now === seen) return;
      if (seen !== '') onChange();
      seen = now;
    } finally {
      isLooking = false;
    }
  };
  const onCommit = () => {
    look().catch((error: unknown) => app.log.warn({ err: error }, 'changes could not be looked for'));
  };
  return {
    begin() {
      database.onCommit(onCommit);
      // Commits of other processes are not reported here.
      timer = setInterval(onCommit, lookEvery).unref();
      onCommit();
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Results kept in case the publisher dies before recording them. */
const maxKeptResults = 100;

/** Records publications in the history for editors, in the publisher only. */
export function journalOf(publication: LivePublication, isPublisher: () => boolean = () => true) {
  let id: number | undefined;
  let mode: PublicationMode = 'content';
  const kept: PublicationResult[] = [];
  return {
    async begin(begun: PublicationMode) {
      mode = begun;
      if (isPublisher()) id = await publication.begin(begun, new Date());
    },
    step(step: PublicationStep) {
      // There may be nothing to do; backfilling happens outside of publications.
      const isApart = step.step === 'growing' || step.step === 'delivering';
      if (id !== undefined || isApart) publication.step(step);
    },
    async end(result: PublicationResult) {
      if (!isPublisher()) {
        id = undefined;
        kept.push(result);
        if (kept.length > maxKeptResults) kept.shift();
        return publication.rest();
      }
      if (result.mode === 'late') return await publication.follow(result, new Date());
      id ??= await publication.begin(result.mode, new Date());
      await publication.end(id, result, new Date());
      id = undefined;
    },
    /** Records results of the time without a publisher. */
    async catchUp() {
      const seq = await publication.lastSeq();
      for (const result of kept.splice(0))
        if (result.mode === 'content' && result.seq > seq)
          await publication.end(await publication.begin(result.mode, new Date()), result, new Date());
    },
    async fail(message: string) {
      const broken = id;
      id = undefined;
      await publication.fail(broken, message);
    },
    async stopped(at: { done: number; total: number }) {
      const broken = id;
      id = undefined;
      await publication.fail(broken, stoppedSentence(mode, at), 'stopped');
    },
  };
}

/** Message about a failed publication: what readers see, and what happens next. */
function sentenceOf(message: string): string {
  // Full disk: of the system, of SQLite, and of its WAL.
  if (/ENOSPC|EDQUOT|database or disk is full|disk I\/O error/.test(message)) {
    return 'Диск сервера не принимает записи: похоже, кончилось место. Читатели видят прежние страницы; выкладка продолжится сама, как только место появится.';
  }
  const outcome = 'Выкладка прервалась, читатели видят прежние страницы; она повторится сама.';
  // B269: page and reason are public.
  return isPageProblem(message) ? `${outcome} ${message}` : withDetail(outcome, message);
}

/** Message about an outdated copy at PUBLISH_URL. */
const deliverySentence = (message: string): string =>
  withDetail(
    'Копия сайта в хранилище PUBLISH_URL отстаёт: её читатели видят прежние страницы. Отправка повторится сама.',
    message,
  );

/** Message about a stopped publication: what readers see, and what happens to the rest. */
function stoppedSentence(mode: PublicationMode, { done, total }: { done: number; total: number }): string {
  if (mode === 'verify') return 'Сверку остановил редактор. Страницы на сайте она не меняла.';
  if (mode !== 'content') return 'Остановил редактор. Читатели видят прежний сайт целиком.';
  const pages = plural(total, ['страницы', 'страниц', 'страниц']);
  return `Остановил редактор: обновлено ${done} из ${total} ${pages}, остальные читатели видят прежними. Они ждут выкладки.`;
}
