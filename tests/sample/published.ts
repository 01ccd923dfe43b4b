import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startServer, type Server } from '#server/main.ts';
import { testSettings } from './database.ts';

/** A server with a release of one page at `/<name>/`, available after `beforeAll`. */
export function serverWithPage(
  name: string,
  html: string,
  environment: Parameters<typeof testSettings>[0] = {},
): () => Server {
  let server: Server;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const { settings, drop: dropSettings } = await testSettings(environment);
    drop = dropSettings;
    server = await startServer({ settings });
    const release = path.join(settings.DATA_DIR, 'site/releases/1');
    await mkdir(path.join(release, name), { recursive: true });
    await writeFile(path.join(release, name, 'index.html'), html);
    await writeFile(
      path.join(release, 'release.json'),
      JSON.stringify({ version: '1', csp: { scripts: [], styles: [] } }),
    );
    await symlink('releases/1', path.join(settings.DATA_DIR, 'site/current'));
  });
  afterAll(async () => {
    await server.close();
    await drop();
  });
  return () => server;
}
