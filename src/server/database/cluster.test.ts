import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startTestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson } from '../../../tests/sample/people.ts';
import { waitUntil } from '../../../tests/sample/wait-until.ts';
import { inviteFounder } from '../account/first-administrator.ts';
import { start } from '../publication/journal.ts';
import { startPurger } from '../publication/purge.ts';
import { createContext, type Context } from '../request/context.ts';
import { joinCluster, singleProcess } from './cluster.ts';
import { openDatabase } from './database.ts';

/** The same portal as seen by two processes. */
async function openTwo(more: Record<string, string> = {}): Promise<[Context, Context]> {
  const portal = await startTestPortal({ settings: more });
  onTestFinished(() => portal.close());
  const join = async (name: string): Promise<Context> => {
    await mkdir(`${portal.settings.DATA_DIR}/${name}`);
    const settings = { ...portal.settings, DATA_DIR: `${portal.settings.DATA_DIR}/${name}` };
    const database = await openDatabase(settings);
    const cluster = await joinCluster(settings, database);
    onTestFinished(async () => {
      await cluster.close();
      await database.close();
    });
    return createContext({ settings, database, cluster });
  };
  return [await join('one'), await join('two')];
}

/** PostgreSQL ends the session that holds the claims. */
const endSessions = ({ db }: Context) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'orphan-register cluster' and pid in (
      select pid from pg_locks where locktype = 'advisory' and objid = 1
        and classid = hashtext('orphan-register processes ' || current_schema())::oid)`.execute(db);

test('a portal on the embedded database is one process and holds every claim', async () => {
  const settings = { DATABASE_URL: undefined };
  const cluster = await joinCluster(settings, { id: 'one', announce: () => {} });
  expect(cluster).toBe(singleProcess);
  expect([await cluster.claim('publisher'), cluster.holds('publisher')]).toEqual([true, true]);
});

test.skipIf(dialect === 'sqlite')(
  'one process holds a claim, and after its end another (skipped on SQLite)',
  async () => {
    const [one, two] = await openTwo();
    expect(await one.cluster.countProcesses()).toBe(2);
    expect([await one.cluster.claim('publisher'), await two.cluster.claim('publisher')]).toEqual([
      true,
      false,
    ]);
    expect([one.cluster.holds('publisher'), two.cluster.holds('publisher')]).toEqual([true, false]);
    await one.cluster.release('publisher');
    expect(await two.cluster.claim('publisher')).toBe(true);
    expect(await one.cluster.claim('publisher')).toBe(false);
    await two.cluster.close();
    expect(await one.cluster.claim('publisher')).toBe(true);
    expect(await one.cluster.countProcesses()).toBe(1);
  },
);

test.skipIf(dialect === 'sqlite')(
  'after PostgreSQL ends the sessions, one process holds the claim and messages arrive (skipped on SQLite)',
  async () => {
    const [one, two] = await openTwo();
    expect(await one.cluster.claim('publisher')).toBe(true);
    await endSessions(one);
    await waitUntil('the loss is known', () => !one.cluster.holds('publisher'));
    await waitUntil('both are there again', async () => (await two.cluster.countProcesses()) === 2);
    await waitUntil('one of them holds it', async () => {
      const held = [await one.cluster.claim('publisher'), await two.cluster.claim('publisher')];
      return held.filter(Boolean).length === 1;
    });
    const received: string[] = [];
    two.cluster.onMessage((message) => received.push(message));
    one.cluster.onMessage((message) => received.push(`own ${message}`));
    await one.cluster.send('publish full');
    await waitUntil('the message arrives', () => received.length > 0);
    expect(received).toEqual(['publish full']);
  },
);

test.skipIf(dialect === 'sqlite')(
  'a commit of one process is announced in the other, a rollback is not (skipped on SQLite)',
  async () => {
    const [one, two] = await openTwo();
    let announced = 0;
    two.database.onCommit(() => (announced += 1));
    const undone = one.database.transaction(() => Promise.reject(new Error('undone')));
    await expect(undone).rejects.toThrow('undone');
    await one.database.transaction((tx) =>
      tx
        .updateTable('meta')
        .set((eb) => ({ value: eb('value', '+', 1) }))
        .where('name', '=', 'change')
        .execute(),
    );
    await waitUntil('the commit is announced', () => announced > 0);
    expect(announced).toBe(1);
  },
);

test.skipIf(dialect === 'sqlite')(
  'an import of a live process continues, one of a dead process is reset (skipped on SQLite)',
  async () => {
    const [one, two] = await openTwo();
    const editor = await addPerson(one, 'editor', { email: 'editor@example.ru' });
    await one.database.transaction((tx) =>
      tx
        .insertInto('imports')
        .values({
          id: 7,
          format: 'records',
          file_name: 'записи.ndjson',
          status: 'applying',
          author_id: editor.id,
          created_at: new Date().toISOString(),
          summary: '{}',
          size: 1,
        })
        .execute(),
    );
    expect(await one.cluster.claim('import 7')).toBe(true);
    const status = async () =>
      (await two.db.selectFrom('imports').select('status').where('id', '=', 7).executeTakeFirstOrThrow())
        .status;
    const jobs = two.importJobs;
    for (let look = 0; look < 3; look += 1) await jobs.recover();
    expect(await status()).toBe('applying');
    await one.cluster.close();
    await waitUntil('it is put back', async () => {
      await jobs.recover();
      return (await status()) === 'ready';
    });
  },
);

test.skipIf(dialect === 'sqlite')(
  'two processes invite the first administrator once (skipped on SQLite)',
  async () => {
    const [one, two] = await openTwo();
    expect(await inviteFounder(one)).toMatch(/first-administrator\.txt$/);
    expect(await inviteFounder(two)).toBeUndefined();
    expect(await one.db.selectFrom('founding_links').selectAll().execute()).toHaveLength(1);
  },
);

test.skipIf(dialect === 'sqlite')(
  'a cache is purged once for each change, by any live process (skipped on SQLite)',
  async () => {
    const received: number[] = [];
    const cache = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        received.push((JSON.parse(body) as { id: number }).id);
        response.end();
      });
    });
    await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => cache.close(() => resolve())));
    const { port } = cache.address() as AddressInfo;
    const [one, two] = await openTwo({ PURGE_URL: `http://127.0.0.1:${port}/` });
    const purgers = [one, two].flatMap((context) => startPurger(context, () => {}) ?? []);
    onTestFinished(async () => void (await Promise.all(purgers.map((purger) => purger.stop()))));
    const publication = await start(one.database, 'content', new Date());
    const change = async (ids: number[]) =>
      await one.database.transaction(async (tx) => {
        const at = new Date().toISOString();
        for (const id of ids)
          await tx
            .insertInto('purges')
            .values({
              id,
              publication_id: publication,
              addresses: '["/"]',
              created_at: at,
              due_at: at,
              attempts: 0,
              sent_at: null,
              problem: null,
            })
            .execute();
      });
    await change([1, 2, 3, 4, 5]);
    const deliverBoth = () => Promise.all(purgers.map((purger) => purger.deliver()));
    await waitUntil('five are purged', async () => {
      await deliverBoth();
      return received.length >= 5;
    });
    await one.cluster.close();
    await change([6]);
    await waitUntil('the other process continues', async () => {
      await purgers[1]?.deliver();
      return received.length >= 6;
    });
    expect(received).toEqual([1, 2, 3, 4, 5, 6]);
  },
);
