import { once } from 'node:events';
import { startServer } from '#server/main.ts';
import { readSettings } from '#server/settings.ts';
import { publishWithProgress } from './publish.ts';
import { loadStarter } from './starter.ts';

/** `npm start`: fills an empty database, publishes the site, serves it and the API on one port until Ctrl+C. */
export async function run(): Promise<void> {
  const settings = readSettings();
  console.log(
    `Регистр орфанных заболеваний: данные в ${settings.DATABASE_URL ? 'PostgreSQL' : settings.DATA_DIR}`,
  );
  // First the port and the folder, so that a second server or a taken port is told at once.
  const server = await startServer({ settings });
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
  try {
    const isReady = prepare().then(() => console.log(`ready ${server.url}`));
    await Promise.race([stopped, isReady]);
    await stopped;
  } finally {
    await server.close();
  }
  // What was being prepared has no reader any more: the publisher's half of a release is swept up by the next one.
  process.exit(0);

  async function prepare(): Promise<void> {
    await loadStarter(settings);
    await publishWithProgress(settings, server.url);
  }
}
