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
import type { Listener, PublishStep } from '#publisher/publish.ts';
import { plural } from '#domain/plural.ts';
import { numbers } from '#server/catalogue/changes.ts';
import type { Server } from '#server/main.ts';
import type { LivePublication } from '#server/publication/live-publication.ts';
import { catalogueSource } from '#server/publication/source.ts';
import type { Settings } from '#server/settings.ts';
import { Progress } from './progress.ts';

/** Here the server and the publisher meet: neither knows the other. */

/** Milliseconds between two looks at the number of the last change. */
const lookEvery = 2000;

/** Whom the documents of the portal name. */
export const operatorOf = ({
  OPERATOR_NAME,
  OPERATOR_ADDRESS,
  OPERATOR_EMAIL,
}: Settings): Operator | undefined =>
  OPERATOR_NAME ? { name: OPERATOR_NAME, address: OPERATOR_ADDRESS, email: OPERATOR_EMAIL } : undefined;

/** Draws pages for requests as soon as a site is published, be it whole or not. */
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
  /** The catalogue is in the database; nothing is published before, and nothing at all when it fails. */
  isFilled: Promise<void>;
  step(step: PublishStep): void;
  /** The first publication is out, or there was nothing to publish. */
  published(result: PublicationResult | undefined): Promise<void>;
  failed(error: Error): void;
}

/** Publishes what changes for as long as the server runs, tells the editors how it goes and shows them drafts. */
export function startPublisher(server: Server, settings: Settings, starting?: Starting): PublisherWorker {
  const { publication, context } = server;
  const keeper = startPublisherWorker(
    {
      source: catalogueSource(context),
      dataDir: settings.DATA_DIR,
      siteUrl: settings.SITE_URL,
      operator: operatorOf(settings),
      publishUrl: settings.PUBLISH_URL,
      isEarly: starting !== undefined,
    },
    eventsOf(server, starting),
  );
  const changes = watchChanges(server, () => {
    publication.queue();
    keeper.publish();
  });
  let isStopped = false;
  const begin = () => {
    if (isStopped) return;
    publication.attach({
      publish(mode: PublicationMode) {
        keeper.resume();
        keeper.publish(mode);
      },
      stop: () => keeper.pause(),
    });
    context.previews = { render: (record) => keeper.preview(record) };
    changes.begin();
    if (starting) keeper.publish();
  };
  if (starting) starting.isFilled.then(begin, starting.failed);
  else begin();
  return {
    ...keeper,
    async stop() {
      isStopped = true;
      changes.stop();
      context.previews = undefined;
      publication.detach();
      await keeper.stop();
    },
  };
}

/** Passes events of the publisher to the editors' history, the log, and the listener of the first publication. */
function eventsOf({ publication, app }: Server, starting: Starting | undefined): PublisherWorkerEvents {
  const journal = journalOf(publication);
  const growing = new Progress('Страницы на диске');
  let first = starting;
  const published = async (result?: PublicationResult) => {
    const told = first;
    first = undefined;
    await told?.published(result);
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
        // This server has the new site.
        return await published();
      }
      await journal.fail(sentenceOf(message));
      first?.failed(Object.assign(new Error(message), { name }));
      first = undefined;
    },
  };
}

/** Looks after each transaction, and now and then, whether it has changed what readers see. */
function watchChanges({ database, app }: Server, onChange: () => void) {
  let seen = '';
  let isLooking = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  // Most transactions change nothing that readers see.
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
      // Another process may have changed the catalogue, and its commits are not heard of here.
      timer = setInterval(onCommit, lookEvery).unref();
      onCommit();
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** Notes publications in the history that editors read. */
export function journalOf(publication: LivePublication): Listener & {
  begin(mode: PublicationMode): Promise<void>;
  end: NonNullable<Listener['end']>;
  step(step: PublishStep): void;
  fail(message: string): Promise<void>;
  stopped(at: { done: number; total: number }): Promise<void>;
} {
  let id: number | undefined;
  let mode: PublicationMode = 'content';
  return {
    async begin(begun) {
      mode = begun;
      id = await publication.begin(begun, new Date());
    },
    step(step) {
      // What is followed may turn out to be nothing; pages of an open site grow outside of publications.
      const isApart = step.step === 'growing' || step.step === 'delivering';
      if (id !== undefined || isApart) publication.step(stepOf(step));
    },
    async end(result) {
      if (result.mode === 'late') return await publication.follow(result, new Date());
      id ??= await publication.begin(result.mode, new Date());
      await publication.end(id, result, new Date());
      id = undefined;
    },
    async fail(message) {
      const broken = id;
      id = undefined;
      await publication.fail(broken, message);
    },
    async stopped(at) {
      const broken = id;
      id = undefined;
      await publication.stopped(broken, stoppedSentence(mode, at));
    },
  };
}

/** What editors read of a publication that was given up: what readers see, and what happens next. */
function sentenceOf(message: string): string {
  // What a full disk is called by the system, by SQLite, and by SQLite when its log cannot grow.
  if (/ENOSPC|EDQUOT|database or disk is full|disk I\/O error/.test(message)) {
    return 'Диск сервера не принимает записи: похоже, кончилось место. Читатели видят прежние страницы; выкладка продолжится сама, как только место появится.';
  }
  const outcome = 'Выкладка прервалась, читатели видят прежние страницы; она повторится сама.';
  // B269: the page and its reason are for everybody.
  return isPageProblem(message) ? `${outcome} ${message}` : withDetail(outcome, message);
}

/** What editors read when the copy at PUBLISH_URL could not be brought up to date. */
const deliverySentence = (message: string): string =>
  withDetail(
    'Копия сайта в хранилище PUBLISH_URL отстаёт: её читатели видят прежние страницы. Отправка повторится сама.',
    message,
  );

/** What readers see of a publication that an editor has stopped, and what becomes of the rest. */
function stoppedSentence(mode: PublicationMode, { done, total }: { done: number; total: number }): string {
  if (mode === 'verify') return 'Сверку остановил редактор. Страницы на сайте она не меняла.';
  if (mode !== 'content') return 'Остановил редактор. Читатели видят прежний сайт целиком.';
  const pages = plural(total, ['страницы', 'страниц', 'страниц']);
  return `Остановил редактор: обновлено ${done} из ${total} ${pages}, остальные читатели видят прежними. Они ждут выкладки.`;
}

const stepOf = (step: PublishStep): PublicationStep => ({ done: 0, total: 0, ...step });
