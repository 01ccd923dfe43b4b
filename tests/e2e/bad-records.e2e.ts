import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { plainLine } from '#domain/plain-text.ts';
import { findFreePort, makeFolder, startProduct, type Product } from '../../scripts/check/product.ts';
import { badKinds, badRecords, tooLong } from '../sample/bad-records.ts';

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 320, height: 700 } });

let product: Product;
let folder: string;
let origin: string;
let report: string;

test.beforeAll(async () => {
  test.setTimeout(420_000);
  folder = await makeFolder('bad');
  product = startProduct({ DATA_DIR: folder, PORT: String(await findFreePort()) });
  origin = await product.whole();
  const file = join(folder, 'bad.ndjson');
  await writeFile(file, [...badRecords(), ...tooLong].map((line) => JSON.stringify(line)).join('\n'));
  const command = join(import.meta.dirname, '../../scripts/command.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', command, 'import', 'records', file, '--publish'],
    { env: { ...process.env, DATA_DIR: folder, SITE_URL: origin.replace(/\/$/, '') } },
  );
  report = stdout;
});
test.afterAll(async () => {
  await product?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('a title of 3,000 characters is refused with its line and reason in every kind, the other records are taken', () => {
  const taken = badRecords().length;
  for (const [index, { kind }] of tooLong.entries())
    expect(report, kind).toMatch(new RegExp(`(?<!\\d)${taken + index + 1}(?!\\d).*title`));
  expect(report).not.toMatch(new RegExp(`(?<!\\d)${taken}(?!\\d).*title`));
});

test('B261 of many news the home page shows the last nine', async ({ page }) => {
  await page.goto(origin);
  const news = page.getByRole('main').locator('li a[href^="/news/"]');
  await expect(news).toHaveCount(9);
  const shown = await page
    .getByRole('main')
    .locator('li:has(a[href^="/news/"]) time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
  expect(shown).toEqual(shown.toSorted().toReversed());
});

test('long words wrap on the pages that list records of all kinds', async ({ page }) => {
  for (const path of ['', 'changes/']) {
    await page.goto(origin + path);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide, `/${path} is wider than the window`).toBe(0);
  }
});

for (const kind of badKinds) {
  test(`bad records of ${kind}: escaped, whole, and nothing wider than 320 px`, async ({ page }) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
        problems.push(`${page.url()} asks ${request.url()}`);
    });
    const own = badRecords().filter((line) => line.kind === kind && !line.external.includes('crowd'));
    const found = await addressesOf(
      kind,
      own.map(({ data }) => plainLine(String(data['title']))),
    );
    expect(found.length).toBeGreaterThanOrEqual(3);
    for (const { url, title } of found) {
      const answer = await page.goto(origin.replace(/\/$/, '') + url);
      // Going to another anchor of the same page is no request.
      expect(answer?.status() ?? 200, url).toBe(200);
      // A list shows the records of some kinds; a page of its own has the title for its heading.
      const heading = page
        .locator(url.includes('#') ? `${url.slice(url.indexOf('#'))} :is(h3, a)` : 'h1')
        .first();
      // Five hundred resources fill many pages of their list: the bad ones need not stand on the first.
      if (kind !== 'resource' || (await heading.count()) > 0)
        expect((await heading.textContent())?.replace(/\s+/g, ' ').trim()).toContain(
          title.replace(/\s+/g, ' ').trim(),
        );
      expect(await page.title()).not.toBe('xss');
      // But for the code of the printed page's address.
      await expect(page.locator('main img:not([alt="QR-код адреса страницы"])')).toHaveCount(0);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `${url} is wider than the window`).toBe(0);
    }
    expect(problems).toEqual([]);
  });
}

/** Where the records with these titles live, as the API says. */
async function addressesOf(kind: string, titles: string[]): Promise<{ url: string; title: string }[]> {
  const { kindsByName, addressOf } = await import('../../src/domain/kinds/index.ts');
  const definition = kindsByName[kind as keyof typeof kindsByName];
  const found: { url: string; title: string }[] = [];
  for (let at = 1; at <= 20; at += 1) {
    const answer = await fetch(`${origin}api/${definition.api}?sort=-updated_at&page_size=100&page=${at}`);
    const { data } = (await answer.json()) as {
      data: { items: { id: number; title: string; code?: string }[] };
    };
    for (const item of data.items)
      if (titles.includes(item.title)) found.push({ url: addressOf(definition, item), title: item.title });
    if (data.items.length < 100 || found.length >= titles.length) break;
  }
  return found;
}
