import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from './sample/application.ts';
import { addPerson, openBrowser, password, signedIn } from './sample/people.ts';

const root = path.join(import.meta.dirname, '..');
const security = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
/** Table rows by first cell. */
const rows = security
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { SITE_URL: 'https://register.example' } });
});
afterAll(() => portal.close());

test('D-3 cookies have the names and lifetimes that docs/security.md gives them', async () => {
  await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
  const answer = await openBrowser(portal).post('/api/auth/login', { email: 'doctor@example.ru', password });
  const lines = [answer.headers['set-cookie'] ?? []].flat().map(String);
  expect(lines.map((line) => line.split('=')[0]).toSorted()).toEqual(['__Host-device', '__Host-sid', 'u']);
  for (const line of lines) {
    const [name = ''] = line.split('=');
    const [, , , hidden = '', life = ''] = rows.find(([, cell = '']) => cell.startsWith(`\`${name}\``)) ?? [];
    const [, seconds = ''] = /Max-Age=(\d+)/.exec(line) ?? [];
    if (name === 'u') expect(life).toBe('as the session');
    else expect(life, name).toContain(`${seconds} s`);
    expect(hidden, name).toBe(line.includes('HttpOnly') ? 'yes' : 'no');
  }
});

test('D-3 an editor’s session is as short as docs/security.md says', async () => {
  await addPerson(portal, 'editor', { email: 'editor@example.ru' });
  await signedIn(portal, 'editor@example.ru');
  const { created_at, expires_at } = await portal.database.kysely
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.created_at', 'sessions.expires_at'])
    .where('users.email', '=', 'editor@example.ru')
    .where('sessions.stage', '=', 'full')
    .executeTakeFirstOrThrow();
  const seconds = (Date.parse(expires_at) - Date.parse(created_at)) / 1000;
  expect(security).toContain(`editors and administrators ${seconds} s`);
});

test('V3.4.1 every response over https has HSTS for two years', async () => {
  for (const url of ['/', '/api/navigation', '/nowhere/'])
    expect((await portal.get(url)).headers['strict-transport-security']).toMatch(/^max-age=63072000/);
});

test('V14.3.1 signing out clears cached pages', async () => {
  await addPerson(portal, 'doctor', { email: 'leaves@example.ru' });
  const browser = await signedIn(portal, 'leaves@example.ru');
  const answer = await browser.post('/api/auth/logout');
  expect([answer.status, answer.headers['clear-site-data']]).toEqual([200, '"cache"']);
});

test('every requirement of level 1 of ASVS 5.0 has a verdict, and the tests it names exist', () => {
  const lines = rows.filter(([, id = '']) => /^V\d+\.\d+\.\d+$/.test(id));
  const ids = lines.map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // 70 of level 1, and the checked ones of level 2.
  expect(ids.length).toBeGreaterThanOrEqual(70);
  for (const [, id, , verdict = '', held = ''] of lines) {
    expect(verdict, id).toMatch(/^(met|partly|not met|not measured|operator|n\/a)$/);
    expect(held.length, id).toBeGreaterThan(5);
  }
  const named = [...security.matchAll(/`((?:src|tests)\/[\w./-]+)`/g)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
