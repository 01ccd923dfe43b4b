import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import pg from 'pg';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { dialect, testSettings } from '../../../tests/sample/database.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { fillSample } from '../../../tests/sample/catalogue.ts';
import { waitUntil } from '../../../tests/sample/wait-until.ts';
import { createApplication } from '../app/application.ts';
import { addPerson, withSession } from '../../../tests/sample/people.ts';
import { openDatabase } from './database.ts';
import { createContext } from '../request/context.ts';

test.skipIf(dialect === 'sqlite')(
  'C-2 without its database the server reports so at once and recovers with it (skipped on SQLite)',
  async () => {
    const { settings, drop } = await testSettings();
    onTestFinished(drop);
    const direct = new URL(settings.DATABASE_URL ?? '');
    const held = new Set<Socket>();
    // A proxy to the database that can be cut.
    const between = createServer((socket) => {
      const other = connect(Number(direct.port || 5432), direct.hostname);
      for (const [one, its] of [
        [socket, other],
        [other, socket],
      ] as const) {
        held.add(one);
        one.on('error', () => undefined).on('close', () => its.destroy());
        one.pipe(its);
      }
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
    const { port } = between.address() as AddressInfo;
    const url = new URL(direct);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    const database = await openDatabase({ ...settings, DATABASE_URL: url.href });
    await fillSample(database);
    const app = createApplication(createContext({ settings, database }));
    onTestFinished(async () => {
      await app.close();
      await database.close();
      between.close();
    });
    const get = (address: string) => app.inject({ method: 'GET', url: address });
    expect((await get('/api/health')).statusCode).toBe(200);
    expect((await get('/api/navigation')).statusCode).toBe(200);

    between.close();
    for (const socket of held) socket.destroy();
    await waitUntil('the server has noticed', async () => (await get('/api/health')).statusCode === 503);
    for (const address of ['/api/health', '/api/diseases/filter']) {
      const answer = await get(address);
      expect([address, answer.statusCode]).toEqual([address, 503]);
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.json().errors[0].message).toBe('База данных сейчас недоступна. Повторите запрос позже.');
    }
    expect((await get('/api/health/ready')).statusCode).toBe(503);
    expect((await get('/api/health/live')).statusCode).toBe(200);
    // Cached responses are still served.
    expect((await get('/api/navigation')).statusCode).toBe(200);

    between.listen(port, '127.0.0.1');
    await once(between, 'listening');
    expect((await get('/api/health')).statusCode).toBe(200);
    expect((await get('/api/diseases/filter')).statusCode).toBe(200);
  },
);

test.skipIf(dialect === 'sqlite')(
  'a write whose connection PostgreSQL ends gets 503, and the next one succeeds (skipped on SQLite)',
  async () => {
    const portal = await startTestPortal();
    onTestFinished(() => portal.close());
    const doctor = await withSession(
      portal,
      await addPerson(portal, 'doctor', { email: 'doctor@example.ru' }),
    );
    const operator = new pg.Client({ connectionString: portal.settings.DATABASE_URL });
    await operator.connect();
    onTestFinished(() => operator.end());
    const follow = () => doctor.post('/api/subscribes/add', { id: portal.sample.gaucher });
    for (let round = 0; round < 3; round += 1) {
      await operator.query('begin');
      await operator.query(`select pg_advisory_xact_lock(hashtext('orphan-register ' || current_schema()))`);
      const waiting = follow();
      const waitingPids = async () =>
        (
          await operator.query<{ pid: number }>(
            `select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
            where datname = current_database() and locktype = 'advisory' and not granted`,
          )
        ).rows.map(({ pid }) => pid);
      await expect.poll(waitingPids, { timeout: 60_000 }).toHaveLength(1);
      await operator.query('select pg_terminate_backend($1)', await waitingPids());
      const cut = await waiting;
      await operator.query('rollback');
      expect([cut.status, cut.headers['retry-after']]).toEqual([503, '2']);
      expect((await follow()).status).toBe(200);
    }
  },
);

/** Holds the write lock like a slow writer in another process. */
async function holdWriters({
  settings,
}: TestPortal): Promise<{ waiting(): Promise<number>; release(): Promise<void> }> {
  if (settings.DATABASE_URL) {
    const operator = new pg.Client({ connectionString: settings.DATABASE_URL });
    await operator.connect();
    onTestFinished(() => operator.end());
    await operator.query('begin');
    await operator.query(`select pg_advisory_xact_lock(hashtext('orphan-register ' || current_schema()))`);
    return {
      async waiting() {
        const { rowCount } = await operator.query(
          `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where datname = current_database() and locktype = 'advisory' and not granted`,
        );
        return rowCount ?? 0;
      },
      release: async () => void (await operator.query('rollback')),
    };
  }
  const file = new DatabaseSync(path.join(settings.DATA_DIR, 'register.sqlite'));
  onTestFinished(() => file.close());
  file.exec('begin immediate');
  return { waiting: async () => 1, release: async () => file.exec('rollback') };
}

test(`while another process holds the write lock, reads are served and writes are rejected, not done later (${dialect})`, async () => {
  const portal = await startTestPortal();
  onTestFinished(() => portal.close());
  const doctor = await withSession(portal, await addPerson(portal, 'doctor', { email: 'doctor@example.ru' }));
  const writers = await holdWriters(portal);
  const follow = () => doctor.post('/api/subscribes/add', { id: portal.sample.gaucher });
  const writes = Array.from({ length: 16 }, follow);
  // One waits with a connection, the others without.
  await expect.poll(writers.waiting, { timeout: 60_000 }).toBe(1);
  for (const address of ['/api/health', '/api/user', '/api/diseases/filter', '/api/subscribes'])
    expect([address, (await doctor.get(address)).status]).toEqual([address, 200]);
  for (const answer of await Promise.all(writes)) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  await writers.release();
  expect((await doctor.get(`/api/diseases/${portal.sample.gaucher}`)).status).toBe(200);
  const followed = () => portal.database.kysely.selectFrom('preferences').selectAll().execute();
  expect(await followed()).toEqual([]);
  expect((await follow()).status).toBe(200);
  expect(await followed()).toHaveLength(1);
});
