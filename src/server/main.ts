import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '#domain/operator-error.ts';
import { beginAudit } from './audit/begin.ts';
import { backupBeforeUpgrade } from './backup/schedule.ts';

import { recomputeDerived } from './catalogue/derived.ts';
import { fitDemonstration } from './profile/demonstration.ts';
import { createContext, type Context } from './request/context.ts';
import { joinCluster, type Cluster } from './database/cluster.ts';
import { createMetrics, serveMetrics } from './metrics/metrics.ts';
import { openDatabase, type Database } from './database/database.ts';
import { lockDataDir } from './database/lock.ts';
import { restrictToOwner } from './database/file-modes.ts';
import { createTimetable } from './base/every.ts';
import { startTimers } from './app/schedule.ts';
import { createApplication } from './app/application.ts';
import { drainOf } from './http/drain.ts';
import { startPostman } from './mail/postman.ts';
import { startPurger } from './publication/purge.ts';
import { canTakeConsents, isLocal, type Settings } from './settings.ts';

export interface Server extends AsyncDisposable {
  /** Actual address: with PORT=0 the system chooses the port. */
  url: string;
  app: FastifyInstance;
  database: Database;
  /** Shared by all parts; the publisher adds previews. */
  context: Context;
  metricsUrl?: string | undefined;
  close(): Promise<void>;
}

/**
 * Locks DATA_DIR, opens the database and serves site and API; throws OperatorError when one is unavailable.
 */
export async function startServer({
  settings,
  isDemo = false,
}: {
  settings: Settings;
  /** Shows the invented cases of a demonstration. */
  isDemo?: boolean;
}): Promise<Server> {
  await using stack = new AsyncDisposableStack();
  // The lock explains problems of the folder.
  const lock = stack.adopt(await lockDataDir(settings.DATA_DIR), ({ release }) => release());
  const warnings = restrictToOwner(settings.DATA_DIR);
  const database = stack.use(await openUpgraded(settings, warnings));
  warnings.push(...(await beginAudit({ database, settings })));
  warnings.push(...(await fitDemonstration(database, isDemo)));
  const cluster = stack.adopt(await joinCluster(settings, database), (joined) => joined.close());
  const context = createContext({ settings, database, cluster });
  const measured = settings.METRICS ? createMetrics(context) : undefined;
  const app = createApplication(context, measured);
  const { log } = app;
  const metrics =
    settings.METRICS && measured
      ? stack.adopt(await serveMetrics(settings.METRICS, measured), (server) => server.close())
      : undefined;
  const drain = drainOf(app);
  for (const warning of [...warnings, ...(await adviceOn(settings, cluster))]) log.warn(warning);
  const url = await listen(app, settings);
  const warn = (err: unknown, message: string) => log.warn({ err }, message);
  const outboxes = [startPostman(context, { log: warn }), startPurger(context, warn)].filter(
    (outbox) => outbox !== undefined,
  );
  const timetable = createTimetable(warn);
  stack.defer(async () => void (await Promise.all([...outboxes, timetable].map((one) => one.stop()))));
  stack.defer(() => stop(app, drain));
  // Event streams hold connections open.
  stack.defer(() => context.publication.closing.abort());
  startTimers(context, timetable, log);
  for (const { deliver } of outboxes) timetable.every(5, 'messages could not be delivered', deliver);
  await context.importJobs.recover();
  await recomputeDerived(database, context.now());
  lock.announce(url);
  const running = stack.move();
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= running.disposeAsync());
  return { url, metricsUrl: metrics?.url, app, database, context, close, [Symbol.asyncDispose]: close };
}

/** A failed migration changes nothing, so its backup is deleted: repeated starts would fill the disk. */
async function openUpgraded(settings: Settings, warnings: string[]): Promise<Database> {
  const copy = await backupBeforeUpgrade(settings, new Date());
  if (copy)
    warnings.push(
      `База обновляется до этой версии портала. Копия прежней: ${copy}. Вернуться: прежняя версия программы, пустая DATA_DIR и npm run restore.`,
    );
  try {
    return await openDatabase(settings);
  } catch (error) {
    if (copy) await rm(copy, { force: true });
    throw error;
  }
}

async function adviceOn(settings: Settings, cluster: Cluster): Promise<string[]> {
  const { SITE_URL, UPLOADS_URL } = settings;
  return [
    ...((await cluster.countProcesses()) > 1 && !UPLOADS_URL
      ? [
          'На этой базе работает несколько процессов, а UPLOADS_URL не задана: файлы людей, принятые одним, другие не отдадут.',
        ]
      : []),
    ...(SITE_URL.startsWith('http:') && !isLocal(settings)
      ? [
          `SITE_URL ${SITE_URL} без шифрования: пароли и куки идут открыто. Поставьте перед порталом TLS и задайте https.`,
        ]
      : []),
    ...(canTakeConsents(settings)
      ? []
      : [
          'Регистрация закрыта: согласия и политика не называют оператора. Задайте OPERATOR_NAME и OPERATOR_ADDRESS.',
        ]),
  ];
}

async function stop(app: FastifyInstance, drain: () => Promise<void>): Promise<void> {
  // Remaining connections are closed then.
  const closeTimeout = setTimeout(() => app.server.closeAllConnections(), 8000);
  await drain();
  await app.close();
  clearTimeout(closeTimeout);
}

async function listen(app: FastifyInstance, { HOST, PORT }: Settings): Promise<string> {
  try {
    await app.listen({ host: HOST, port: PORT });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EADDRINUSE')
      throw new OperatorError(
        `Порт ${PORT} на ${HOST} занят другой программой: освободите его или задайте другой PORT.`,
        { cause: error },
      );
    if (code === 'EACCES')
      throw new OperatorError(`Порт ${PORT} на ${HOST} системой не разрешён: задайте PORT больше 1023.`, {
        cause: error,
      });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new OperatorError(`Адреса HOST ${HOST} на этой машине нет.`, { cause: error });
    throw error;
  }
  const { address, family, port } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/`;
}

if (import.meta.main) {
  const { readSettings } = await import('./settings.ts');
  process.umask(0o077);
  try {
    const server = await startServer({ settings: readSettings() });
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => void server.close().then(() => process.exit(0)));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
