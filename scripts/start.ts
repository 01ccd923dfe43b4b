import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { inviteFounder } from '#server/account/first-administrator.ts';
import { addDemonstration } from '#server/cases/demonstration.ts';
import { startServer, type Server } from '#server/main.ts';
import { publisherClaim } from '#server/publication/publisher.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import type { OnDemandRenderer } from '#publisher/on-demand.ts';
import type { PublisherWorker } from '#publisher/publisher-worker.ts';
import { currentRelease } from '#publisher/release.ts';
import { showSteps, reportPublished } from './publish.ts';
import { startRenderer, startPublisher } from './publishing.ts';
import { loadCatalogue } from './starter.ts';

/** `npm start`: fills an empty database, publishes the site, serves it and the API on one port until Ctrl+C. */
export async function run(): Promise<void> {
  const settings = readSettings();
  console.log(
    `Регистр орфанных заболеваний: данные в ${settings.DATABASE_URL ? 'PostgreSQL' : settings.DATA_DIR}`,
  );
  // First the port and the folder, so that a second server or a taken port is told at once.
  const server = await startServer({ settings });
  await server.context.cluster.claim(publisherClaim);
  // A site whose pages are not all in their places answers from the first second on.
  const answering = startRenderer(server, settings);
  let keeper: PublisherWorker | undefined;
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
  try {
    const preparing = prepare(server, settings, answering);
    keeper = preparing.keeper;
    const isReady = preparing.isDone
      .then(() => invite(server))
      .then(() => demonstrate(server, settings))
      .then(() => console.log(`ready ${server.url}`))
      // Kept now: a server that is killed has no time for it.
      .then(flushCompileCache)
      .then(() => readySearch(server, settings));
    await Promise.race([stopped, isReady]);
    await stopped;
  } finally {
    await keeper?.stop();
    await answering.stop();
    await server.close();
  }
  // What was being prepared has no reader any more: the publisher's half of a release is swept up by the next one.
  process.exit(0);
}

/** Fills the catalogue and publishes it. The code of the site does not wait for the catalogue, nor that for the code. */
function prepare(
  server: Server,
  settings: Settings,
  answering: OnDemandRenderer,
): { keeper: PublisherWorker; isDone: Promise<void> } {
  let filledAt = performance.now();
  const isFilled = loadCatalogue(settings).then(() => void (filledAt = performance.now()));
  const isPublished = Promise.withResolvers<void>();
  const keeper = startPublisher(server, settings, {
    isFilled,
    step: showSteps(),
    async published(result) {
      reportPublished(result, performance.now() - filledAt);
      // Now, so that the first reader does not wait for it.
      await answering.render('/error/', {}).catch(() => undefined);
      isPublished.resolve();
    },
    failed: isPublished.reject,
  });
  const isDone = isFilled.then(() =>
    isPublished.promise.catch((error: Error) => {
      // Readers keep the site that they have; the publisher tries again.
      if (!currentRelease(settings.DATA_DIR)) throw problemOf(error);
      console.log(`Новый сайт не построен, читатели видят прежний. ${error.message}`);
    }),
  );
  isPublished.promise.catch(() => undefined);
  return { keeper, isDone };
}

/** What a person who starts the server is told of a publication that failed. */
function problemOf(error: Error): Error {
  return error.name === 'PageProblem' ? new OperatorError(`${error.message}.`) : error;
}

/** Fills the index of the search before the first reader asks. */
async function readySearch({ app }: Server, { SITE_URL }: Settings): Promise<void> {
  const { host } = new URL(SITE_URL);
  await app.inject({ url: '/api/fast-search?query=синдром', headers: { host } }).catch(() => undefined);
}

/** With DEMO=1: accounts to look around with, and invented cases; the passwords are told this once. */
async function demonstrate({ context }: Server, { DEMO }: Settings): Promise<void> {
  if (!DEMO) return;
  const accounts = await addDemonstration(context);
  if (accounts.length === 0) return;
  console.log('Демонстрация: вымышленные случаи и учётные записи, пароли показаны один раз:');
  for (const { email, role, password } of accounts) console.log(`  ${email}  ${password}  ${role}`);
}

/** While nobody has an account, the first administrator comes in by a link, which no log shall keep. */
async function invite({ context }: Server): Promise<void> {
  const place = await inviteFounder(context);
  if (!place) return;
  console.log(
    `Учётных записей ещё нет. Ссылка, по которой входит первый администратор (один раз, 24 часа), лежит в файле ${place}`,
  );
}
