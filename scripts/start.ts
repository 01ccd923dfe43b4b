import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { inviteFounder } from '#server/account/founding.ts';
import { addDemonstration } from '#server/cases/demonstration.ts';
import { startServer, type Server } from '#server/main.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { readSettings } from '#server/settings.ts';
import { compileApart } from '#publisher/compiled.ts';
import type { Keeper } from '#publisher/keeper.ts';
import { currentRelease } from '#publisher/release.ts';
import { publishWithProgress } from './publish.ts';
import { drawPages, journalOf, keepPublished } from './publishing.ts';
import { loadCatalogue } from './starter.ts';

/** `npm start`: fills an empty database, publishes the site, serves it and the API on one port until Ctrl+C. */
export async function run(): Promise<void> {
  const settings = readSettings();
  console.log(
    `Регистр орфанных заболеваний: данные в ${settings.DATABASE_URL ? 'PostgreSQL' : settings.DATA_DIR}`,
  );
  // First the port and the folder, so that a second server or a taken port is told at once.
  const server = await startServer({ settings });
  // A site whose pages are not all in their places answers from the first second on.
  const answering = drawPages(server, settings);
  let keeper: Keeper | undefined;
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
  try {
    const isReady = prepare()
      .then(() => invite(server))
      .then(() => demonstrate(server))
      .then(() => console.log(`ready ${server.url}`))
      // Kept now: a server that is killed has no time for it.
      .then(flushCompileCache)
      .then(() => readySearch(server));
    await Promise.race([stopped, isReady]);
    await stopped;
  } finally {
    await keeper?.stop();
    await answering.stop();
    await server.close();
  }
  // What was being prepared has no reader any more: the publisher's half of a release is swept up by the next one.
  process.exit(0);

  async function prepare(): Promise<void> {
    // The code of the site does not wait for the catalogue, nor the catalogue for the code.
    const compiling = compileApart(settings.SITE_URL, () => console.log('Сборка кода сайта …'));
    compiling.catch(() => undefined);
    await loadCatalogue(settings);
    // What does not compile is told by the publication below.
    await compiling.catch(() => undefined);
    const journal = journalOf(server.publication);
    const source = catalogueSource(server.context);
    await publishWithProgress(settings, source, { listener: journal, mayGrow: true }).catch(
      async (error: unknown) => {
        // Readers keep the site that they have; the publisher below tries again.
        if (!(await currentRelease(settings.DATA_DIR))) throw error;
        const { message } = error as Error;
        console.log(`Новый сайт не построен, читатели видят прежний. ${message}`);
        await journal.fail(message);
      },
    );
    // Now, so that the first reader does not wait for it.
    await answering.render('/error/', {}).catch(() => undefined);
    keeper = keepPublished(server, settings);
  }

  /** The index of the search is filled by whoever asks first: that is not to be a reader. */
  async function readySearch({ app }: Server): Promise<void> {
    const { host } = new URL(settings.SITE_URL);
    await app.inject({ url: '/api/fast-search?query=синдром', headers: { host } }).catch(() => undefined);
  }

  /** With DEMO=1: accounts to look around with, and invented cases; the passwords are told this once. */
  async function demonstrate({ database }: Server): Promise<void> {
    if (!settings.DEMO) return;
    const accounts = await addDemonstration({ database });
    if (accounts.length === 0) return;
    console.log('Демонстрация: вымышленные случаи и учётные записи, пароли показаны один раз:');
    for (const { email, role, password } of accounts) console.log(`  ${email}  ${password}  ${role}`);
  }

  /** While nobody has an account, the first administrator comes in by a link, which no log shall keep. */
  async function invite({ database }: Server): Promise<void> {
    const place = await inviteFounder({ settings, database });
    if (!place) return;
    console.log(
      `Учётных записей ещё нет. Ссылка, по которой входит первый администратор (один раз, 24 часа), лежит в файле ${place}`,
    );
  }
}
