import { once } from 'node:events';
import { startServer } from '#server/main.ts';
import { readSettings } from '#server/settings.ts';
import { loadCatalogue } from './starter.ts';
import { readArguments } from './arguments.ts';

/** `npm run dev`: Astro's development server on PORT, which proxies /api to an API on a free port. */
export async function run(args: string[]): Promise<void> {
  readArguments(args, { name: 'dev', about: 'Сервер разработки: API и страницы с перезагрузкой на PORT.' });
  const settings = readSettings();
  const server = await startServer({ settings: { ...settings, PORT: 0, LOG_LEVEL: 'warn' } });
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
  try {
    await loadCatalogue(settings);
    // Read by astro.config.mjs and src/data/current.ts.
    Object.assign(process.env, { REGISTER_API_URL: server.url, SITE_URL: settings.SITE_URL });
    const { dev } = await import('astro');
    const { HOST: host, PORT: port } = settings;
    // Another port than in SITE_URL would make every POST cross-origin.
    const site = await dev({ server: { host, port }, vite: { server: { strictPort: true } } });
    console.log(`ready ${settings.SITE_URL}/`);
    await stopped;
    await site.stop();
  } finally {
    await server.close();
  }
  process.exit(0);
}
