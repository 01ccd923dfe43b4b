import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { UserType } from '#contract/account.ts';
import { accesses, type Access, type Call } from '#contract/call.ts';
import { contract } from '#contract/contract.ts';
import { hashPassword } from '#server/account/passwords.ts';
import { newFactorSecret, putFactor } from '#server/account/factor-codes.ts';
import { hashOf, newSecret } from '#server/base/secret.ts';
import { addUser } from '#server/account/users.ts';
import { openDatabase, type Database } from '#server/database/database.ts';
import { tables } from '#server/database/tables.ts';
import { createApplication } from '#server/app/application.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { makePdf } from './table/pdf.ts';
import { measured, type TargetRow } from './table/row.ts';
import { createContext } from '#server/request/context.ts';

const password = 'сорок два журавля';
const missing = 999_999_999;

/** Access of all visitors, written out: the test must not use the code under test. */
const actors = [
  { name: 'anonymous', access: 'anonymous' },
  { name: 'partner', access: 'partner', type: 'patient', side: 'partner' },
  { name: 'family', access: 'partner', type: 'patient', side: 'family' },
  { name: 'doctor', access: 'doctor', type: 'doctor' },
  { name: 'other doctor', access: 'doctor', type: 'doctor' },
  { name: 'verified doctor', access: 'verified-doctor', type: 'doctor', isVerified: true },
  { name: 'editor', access: 'editor', type: 'editor' },
  { name: 'administrator', access: 'admin', type: 'admin' },
  { name: 'editor without a second factor', access: 'anonymous', type: 'editor', isBare: true },
  { name: 'blocked account', access: 'anonymous', type: 'doctor', isBlocked: true },
  { name: 'expired session', access: 'anonymous', type: 'doctor', isExpired: true },
] as const satisfies readonly {
  name: string;
  access: Access;
  type?: UserType;
  /** Distinguishes actors of one type. */
  side?: 'partner' | 'family';
  isVerified?: boolean;
  isBare?: boolean;
  isBlocked?: boolean;
  isExpired?: boolean;
}[];
type Actor = (typeof actors)[number];

interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  access: Access | undefined;
  only: string | undefined;
  input: string[];
}

interface Portal {
  app: FastifyInstance;
  database: Database;
  settings: Settings;
  ids: Map<string, number>;
  operations: Operation[];
}

