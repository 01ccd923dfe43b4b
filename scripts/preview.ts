import { existsSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { readSettings } from '#server/settings.ts';
import { siteFolder, withCatalogueApi } from './api.ts';
import { readArguments } from './arguments.ts';

/** `npm run preview`: serves the output of `npm run build` and the API on one port. */
export async function run(args: string[]): Promise<void> {
  readArguments(args, { name: 'preview', about: 'Показывает то, что построил npm run build, вместе с API.' });
  const settings = readSettings();
  const folder = siteFolder();
  if (!existsSync(path.join(folder, 'index.html')))
    throw new OperatorError(`В папке ${folder} нет построенного сайта: сначала npm run build.`);
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
  await withCatalogueApi(settings, async (api) => {
    Object.assign(process.env, { REGISTER_API_URL: api, SITE_URL: settings.SITE_URL });
    const { preview } = await import('astro');
    const { HOST: host, PORT: port } = settings;
    const site = await preview({ server: { host, port }, vite: { preview: { strictPort: true } } });
    console.log(`ready ${settings.SITE_URL}/`);
    await stopped;
    await site.stop();
  });
  process.exit(0);
}
