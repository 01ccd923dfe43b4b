import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserType } from '#contract/account.ts';
import { accesses, type Access } from '#contract/call.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  addSession,
  openBrowser,
  password,
  withSession,
  type Browser,
  type Fields,
  type Format,
} from '../../../tests/sample/people.ts';
import { simplePdf } from '../../../tests/sample/pdf.ts';
import { tables, type UserRow } from '../database/tables.ts';

let portal: TestPortal;
const people = new Map<string, UserRow>();
let operations: Operation[] = [];

interface Operation {
  name: string;
  method: 'get' | 'post' | 'put';
  url: string;
  access: Access;
  only: string | undefined;
  hasId: boolean;
  properties: string[];
}

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const at = new Date().toISOString();
  const add = async (
    actor: string,
    type: UserType,
    more: { verified_at?: string; blocked_at?: string; is_family?: number } = {},
  ) => {
    const email = `${actor.replaceAll(' ', '-')}@example.ru`;
    people.set(actor, await addPerson(portal, type, { ...more, email }));
  };
  await add('partner', 'patient');
  await add('family', 'patient', { is_family: 1 });
  await add('doctor', 'doctor');
  await add('other doctor', 'doctor');
  await add('verified doctor', 'doctor', { verified_at: at });
  await add('editor', 'editor');
  await add('admin', 'admin');
  await add('blocked', 'doctor', { blocked_at: at });
  await add('expired', 'doctor');
  await add('editor without a second factor', 'editor');
  const { id: bare } = personOf('editor without a second factor');
  await portal.database.transaction((tx) => tx.deleteFrom('factors').where('user_id', '=', bare).execute());
  const { paths } = JSON.parse((await portal.get('/api/openapi.json')).text);
  operations = Object.entries<Record<string, never>>(paths).flatMap(([url, methods]) =>
    Object.entries<Record<string, unknown>>(methods).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${url}`,
      method: method as Operation['method'],
      url: url.replace('{code}', 'about').replaceAll(/\{\w+\}/g, String(portal.sample.gaucher)),
      access: described['x-access'] as Access,
      only: described['x-only'] as string | undefined,
      hasId: url.includes('{id}'),
      properties: [...JSON.stringify(described).matchAll(/"properties":\{|"(\w+)":\{"type"/g)]
        .map(([, name]) => name)
        .filter((name) => name !== undefined),
    })),
  );
});
afterAll(() => portal.close());

/** Expected access, written out: the test must not use the code under test. */
const actors: [name: string, access: Access, side: string | undefined][] = [
  ['anonymous', 'anonymous', undefined],
  ['partner', 'partner', 'partner'],
  ['family', 'partner', 'family'],
  ['doctor', 'doctor', 'doctor'],
  ['other doctor', 'doctor', 'doctor'],
  ['verified doctor', 'verified-doctor', 'doctor'],
  ['editor', 'editor', 'editor'],
  ['admin', 'admin', 'admin'],
  ['blocked', 'anonymous', undefined],
  ['expired', 'anonymous', undefined],
  ['editor without a second factor', 'anonymous', undefined],
];

/** Calls by which an editor without a second factor sets one up, and a count in the header. */
const isBeforeFactor = (name: string) =>
  /\/second-factor(\/setup|\/confirm)?$|\/passkeys\/(begin|add)$|\/notifications\/count$/.test(name);

function personOf(actor: string): UserRow {
  const person = people.get(actor);
  if (!person) throw new Error(`There is no ${actor}`);
  return person;
}

/** Reused browsers by actor, until a call ends the session. */
const browsers = new Map<string, Browser>();

/** A browser in a network of its own, so that limits do not interfere. */
async function browserOf(actor: string): Promise<Browser> {
  const user = people.get(actor);
  const browser = openBrowser(portal);
  if (user) {
    const token =
      browsers.get(actor)?.cookies.get('sid') ??
      (await addSession(portal.database, user, { hoursAgo: actor === 'expired' ? 15 * 24 : 0 }));
    browser.cookies.set('sid', token);
    browsers.set(actor, browser);
  }
  return browser;
}

const make = (browser: Browser, { method, url }: Pick<Operation, 'method' | 'url'>) =>
  method === 'get' ? browser.get(url) : browser[method](url, {});

test(`A-1 every call accepts exactly the actors of its access level (${dialect})`, async () => {
  expect(operations.filter(({ access }) => !accesses.includes(access))).toEqual([]);
  const deviations: string[] = [];
  let cells = 0;
  for (const operation of operations) {
    for (const [actor, access, side] of actors) {
      const answer = await make(await browserOf(actor), operation);
      const isAllowed =
        (accesses.indexOf(access) >= accesses.indexOf(operation.access) &&
          (operation.only === undefined || operation.only === side)) ||
        (actor === 'editor without a second factor' && isBeforeFactor(operation.name));
      const isRefused = answer.status === 401 || answer.status === 403;
      cells += 1;
      // This portal has no site, so lists are not rendered and readiness fails.
      const needsSite = /\/(drawn|health\/ready)$/.test(operation.name);
      const isFailure = answer.status >= 500 && !(needsSite && answer.status === 503);
      if (isAllowed === isRefused || isFailure)
        deviations.push(`${actor}: ${operation.name} answered ${answer.status}`);
    }
  }
  expect(deviations).toEqual([]);
  expect(cells).toBeGreaterThan(480);
});

/** Calls above the access of editors and of doctors, written out: a slip in the contract is a fault. */
const narrow: Partial<Record<Access, string[]>> = {
  admin: [
    'GET /api/editors/audit',
    'GET /api/editors/audit.jsonl',
    'GET /api/editors/audit/check',
    'GET /api/editors/consents',
    'GET /api/editors/letters/{id}',
    'GET /api/editors/users',
    'GET /api/editors/users/{id}',
    'POST /api/admin/publication',
    'POST /api/admin/rollback',
    'POST /api/editors/audit/check',
    'POST /api/editors/review-rules',
    'POST /api/editors/users/{id}/block',
    'POST /api/editors/users/{id}/role',
    'POST /api/editors/users/{id}/second-factor/reset',
    'POST /api/editors/users/{id}/unblock',
  ],
  'verified-doctor': [
    'POST /api/cases/{id}/answers',
    'POST /api/cases/{id}/answers/{answer}',
    'POST /api/cases/{id}/answers/{answer}/agree',
    'POST /api/cases/{id}/answers/{answer}/remove',
    'POST /api/user/cases/{id}/submit',
  ],
};

test('A-1 the desk is for editors, and what only administrators and verified doctors may do is known', () => {
  for (const [access, calls] of Object.entries(narrow))
    expect(
      operations
        .filter((one) => one.access === access)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(calls);
  const open = operations.filter(
    ({ name, access }) => name.includes('/api/editors/') && access !== 'editor' && access !== 'admin',
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

test('A-2 without access an id reveals nothing: existing and missing ones are rejected alike', async () => {
  for (const operation of operations.filter(({ hasId, access }) => hasId && access !== 'anonymous')) {
    for (const [actor, access] of actors.filter(
      ([, own]) => accesses.indexOf(own) < accesses.indexOf(operation.access),
    )) {
      const browser = await browserOf(actor);
      const there = await make(browser, operation);
      const missing = await make(browser, {
        ...operation,
        url: operation.url.replace(/\d+$/, '999999'),
      });
      expect([access, operation.name, there.status, there.text]).toEqual([
        access,
        operation.name,
        missing.status,
        missing.text,
      ]);
    }
  }
});

test('A-2 what belongs to another doctor is answered like what is missing', async () => {
  const owner = await browserOf('doctor');
  const made = async (url: string, fields: Fields, format?: Format) => {
    const answer = await owner.post(url, fields, format);
    expect([url, answer.status]).toEqual([url, 200]);
    return answer.data;
  };
  const files = new File([await simplePdf()], 'а.pdf');
  const application = await made(
    '/api/applications',
    { type: 'correction', text: 'Исправьте.', files },
    'multipart',
  );
  const draft = await made('/api/cases/add', {}, 'json');
  const owned: [start: string, id: number][] = [
    ['/api/applications/', application.id],
    ['/api/uploads/', application.files[0].id],
    ['/api/user/cases/', draft.id],
    ['/api/cases/', draft.id],
    ['/api/user/saved/', draft.id],
  ];
  const other = await browserOf('other doctor');
  const unproven: string[] = [];
  for (const operation of operations.filter(
    ({ hasId, access }) => hasId && ['partner', 'doctor'].includes(access),
  )) {
    const [, id] = owned.find(([start]) => operation.url.startsWith(start)) ?? [];
    if (id === undefined) {
      unproven.push(operation.name);
      continue;
    }
    const url = (number: number) => operation.url.replaceAll(/\d+/g, String(number));
    const foreign = await make(other, { ...operation, url: url(id) });
    const missing = await make(other, { ...operation, url: url(999_999) });
    expect([operation.name, foreign.status, foreign.text]).toEqual([
      operation.name,
      missing.status,
      missing.text,
    ]);
  }
  expect(unproven).toEqual([]);
});

/** Valid inputs, so that forbidden changes could take effect. */
const good = (): Record<string, Fields> => ({
  'POST /api/doctor/update': { city: 'Тверь' },
  'POST /api/patient/update': { company: 'АО «Пример»' },
  'POST /api/family/update': { name: 'Олег' },
  'POST /api/user/terra/set': { id: 'hematology' },
  'POST /api/user/terra/remove': { id: 'hematology' },
  'POST /api/user/subscribe/set': { id: 'news' },
  'POST /api/user/subscribe/remove': { id: 'news' },
  'POST /api/user/frequency': { frequency: 'off' },
  'POST /api/user/email': { email: 'other@example.ru', password },
  'POST /api/user/password': { current_password: password, password, confirm_password: password },
  'POST /api/user/consents/withdraw': { purpose: 'mailings' },
  'POST /api/user/sessions/end': {},
  'POST /api/subscribes/add': { kind: 'disease', id: portal.sample.gaucher },
  'POST /api/subscribes/remove': { kind: 'disease', id: portal.sample.gaucher },
  'POST /api/applications': { type: 'correction', text: 'Исправьте, пожалуйста.' },
});

test('A-3 no call changes fields it does not name, whatever else is sent', async () => {
  const names = [...new Set(operations.flatMap(({ properties }) => properties))];
  const columns = Object.values(tables).flatMap((table) => Object.keys(table));
  const everything = [
    ...new Set([...names, ...columns, 'role', 'ownerId', 'owner_id', 'emailVerified', 'isAdmin']),
  ];
  expect(everything.length).toBeGreaterThan(150);
  const guarded = ['id', 'type', 'email', 'confirmed_at', 'verified_at', 'blocked_at', 'created_at'] as const;
  for (const [name, fields] of Object.entries(good())) {
    const user = people.get(
      name.includes('patient') ? 'partner' : name.includes('family') ? 'family' : 'doctor',
    );
    const [, url = ''] = name.split(' ');
    const own = new Set(Object.keys(operationInput(name)));
    const keys = everything.filter((key) => !own.has(key) && !(key in fields));
    // More fields at once would exceed the limit.
    const portions = Array.from({ length: Math.ceil(keys.length / 180) }, (_, index) =>
      Object.fromEntries(
        keys.slice(index * 180, (index + 1) * 180).map((key) => [key, key === 'type' ? 'admin' : '1']),
      ),
    );
    const runs = portions.flatMap((extra) => [['form', extra] as const, ['json', extra] as const]);
    for (const [format, extra] of runs) {
      const browser = await withSession(portal, user as UserRow);
      const others = await rowsOfOthers(user?.id ?? 0);
      // There are more fields than password attempts.
      await portal.database.transaction((tx) => tx.deleteFrom('limits').execute());
      const answer = await browser.post(url, { ...extra, ...fields }, format);
      expect([name, answer.status, answer.text.slice(0, 200)]).toEqual([name, 200, expect.any(String)]);
      const after = await portal.database.kysely
        .selectFrom('users')
        .select(guarded)
        .where('id', '=', user?.id ?? 0)
        .executeTakeFirstOrThrow();
      expect([name, after]).toEqual([name, Object.fromEntries(guarded.map((key) => [key, user?.[key]]))]);
      expect(await rowsOfOthers(user?.id ?? 0)).toEqual(others);
    }
  }
});

function operationInput(name: string): Record<string, unknown> {
  const [method = '', url = ''] = name.split(' ');
  return inputs[`${method} ${url}`] ?? {};
}

let inputs: Record<string, Record<string, unknown>> = {};
beforeAll(async () => {
  const { paths } = JSON.parse((await portal.get('/api/openapi.json')).text);
  inputs = Object.fromEntries(
    Object.entries<
      Record<string, { requestBody?: { content: Record<string, { schema: { properties?: object } }> } }>
    >(paths).map(([url, { post }]) => [
      `POST ${url}`,
      { ...Object.values(post?.requestBody?.content ?? {})[0]?.schema.properties },
    ]),
  );
});

const rowsOfOthers = (id: number) =>
  portal.database.kysely.selectFrom('users').selectAll().where('id', '!=', id).orderBy('id').execute();

test('D-4 reading changes nothing', async () => {
  const browser = await withSession(portal, people.get('doctor') as UserRow);
  // Exports are audited, and captchas stored.
  const kept = (Object.keys(tables) as (keyof typeof tables)[]).filter(
    (table) => !['captchas', 'limits', 'audit', 'meta'].includes(table),
  );
  const dump = () =>
    Promise.all(
      kept.map((table) =>
        portal.database.kysely
          .selectFrom(table as 'users')
          .selectAll()
          .execute(),
      ),
    );
  const before = await dump();
  for (const operation of operations.filter(({ method }) => method === 'get')) await make(browser, operation);
  expect(await dump()).toEqual(before);
});

test('G45 the operator may restrict cases to verified doctors', async () => {
  const strict = await startTestPortal({ settings: { CASES_READING: 'verified' } });
  const doctor = await addPerson(strict, 'doctor', { email: 'doctor@example.ru' });
  const verified = await addPerson(strict, 'doctor', {
    email: 'verified@example.ru',
    verified_at: new Date().toISOString(),
  });
  expect((await (await withSession(strict, doctor)).get('/api/cases')).status).toBe(403);
  expect((await (await withSession(strict, verified)).get('/api/cases')).status).toBe(200);
  const query = `/api/fast-search?query=${encodeURIComponent('случай')}`;
  expect((await (await withSession(strict, doctor)).get(query)).text).not.toContain('"cases"');
  const { paths } = JSON.parse((await strict.get('/api/openapi.json')).text);
  expect(paths['/api/cases'].get['x-access']).toBe('verified-doctor');
  await strict.close();
});
