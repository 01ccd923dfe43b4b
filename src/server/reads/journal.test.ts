import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { dialect, openTestDatabase } from '../../../tests/sample/database.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { countJournal } from './journal.ts';

let database: Database & { settings: Settings };

beforeEach(async () => {
  database = await openTestDatabase({ SITE_URL: 'https://register.example' });
  const site = path.join(database.settings.DATA_DIR, 'site');
  for (const page of ['deseases/7', 'news']) {
    await mkdir(path.join(site, 'releases/1', page), { recursive: true });
    await writeFile(path.join(site, 'releases/1', page, 'index.html'), '<!DOCTYPE html></html>');
  }
  await symlink('releases/1', path.join(site, 'current'));
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A line of nginx on 20 November, Moscow time. */
const lineAt = (
  time: string,
  { url = '/deseases/7/', referrer = '-', agent = firefox, status = 200, method = 'GET' } = {},
) =>
  `203.0.113.77 - - [20/Nov/2026:${time} +0300] "${method} ${url} HTTP/2.0" ${status} 5120 "${referrer}" "${agent}"`;

async function* each(lines: readonly string[]) {
  yield* lines;
}
const count = (lines: readonly string[], source = 'main') =>
  countJournal({ database, settings: database.settings }, { source, lines: each(lines) });

async function kept() {
  const rows = await database.kysely
    .selectFrom('page_reads')
    .selectAll()
    .orderBy('path')
    .orderBy('via')
    .execute();
  return rows.map(
    ({ day, path: page, via, origin, count: number }) => `${day} ${page} ${via} ${origin} ${number}`,
  );
}

test(`page views in a log are counted without data of readers (${dialect})`, async () => {
  const summary = await count([
    lineAt('10:00:00', { referrer: 'https://yandex.ru/' }),
    lineAt('10:00:01', { url: '/deseases/7/?from=mail', referrer: 'https://register.example/news/' }),
    lineAt('10:00:02', { status: 304, url: '/news/' }),
    lineAt('10:00:03', { agent: 'Googlebot/2.1' }),
    lineAt('10:00:04', { url: '/_astro/a.js' }),
    lineAt('10:00:05', { url: '/deseases/8/', status: 404 }),
    lineAt('10:00:06', { url: '/../../etc/passwd/' }),
    lineAt('10:00:07', { method: 'HEAD' }),
    'garbage',
  ]);
  expect(summary).toEqual({ lines: 9, counted: 3, known: 0, robots: 1, other: 4, unreadable: 1 });
  expect(await kept()).toEqual([
    '2026-11-20 /deseases/7/ inside journal 1',
    '2026-11-20 /deseases/7/ search journal 1',
    '2026-11-20 /news/ none journal 1',
  ]);
  const all = await Promise.all(
    (['page_reads', 'read_journals'] as const).map((table) =>
      database.kysely.selectFrom(table).selectAll().execute(),
    ),
  );
  expect(JSON.stringify(all)).not.toMatch(/203\.0|Mozilla|yandex|mail/);
});

test('repeated, overlapping and earlier logs count each line once; another source is separate', async () => {
  const [first, second, third, fourth] = ['10:00:00', '11:00:00', '12:00:00', '13:00:00'].map((time) =>
    lineAt(time),
  ) as [string, string, string, string];
  expect(await count([second, third])).toMatchObject({ counted: 2, known: 0 });
  expect(await count([second, third])).toMatchObject({ counted: 0, known: 2 });
  expect(await count([third, fourth])).toMatchObject({ counted: 1, known: 1 });
  expect(await count([first])).toMatchObject({ counted: 1, known: 0 });
  expect(await count([first, second, third, fourth])).toMatchObject({ counted: 0, known: 4 });
  expect(await count([first], 'second-edge')).toMatchObject({ counted: 1 });
  expect(await kept()).toEqual(['2026-11-20 /deseases/7/ none journal 5']);
});

test('JSON lines with field names of Cloudflare and nginx are read', async () => {
  const lines = [
    {
      EdgeStartTimestamp: 1_795_158_000_000_000_000,
      ClientRequestMethod: 'GET',
      ClientRequestURI: '/news/',
      EdgeResponseStatus: 200,
      ClientRequestUserAgent: firefox,
    },
    {
      time_iso8601: '2026-11-20T10:00:01+03:00',
      request_method: 'GET',
      request_uri: '/news/',
      status: '200',
      http_user_agent: firefox,
      http_referer: 'https://example.org/a',
    },
    { time: 1, method: 'GET' },
  ].map((line) => JSON.stringify(line));
  expect(await count(lines)).toMatchObject({ counted: 2, unreadable: 1 });
  expect(await kept()).toEqual(['2026-11-20 /news/ none journal 1', '2026-11-20 /news/ site journal 1']);
});

test('an unreadable log is rejected and changes nothing', async () => {
  await expect(count(['one', 'two'])).rejects.toThrow('Ни одной строки не разобрать');
  expect(await database.kysely.selectFrom('read_journals').selectAll().execute()).toEqual([]);
});
