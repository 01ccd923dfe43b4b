import { findServer } from '#server/database/lock.ts';
import { startServer, type Server } from '#server/main.ts';
import type { Settings } from '#server/settings.ts';

/** Gives work the address of the API: of the server that runs on this DATA_DIR, or of one started for the while. */
export async function withApi<Result>(
  settings: Settings,
  work: (url: string, server?: Server) => Promise<Result>,
): Promise<Result> {
  const running = findServer(settings.DATA_DIR);
  if (running?.url) return work(running.url);
  const server = await startServer({
    settings: { ...settings, HOST: '127.0.0.1', PORT: 0, LOG_LEVEL: 'warn' },
  });
  try {
    return await work(server.url, server);
  } finally {
    await server.close();
  }
}
