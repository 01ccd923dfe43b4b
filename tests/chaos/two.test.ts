import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { openDatabase, type Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { findFreePort, startProduct, type Product } from '../../scripts/check/product.ts';
import { ofProof } from './harness/settings.ts';
import { addSignedIn } from '../sample/people.ts';
import { startPostgres, type OwnPostgres } from './harness/postgres.ts';
import { expectKept, isLong } from './harness/promise.ts';

/** Target: milliseconds until readers of the other process see an edit. */
const maxFreshnessMs = 1000;
const writers = 4;
const goalOfWrites = 'подтверждённое цело, ни одного ответа 500';

/**
 * D7: two processes on one PostgreSQL. An edit at one is read at the other; while subscriptions are made at
 * both, each is killed, PostgreSQL is restarted, and both are restarted in turn.
 */
test('D7 two processes on one PostgreSQL share edits and lose nothing acknowledged', async ({ skip }) => {
  const postgres = await startPostgres();
  if (!postgres) {
    skip('PostgreSQL не установлен');
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'register-two-'));
  const cache = await openCache();
  const machines = [
    await prepareMachine('a', { folder, postgres, cache }),
    await prepareMachine('b', { folder, postgres, cache }),
  ] as const;
  let database: Database | undefined;
  try {
    await Promise.all(machines.map((machine) => machine.start()));
    const settings = readSettings({ ...ofProof, ...machines[0].environment, DATA_DIR: folder });
    database = await openDatabase(settings);
    const records = await database.kysely
      .selectFrom('records')
      .select('id')
      .where('state', '=', 'published')
      .execute();
    const links = machines.filter(({ dataDir }) => existsSync(path.join(dataDir, 'first-administrator.txt')));
    const { cookie } = await addSignedIn({ database, settings }, 'editor', 'editor@example.ru');
    await Promise.all(machines.map((machine) => machine.product.whole()));
    const desk = { database, cookie, machines };
    expectKept(
      {
        figure: `начали вместе на пустой базе: записей ${records.length}, ссылок первого администратора ${links.length}`,
        goal: 'каталог заполнен один раз, одна ссылка',
      },
      links.length === 1 && records.length < 1000,
    );
    await proveEdits(desk, cache, isLong ? 50 : 12);
    await proveWrites(desk, { settings, postgres, rounds: isLong ? 5 : 1 });
    await proveTakeover(desk);
  } finally {
    await database?.close();
    await Promise.all(machines.map((machine) => machine.product?.stop('SIGKILL')));
    cache.server.close();
    postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

interface Machine {
  environment: Record<string, string>;
  dataDir: string;
  url: string;
  product: Product;
  /** Resolves when it is ready for readers. */
  start(): Promise<void>;
}

interface Cache {
  server: Server;
  url: string;
  ids: number[];
}

interface Desk {
  database: Database;
  cookie: string;
  machines: readonly [Machine, Machine];
}

async function openCache(): Promise<Cache> {
  const ids: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      ids.push((JSON.parse(body) as { id: number }).id);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, ids, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function prepareMachine(
  name: string,
  { folder, postgres, cache }: { folder: string; postgres: OwnPostgres; cache: Cache },
): Promise<Machine> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = path.join(folder, name);
  const environment = {
    ...ofProof,
    LOG_LEVEL: 'fatal',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SITE_URL: 'http://127.0.0.1',
    PURGE_URL: cache.url,
    SECRET_KEY: 's'.repeat(32),
    AUDIT_KEY: 'a'.repeat(32),
  };
  const machine: Machine = {
    environment,
    dataDir,
    url,
    product: undefined as never,
    async start() {
      machine.product = startProduct(environment, { isAlone: true });
      await machine.product.ready;
    },
  };
  return machine;
}

/** Status of one request; 0 without a response. */
async function send(
  { url }: Machine,
  address: string,
  { cookie, fields }: { cookie: string; fields?: Record<string, unknown> },
): Promise<{ status: number; data: unknown }> {
  try {
    const response = await fetch(new URL(address, url), {
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(fields ? { method: 'POST', body: JSON.stringify(fields) } : {}),
    });
    return { status: response.status, data: ((await response.json()) as { data?: unknown }).data };
  } catch {
    return { status: 0, data: undefined };
  }
}

/** Publishes another title of a disease; returns its address and title. */
async function edit({ database, cookie }: Desk, machine: Machine, number: number) {
  const call = async (address: string, fields?: Record<string, unknown>) => {
    const { status, data } = await send(machine, address, { cookie, ...(fields ? { fields } : {}) });
    if (status !== 200) throw new Error(`${address} answered ${status}`);
    return data as { version: number; draft?: { version: number }; fields: Record<string, unknown> };
  };
  const diseases = await diseasesOf(database);
  const id = diseases[(number * 7) % diseases.length]!;
  const before = await call(`/api/editors/records/${id}`);
  const title = `${String(before.fields['title']).replace(/ \(правка \d+\)$/, '')} (правка ${number})`;
  const saved = await call(`/api/editors/records/${id}/draft`, {
    fields: JSON.stringify({ title }),
    expected_version: String(before.draft?.version ?? 0),
    base_version: String(before.version),
  });
  await call(`/api/editors/records/${id}/publish`, {
    reason: 'Измерение',
    expected_version: String(saved.draft?.version ?? 0),
  });
  return { address: `/deseases/${id}/`, title };
}

async function diseasesOf({ kysely }: Database): Promise<number[]> {
  const rows = await kysely
    .selectFrom('records')
    .select('id')
    .where('kind', '=', 'disease')
    .where('state', '=', 'published')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function waitFor(what: string, isDone: () => Promise<boolean>, limitMs = 60_000): Promise<number> {
  const startedAt = performance.now();
  while (!(await isDone())) {
    if (performance.now() - startedAt > limitMs) throw new Error(`${what}: not after ${limitMs} ms`);
    await pause(10);
  }
  return performance.now() - startedAt;
}

const shows = async ({ url }: Machine, { address, title }: { address: string; title: string }) =>
  (
    await fetch(new URL(address, url)).then(
      (response) => response.text(),
      () => '',
    )
  ).includes(title);

async function proveEdits(desk: Desk, cache: Cache, edits: number): Promise<void> {
  const { machines, database } = desk;
  const journal = () =>
    database.kysely.selectFrom('publications').select(['id', 'state']).orderBy('id').execute();
  await waitFor('the site rests', async () => (await journal()).every(({ state }) => state !== 'running'));
  const before = (await journal()).length;
  const own: number[] = [];
  const others: number[] = [];
  for (let number = 1; number <= edits; number += 1) {
    const [one, two] = machines;
    const [here, there] = number % 2 ? [one, two] : [two, one];
    const edited = await edit(desk, here, number);
    const [ownMs, otherMs] = await Promise.all(
      [here, there].map((machine) => waitFor('an edit is shown', () => shows(machine, edited))),
    );
    own.push(ownMs!);
    others.push(otherMs!);
  }
  await waitFor('the edits are in the history', async () => (await journal()).length >= before + edits);
  await pause(3000);
  const entered = (await journal()).slice(before);
  const broken = entered.filter(({ state }) => state !== 'live').length;
  const repeated = cache.ids.length - new Set(cache.ids).size;
  expectKept(
    {
      figure: `правок ${edits}: у себя медиана ${quantile(own, 0.5)} мс, у соседа ${quantile(others, 0.5)} мс, худшая ${quantile(others, 1)} мс`,
      goal: `у соседа медиана до ${maxFreshnessMs} мс`,
    },
    quantile(others, 0.5) <= maxFreshnessMs,
  );
  expectKept(
    {
      figure: `выкладок в истории ${entered.length}, не дошедших ${broken}; сообщений кэшу ${cache.ids.length}, повторных ${repeated}`,
      goal: `${edits} выкладок, 0 не дошедших, 0 повторных`,
    },
    entered.length === edits && broken === 0 && repeated === 0,
  );
}

/** Subscribes at both machines, once per disease, while one failure follows another. */
async function proveWrites(
  { database, machines }: Desk,
  {
    settings,
    postgres,
    rounds,
  }: { settings: Parameters<typeof addSignedIn>[0]['settings']; postgres: OwnPostgres; rounds: number },
): Promise<void> {
  const diseases = await diseasesOf(database);
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  const over = new AbortController();
  const people = await Promise.all(
    Array.from({ length: writers }, (_, index) =>
      addSignedIn({ database, settings }, 'doctor', `doctor${index}@example.ru`),
    ),
  );
  const working = people.map(async ({ id, cookie }, index) => {
    for (let turn = index; !over.signal.aborted; turn += 1) {
      const disease = diseases[turn % diseases.length]!;
      const machine = machines[turn % 2]!;
      const isFollowed = acknowledged.has(`${id} ${disease}`);
      const { status } = await send(machine, `/api/subscribes/${isFollowed ? 'remove' : 'add'}`, {
        cookie,
        fields: { id: disease },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200 && !isFollowed) acknowledged.add(`${id} ${disease}`);
      else if (status !== 200 || isFollowed) acknowledged.delete(`${id} ${disease}`);
      if (status === 0) await pause(50);
    }
  });
  const restart = async (machine: Machine, signal: NodeJS.Signals) => {
    await machine.product.stop(signal);
    await pause(1500);
    await machine.start();
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const machine of machines) await pause(1000).then(() => restart(machine, 'SIGKILL'));
    for (const mode of ['fast', 'immediate'] as const) await pause(1500).then(() => postgres.restart(mode));
    for (const machine of machines) await pause(1000).then(() => restart(machine, 'SIGTERM'));
  }
  await pause(1500);
  over.abort();
  await Promise.all(working);
  const rows = await database.kysely.selectFrom('preferences').select(['user_id', 'topic']).execute();
  const kept = new Set(rows.map(({ user_id, topic }) => `${user_id} ${topic.split(':')[1]}`));
  const lost = [...acknowledged].filter((one) => !kept.has(one));
  const wrong = [...statuses].filter(([status]) => ![0, 200, 503].includes(status));
  const summary = [...statuses].map(([status, count]) => `${status || 'нет ответа'}: ${count}`).join(', ');
  expectKept(
    {
      figure: `убиты оба, PostgreSQL перезапущен дважды, оба перезапущены по очереди, кругов ${rounds}; ответы ${summary}; подтверждено и потеряно ${lost.length} из ${acknowledged.size}`,
      goal: goalOfWrites,
    },
    lost.length === 0 && wrong.length === 0 && acknowledged.size > 0,
    wrong.map(([status, count]) => `ответ ${status}: ${count}`),
  );
}

/** The publisher dies, and an edit at the other machine enters the history. */
async function proveTakeover(desk: Desk): Promise<void> {
  const { machines, database } = desk;
  const live = async () =>
    (await database.kysely.selectFrom('publications').select('id').where('state', '=', 'live').execute())
      .length;
  const before = await live();
  // The first machine holds the role.
  await machines[0].product.stop('SIGKILL');
  const edited = await edit(desk, machines[1], 9000);
  const shownMs = await waitFor('the edit is shown', () => shows(machines[1], edited));
  const enteredMs =
    shownMs + (await waitFor('the edit is in the history', async () => (await live()) > before));
  expectKept(
    {
      figure: `публикующий убит: правка у другого на странице через ${Math.round(shownMs)} мс, в истории через ${Math.round(enteredMs)} мс`,
      goal: 'в истории до 5000 мс',
    },
    enteredMs <= 5000,
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}
