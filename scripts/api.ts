import path from 'node:path';
import { findServer } from '#server/database/lock.ts';
import { startServer, type Server } from '#server/main.ts';
import type { Settings } from '#server/settings.ts';
import { loadCatalogue } from './starter.ts';

/** Runs work with the address of the API: of the server on this DATA_DIR, or of a temporary one. */
export async function withApi<Result>(
  settings: Settings,
  work: (url: string, server?: Server) => Promise<Result>,
): Promise<Result> {
  const running = findServer(settings.DATA_DIR);
  if (running?.url) return work(running.url);
  await using server = await startServer({
    settings: { ...settings, HOST: '127.0.0.1', PORT: 0, LOG_LEVEL: 'warn' },
  });
  return await work(server.url, server);
}

/** The same with a catalogue; REGISTER_API_URL may name another API. */
export async function withCatalogueApi<Result>(
  settings: Settings,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { REGISTER_API_URL } = process.env;
  if (REGISTER_API_URL) return await work(REGISTER_API_URL);
  return await withApi(settings, async (url, server) => {
    if (server) await loadCatalogue(settings);
    return await work(url);
  });
}

/** Output folder of `npm run build`. */
export const siteFolder = (): string =>
  path.resolve(import.meta.dirname, '..', process.env.REGISTER_OUT_DIR ?? 'dist');
