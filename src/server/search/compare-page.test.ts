import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Server } from '../main.ts';
import { testSettings } from '../../../tests/sample/database.ts';

const published = '<title>Сравнение — Регистр</title>';
let server: Server;
let drop: () => Promise<void>;

beforeAll(async () => {
  const { settings, drop: dropSettings } = await testSettings();
  drop = dropSettings;
  server = await startServer({ settings });
  const release = path.join(settings.DATA_DIR, 'site/releases/1');
  await mkdir(path.join(release, 'compare'), { recursive: true });
  await writeFile(path.join(release, 'compare/index.html'), published);
  await writeFile(
    path.join(release, 'release.json'),
    JSON.stringify({ version: '1', csp: { scripts: [], styles: [] } }),
  );
  await symlink('releases/1', path.join(settings.DATA_DIR, 'site/current'));
});
afterAll(async () => {
  await server.close();
  await drop();
});

async function open(query: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${server.url}compare/${query}`);
  return { status: response.status, html: await response.text() };
}

test.each(['', '?', '?utm_source=letter'])(
  '«%s» asks nothing: the page is the published one',
  async (query) => expect(await open(query)).toEqual({ status: 200, html: published }),
);

test.each([
  ['?id=1', 'Не получается сравнить: сравнивают заболевания или препараты'],
  ['?kind=case&id=1', 'Не получается сравнить: сравнивают заболевания или препараты'],
  ['?kind=drug&id=0', 'Не получается сравнить: номер записи указан неверно'],
  ['?kind=drug&id=1&id=2&id=3&id=4&id=5', 'Не получается сравнить: рядом помещаются 4 записи'],
  [`?kind=drug&id=1&q=${'я'.repeat(101)}`, 'Не получается искать'],
])('%s is answered with a sentence and 400', async (query, words) => {
  const { status, html } = await open(query);
  expect(status).toBe(400);
  expect(html).toContain(`<h1>${words}`);
});
