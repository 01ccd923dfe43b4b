import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { inviteFounder } from '#server/account/first-administrator.ts';
import { startServer, type Server } from '#server/main.ts';
import { addDemonstration } from '#server/profile/demonstration.ts';
import { publisherClaim } from '#server/publication/publisher.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import type { OnDemandRenderer } from '#publisher/on-demand.ts';
import type { PublisherWorker } from '#publisher/publisher-worker.ts';
import { collectGarbage } from '#publisher/garbage.ts';
import { currentRelease } from '#publisher/release.ts';
import { showSteps, reportPublished } from './publish.ts';
import { startRenderer, startPublisher } from './publishing.ts';
import { loadCatalogue } from './starter.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm start [-- --demo]`: fills an empty database, publishes the site, serves it and the API on one port
 * until Ctrl+C.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = readArguments(args, {
    name: 'start',
    about: 'Заполняет пустую базу, публикует сайт и отвечает до Ctrl+C. Настройки: docs/settings.md.',
    options: {
      demo: { about: 'вымышленные учётные записи и клинические случаи, не для настоящих читателей' },
    },
  });
  const isDemo = values.demo;
  if (isDemo && process.env.NODE_ENV === 'production')
    throw new OperatorError(
      'Демонстрация с NODE_ENV=production не запускается: у её учётных записей нет настоящих владельцев.',
    );
  const settings = readSettings();
  console.log(
    `Регистр орфанных заболеваний: данные в ${settings.DATABASE_URL ? 'PostgreSQL' : settings.DATA_DIR}`,
  );
  // Port and folder first, to report a second server or taken port at once.
  const server = await startServer({ settings, isDemo });
  await server.context.cluster.claim(publisherClaim);
  // An incomplete site answers from the first second.
  const answering = startRenderer(server, settings);
  let worker: PublisherWorker | undefined;
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
  try {
    const preparing = prepare(server, settings, answering);
    worker = preparing.worker;
    const isReady = preparing.isDone
      .then(() => (isDemo ? demonstrate(server) : undefined))
      .then(() => invite(server))
      .then(() => console.log(`ready ${server.url}`))
      // Saved now: a killed server cannot save it.
      .then(flushCompileCache)
      .then(() => readySearch(server, settings))
      .then(collectGarbage);
    await Promise.race([stopped, isReady]);
    await stopped;
  } finally {
    await worker?.stop();
    await answering.stop();
    await server.close();
  }
  // Nothing else is needed: the next publisher removes an unfinished release.
  process.exit(0);
}

/** Loads the catalogue and compiles the site in parallel, then publishes. */
function prepare(
  server: Server,
  settings: Settings,
  answering: OnDemandRenderer,
): { worker: PublisherWorker; isDone: Promise<void> } {
  let filledAt = performance.now();
  const isFilled = loadCatalogue(settings).then(() => void (filledAt = performance.now()));
  const isPublished = Promise.withResolvers<void>();
  const worker = startPublisher(server, settings, {
    isFilled,
    step: showSteps(),
    async published(result) {
      reportPublished(result, performance.now() - filledAt);
      // Warm-up for the first reader; a site published before has its files already.
      const warmUp = answering.render('/error/', {}).catch(() => undefined);
      if (result) await warmUp;
      isPublished.resolve();
    },
    failed: isPublished.reject,
  });
  const isDone = isFilled.then(() =>
    isPublished.promise.catch((error: Error) => {
      // Readers keep their site; the publisher retries.
      if (!currentRelease(settings.DATA_DIR)) throw problemOf(error);
      console.log(`Новый сайт не построен, читатели видят прежний. ${error.message}`);
    }),
  );
  isPublished.promise.catch(() => undefined);
  return { worker, isDone };
}

/** Message about a failed publication at start. */
function problemOf(error: Error): Error {
  return error.name === 'PageProblem' ? new OperatorError(`${error.message}.`) : error;
}

/** Builds the search index before the first request. */
async function readySearch({ app }: Server, { SITE_URL }: Settings): Promise<void> {
  const { host } = new URL(SITE_URL);
  await app.inject({ url: '/api/fast-search?query=синдром', headers: { host } }).catch(() => undefined);
}

/** Adds the demonstration and prints its passwords, once. */
async function demonstrate({ context, url }: Server): Promise<void> {
  const accounts = await addDemonstration(context);
  const removal = 'Убрать всё: npm run user -- remove-demo';
  if (accounts.length === 0)
    return console.log(`Демонстрация уже есть, её пароли были показаны при первом запуске. ${removal}`);
  console.log(`Демонстрация: учётные записи и клинические случаи вымышлены. Вход: ${url}profile/login/`);
  for (const { email, role, password, codes } of accounts) {
    const instead =
      codes.length > 0 ? `  вместо второго фактора, по разу: ${codes.slice(0, 3).join(' ')}` : '';
    console.log(`  ${role.padEnd(13)}  ${email.padEnd(26)}  ${password}${instead}`);
  }
  console.log(`Пароли больше не покажутся. ${removal}`);
}

/** Without accounts, the first administrator gets a link, which must not be logged. */
async function invite({ context }: Server): Promise<void> {
  const place = await inviteFounder(context);
  if (!place) return;
  console.log(
    `Учётных записей ещё нет. Ссылка, по которой входит первый администратор (один раз, 24 часа), лежит в файле ${place}`,
  );
}