/** Access to calls, objects and fields, and cross-site requests (A-1 … A-3, D-4). */
export async function prove(): Promise<TargetRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-proof-'));
  const settings = readSettings({ HOST: '127.0.0.1', DATA_DIR: folder, CAPTCHA: 'off', LOG_LEVEL: 'silent' });
  const database = await openDatabase(settings);
  const app = createApplication(createContext({ settings, database }));
  try {
    await app.ready();
    const ids = await fill(database, settings);
    const portal = { app, database, settings, ids, operations: await readOperations(app) };
    return [
      await proveMatrix(portal),
      await proveForeignIds(portal),
      await proveFields(portal),
      await proveOrigins(portal),
      await proveReading(portal),
    ];
  } finally {
    await app.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const command = 'npm run proof -- access';

async function fill(database: Database, settings: Settings): Promise<Map<string, number>> {
  const hash = await hashPassword(password);
  const at = new Date();
  const ids = new Map<string, number>();
  await database.transaction(async (tx) => {
    for (const actor of actors.filter((one) => 'type' in one)) {
      const user = await addUser(tx, {
        type: actor.type,
        is_family: actor.name === 'family' ? 1 : 0,
        email: `${actor.name.replaceAll(' ', '-')}@example.ru`,
        password: hash,
        created_at: at.toISOString(),
        confirmed_at: at.toISOString(),
        verified_at: 'isVerified' in actor ? at.toISOString() : null,
        blocked_at: 'isBlocked' in actor ? at.toISOString() : null,
      });
      ids.set(actor.name, user.id);
      if ((actor.type === 'editor' || actor.type === 'admin') && !('isBare' in actor))
        await putFactor(tx, { userId: user.id, secret: newFactorSecret(), at, settings });
    }
  });
  return ids;
}

async function readOperations(app: FastifyInstance): Promise<Operation[]> {
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json();
  return Object.entries<Record<string, never>>(paths).flatMap(([url, methods]) =>
    Object.entries<Record<string, unknown>>(methods).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${url}`,
      method: method.toUpperCase() as Operation['method'],
      url,
      access: described['x-access'] as Access | undefined,
      only: described['x-only'] as string | undefined,
      input: [...JSON.stringify(described['requestBody'] ?? {}).matchAll(/"(\w+)":\{/g)].map(
        ([, name = '']) => name,
      ),
    })),
  );
}

async function cookieOf({ database, ids }: Portal, actor: Actor): Promise<string | undefined> {
  const userId = ids.get(actor.name);
  if (userId === undefined) return undefined;
  const token = newSecret();
  const hoursAgo = 'isExpired' in actor ? 15 * 24 : 0;
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  await database.transaction((tx) =>
    tx
      .insertInto('sessions')
      .values({
        token_hash: hashOf(token),
        id: newSecret(),
        user_id: userId,
        created_at: at(-hoursAgo),
        seen_at: at(-hoursAgo),
        expires_at: at(90 * 24 - hoursAgo),
        ip: '192.0.2.1',
        agent: 'proof',
      })
      .execute(),
  );
  return `sid=${token}`;
}

interface Request {
  method: Operation['method'];
  url: string;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}

let visitors = 0;

/** Each request has its own network, so that limits do not interfere. */
async function send({ app, settings }: Portal, { method, url, cookie, headers, payload }: Request) {
  visitors += 1;
  const own = { origin: settings.SITE_URL, 'content-type': 'application/json' };
  return await app.inject({
    method,
    url,
    remoteAddress: `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`,
    headers: { ...(cookie ? { cookie } : {}), ...(headers ?? (method === 'GET' ? {} : own)) },
    ...(method === 'GET' ? {} : { payload: payload ?? '{}' }),
  });
}

const addressOf = (url: string, id: number) => url.replace('{code}', 'about').replace(/\{\w+\}/g, String(id));

async function proveMatrix(portal: Portal): Promise<TargetRow> {
  const unlabelled = portal.operations.filter(
    ({ access }) => access === undefined || !accesses.includes(access),
  );
  const deviations: string[] = [];
  let cells = 0;
  for (const { name, method, url, access = 'admin', only } of portal.operations)
    for (const actor of actors) {
      const cookie = await cookieOf(portal, actor);
      const { statusCode } = await send(portal, { method, url: addressOf(url, missing), cookie });
      cells += 1;
      const side = 'side' in actor ? actor.side : undefined;
      const mayByRank = accesses.indexOf(actor.access) >= accesses.indexOf(access);
      const isSetUp =
        'isBare' in actor && /\/second-factor(\/setup|\/confirm)?$|\/passkeys\/(begin|add)$/.test(name);
      const may = isSetUp || (mayByRank && (only === undefined || only === side));
      const isRefused = statusCode === 401 || statusCode === 403;
      // Sign-in by form may be rejected for the form itself.
      const isEntrance = url.startsWith('/api/auth/');
      if ((may === isRefused && !isEntrance) || statusCode >= 500)
        deviations.push(`${actor.name}: ${name} → ${statusCode}`);
    }
  return measured(
    {
      target: 'A-1',
      figure: `матрица доступа: вызовов ${portal.operations.length}, посетителей ${actors.length}, ячеек ${cells}, без метки ${unlabelled.length}, отклонений ${deviations.length}`,
      goal: 'каждый вызов с меткой, отклонений 0',
      command,
    },
    unlabelled.length === 0 && deviations.length === 0,
    [...unlabelled.map(({ name }) => name), ...deviations],
  );
}

/** Another doctor's objects by id. */
async function proveForeignIds(portal: Portal): Promise<TargetRow> {
  const owner = await cookieOf(portal, actorOf('doctor'));
  const form = new FormData();
  form.append('type', 'correction');
  form.append('text', 'Исправьте.');
  form.append('files', new File([await makePdf()], 'а.pdf'));
  const body = new Response(form);
  const made = await send(portal, {
    method: 'POST',
    url: '/api/applications',
    cookie: owner,
    headers: {
      origin: portal.settings.SITE_URL,
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  const application = made.json().data;
  const draft = await draftCase(portal, owner);
  const numbers: Record<string, number> = {
    '/api/applications/': application.id,
    '/api/uploads/': application.files[0].id,
    '/api/user/cases/': draft,
    '/api/cases/': draft,
  };
  const differences: string[] = [];
  const unproven: string[] = [];
  let compared = 0;
  for (const { name, method, url, access = 'anonymous' } of portal.operations) {
    if (!url.includes('{id}') || !['partner', 'doctor'].includes(access)) continue;
    const [, id = 0] = Object.entries(numbers).find(([start]) => url.startsWith(start)) ?? [];
    if (id === 0) {
      unproven.push(name);
      continue;
    }
    const cookie = await cookieOf(portal, actorOf('other doctor'));
    const foreign = await send(portal, { method, url: addressOf(url, id), cookie });
    const none = await send(portal, { method, url: addressOf(url, missing), cookie });
    compared += 1;
    if (foreign.statusCode !== none.statusCode || foreign.body !== none.body)
      differences.push(`${name}: ${foreign.statusCode} ${foreign.body} и ${none.statusCode} ${none.body}`);
  }
  return measured(
    {
      target: 'A-2',
      figure: `чужие номера: вызовов ${compared}, отличий от несуществующих ${differences.length}; без чужого образца ${unproven.length}`,
      goal: 'ответ о чужом байт в байт как о несуществующем',
      command,
    },
    differences.length === 0 && compared > 0,
    [...differences, ...unproven],
  );
}

/** A case of the doctor, where supported. */
async function draftCase(portal: Portal, cookie: string | undefined): Promise<number> {
  const call = portal.operations.find(({ name }) => /^POST \/api\/(user\/)?cases(\/add)?$/.test(name));
  if (!call) return 0;
  const made = await send(portal, { method: 'POST', url: call.url, cookie });
  return made.statusCode === 200 ? Number(made.json().data?.id ?? 0) : 0;
}

function actorOf(name: Actor['name']): Actor {
  const actor = actors.find((one) => one.name === name);
  if (!actor) throw new Error(`There is no actor ${name}`);
  return actor;
}

/** Valid actions, so that forbidden changes could take effect. */
const actions: [name: string, actor: Actor['name'], fields: Record<string, string>][] = [
  ['POST /api/doctor/update', 'doctor', { city: 'Тверь' }],
  ['POST /api/patient/update', 'partner', { company: 'АО «Пример»' }],
  ['POST /api/family/update', 'family', { name: 'Олег' }],
  ['POST /api/user/frequency', 'doctor', { frequency: 'off' }],
  ['POST /api/user/sessions/end', 'doctor', {}],
  ['POST /api/user/consents/withdraw', 'doctor', { purpose: 'mailings' }],
  ['POST /api/user/password', 'doctor', { current_password: password, password, confirm_password: password }],
  ['POST /api/applications', 'partner', { type: 'correction', text: 'Исправьте.' }],
];

async function proveFields(portal: Portal): Promise<TargetRow> {
  const columns = Object.values(tables).flatMap((table) => Object.keys(table));
  const inputs = portal.operations.flatMap(({ input }) => input);
  const names = [...new Set([...columns, ...inputs, 'role', 'ownerId', 'emailVerified', 'isAdmin'])];
  const changes: string[] = [];
  let sent = 0;
  const guarded = () =>
    portal.database.kysely
      .selectFrom('users')
      .select(['id', 'type', 'email', 'confirmed_at', 'verified_at', 'blocked_at', 'created_at'])
      .orderBy('id')
      .execute();
  for (const [name, actor, fields] of actions) {
    const operation = portal.operations.find((one) => one.name === name);
    if (!operation) throw new Error(`There is no call ${name}`);
    const keys = names.filter((key) => !operation.input.includes(key) && !(key in fields));
    // More fields at once would exceed the limit.
    for (let start = 0; start < keys.length; start += 180) {
      const extra = Object.fromEntries(
        keys.slice(start, start + 180).map((key) => [key, key === 'type' ? 'admin' : '1']),
      );
      const before = JSON.stringify(await guarded());
      const { statusCode } = await send(portal, {
        method: operation.method,
        url: operation.url,
        cookie: await cookieOf(portal, actorOf(actor)),
        payload: JSON.stringify({ ...extra, ...fields }),
      });
      sent += Object.keys(extra).length;
      if (statusCode !== 200) changes.push(`${name} → ${statusCode}`);
      if (JSON.stringify(await guarded()) !== before) changes.push(`${name} изменил чужое поле`);
    }
  }
  return measured(
    {
      target: 'A-3',
      figure: `лишние поля: вызовов ${actions.length}, послано ${sent}, изменений ${changes.length}`,
      goal: 'изменено 0',
      command,
    },
    changes.length === 0,
    changes,
  );
}

/** Headers of cross-site requests. */
const foreignContexts: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example' },
  'no origin to name': { origin: 'null' },
  'a sub-domain': { origin: 'http://sub.127.0.0.1.example' },
  'another port': { origin: 'http://127.0.0.1:1' },
  'another scheme': { origin: 'https://127.0.0.1:4321' },
  'said by the browser': { origin: 'http://127.0.0.1:4321', 'sec-fetch-site': 'cross-site' },
  'same-site only': { origin: 'http://127.0.0.1:4321', 'sec-fetch-site': 'same-site' },
  'typed address': { 'sec-fetch-site': 'none' },
};
const contents: Record<string, string> = {
  'application/x-www-form-urlencoded': 'a=1',
  'multipart/form-data; boundary=b': '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
  'text/plain': '{}',
  'application/json': '{}',
};

async function proveOrigins(portal: Portal): Promise<TargetRow> {
  const misses: string[] = [];
  // One-click unsubscribe comes from mail programs (RFC 8058), authorised by its code.
  const isOpen = (name: string) => (contract as Record<string, Call>)[name]?.isFromAnywhere === true;
  const sending = portal.operations.filter(({ method, name }) => method !== 'GET' && !isOpen(name));
  const open = portal.operations.filter(({ name }) => isOpen(name)).map(({ name }) => name);
  const byOrigin = 'не со страниц портала';
  let cells = 0;
  for (const { name, method, url } of sending) {
    const cookie = await cookieOf(portal, actorOf('administrator'));
    const address = addressOf(url, missing);
    for (const [type, payload] of Object.entries(contents)) {
      for (const [context, headers] of Object.entries(foreignContexts)) {
        const answer = await send(portal, {
          method,
          url: address,
          cookie,
          headers: { ...headers, 'content-type': type },
          payload,
        });
        cells += 1;
        if (answer.statusCode !== 403 || !answer.body.includes(byOrigin))
          misses.push(`${name}, ${context}, ${type} → ${answer.statusCode}`);
      }
      const welcome: Record<string, Record<string, string>> = {
        'своя страница': { origin: portal.settings.SITE_URL, 'sec-fetch-site': 'same-origin' },
        'без браузера': {},
      };
      for (const [context, headers] of Object.entries(welcome)) {
        const own = await send(portal, {
          method,
          url: address,
          headers: { ...headers, 'content-type': type },
          payload,
        });
        cells += 1;
        if (own.body.includes(byOrigin)) misses.push(`${name}, ${context}, ${type} → ${own.statusCode}`);
      }
    }
  }
  return measured(
    {
      target: 'D-4',
      figure: `чужие страницы: ячеек ${cells} (${Object.keys(foreignContexts).length} чужих, своя и без браузера × ${Object.keys(contents).length} вида тела), промахов ${misses.length}; открыты отовсюду по замыслу: ${open.join(', ') || 'нет'}`,
      goal: 'чужие 403, свои проходят',
      command,
    },
    misses.length === 0,
    misses,
  );
}

/** Allowed effects of reading: captchas, counters, read records. */
const traces = ['captchas', 'limits', 'audit', 'meta', 'readings', 'search_misses'];

async function proveReading(portal: Portal): Promise<TargetRow> {
  const { database, operations } = portal;
  const kept = Object.keys(tables).filter((table) => !traces.includes(table));
  const dump = async () =>
    JSON.stringify(
      await Promise.all(
        kept.map((table) =>
          database.kysely
            .selectFrom(table as 'users')
            .selectAll()
            .execute(),
        ),
      ),
    );
  const cookie = await cookieOf(portal, actorOf('administrator'));
  const before = await dump();
  const reading = operations.filter(({ method }) => method === 'GET');
  for (const { url } of reading) await send(portal, { method: 'GET', url: addressOf(url, 1), cookie });
  const isSame = (await dump()) === before;
  return measured(
    {
      target: 'D-4',
      figure: `чтение ничего не меняет: вызовов ${reading.length}, таблиц ${kept.length}`,
      goal: 'база до и после всех GET одна',
      command,
    },
    isSame,
  );
}
