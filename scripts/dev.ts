import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startServer } from '#server/main.ts';
import { readSettings } from '#server/settings.ts';
import { loadCatalogue } from './starter.ts';

/** `npm run dev`: Astro's server with reload on PORT, reading from an API of its own on a port that the system chooses. */
export async function run(): Promise<void> {
  const settings = readSettings();
  const server = await startServer({ settings: { ...settings, PORT: 0, LOG_LEVEL: 'warn' } });
  try {
    await loadCatalogue(settings);
    console.log(`API: ${server.url}`);
    const astro = path.join(import.meta.dirname, '../node_modules/astro/bin/astro.mjs');
    const site = spawn(
      process.execPath,
      [astro, 'dev', '--ignore-lock', '--host', settings.HOST, '--port', String(settings.PORT)],
      {
        env: { ...process.env, REGISTER_API_URL: server.url, ASTRO_TELEMETRY_DISABLED: '1' },
        stdio: 'inherit',
      },
    );
    await Promise.race([once(site, 'exit'), once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    site.kill();
  } finally {
    await server.close();
  }
  process.exit(0);
}
