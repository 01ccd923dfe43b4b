import { readSettings } from '#server/settings.ts';
import { inTurn } from '#publisher/compiled.ts';
import { writeDocuments } from '#publisher/documents.ts';
import { siteFolder, withCatalogueApi } from './api.ts';
import { operatorOf } from './publishing.ts';
import { readArguments } from './arguments.ts';

/** `npm run build`: Astro's static build from a running API into dist/ (docs/deploying.md). */
export async function run(args: string[]): Promise<void> {
  readArguments(args, {
    name: 'build',
    about: 'Статическая сборка каталога в dist/ (docs/deploying.md).',
  });
  const settings = readSettings();
  await withCatalogueApi(settings, async (api) => {
    // Read by astro.config.mjs and src/data/current.ts.
    const { SITE_URL } = settings;
    Object.assign(process.env, {
      REGISTER_API_URL: api,
      REGISTER_MODE: 'static',
      SITE_URL,
      NODE_ENV: 'production',
    });
    const { build } = await import('astro');
    await inTurn(() => build({}));
    const operator = operatorOf(settings);
    if (operator) await writeDocuments(siteFolder(), operator);
  });
  process.exit(0);
}
