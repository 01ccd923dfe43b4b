import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findInvalidHtml } from '../../scripts/check/html.ts';
import { findBrokenLinks } from '../../scripts/check/links.ts';
import { addressesOf, findPageProblems } from '../../scripts/check/pages.ts';
import { waitForWholeSite } from '../../scripts/check/product.ts';
import { listPages, sample } from '../../scripts/check/site.ts';
import { findHeavyPages } from '../../scripts/check/sizes.ts';

const url = process.env.REGISTER_E2E_URL ?? '';
const site = process.env.REGISTER_E2E_SITE ?? '';

test.describe('every page of the built site', () => {
  test.skip(site === '', 'skipped without REGISTER_E2E_SITE, the folder of the site that is visited');
  test.beforeAll(async () => {
    test.setTimeout(600_000);
    await waitForWholeSite(site);
  });

  test('weighs no more than its budget', async () => {
    test.setTimeout(300_000);
    const { problems, weights } = await findHeavyPages(site);
    expect(weights.length).toBeGreaterThan(50);
    expect(problems).toEqual([]);
  });

  test('B064 B065 has breadcrumbs from «Главная» and the name of the site in its title', async () => {
    for (const { file, address } of await listPages(site)) {
      const html = await readFile(join(site, file), 'utf8');
      if (html.includes('http-equiv="refresh"')) continue;
      const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
      if (address === '/') {
        expect(title).toMatch(/^Регистр орфанных заболеваний\. \S+/);
        continue;
      }
      expect(title, address).toMatch(/\S — Регистр орфанных заболеваний\. \S+/);
      // The pages of entering have nothing but the logo (B055); the editors' desk has a menu of its own.
      if (!html.includes('<footer') || address.startsWith('/profile/editors/')) continue;
      const first = /<nav[^>]*aria-label="Вы здесь"[^>]*>.*?<li\b[^>]*>(.*?)<\/li>/s.exec(html)?.[1] ?? '';
      expect(first.replace(/<[^>]*>/g, '').trim(), address).toMatch(/^Главная/);
      expect(first, address).toContain('href="/"');
    }
  });

  test('says no more than once that it does not know something', async () => {
    // Which wording of a law was read is a part of its citation.
    const unknown =
      /нет данных|нет сведений|данных нет|(?<!редакция\s)не указан[аоы]?(?![а-яё])|в каталоге (?:пока )?нет|не внесен[оы]|не сказано/gi;
    const walls: string[] = [];
    for (const { file, address } of await listPages(site)) {
      const main = /<main.*<\/main>/s.exec(await readFile(join(site, file), 'utf8'))?.[0] ?? '';
      const words = main
        .replace(/<(script|style).*?<\/\1>/gs, '')
        .replace(/<[^>]*>/g, ' ')
        .replaceAll('\u00a0', ' ');
      const found = words.match(unknown) ?? [];
      if (found.length > 1) walls.push(`${address}: ${found.join(', ')}`);
    }
    expect(walls).toEqual([]);
  });

  test('B013 B014 B015 B016 says in its footer what it is not for, for whom, and under which terms', async () => {
    let footers = 0;
    for (const { file, address } of await listPages(site)) {
      const footer = /<footer.*?<\/footer>/s.exec(await readFile(join(site, file), 'utf8'))?.[0];
      if (!footer) continue;
      footers += 1;
      const said = footer.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
      expect(said, address).toContain(
        'не может быть использована для постановки диагноза и назначения лечения',
      );
      expect(said, address).toContain('не заменяет приём врача');
      expect(said, address).toContain('18+');
      for (const document of ['policy', 'assept'])
        expect(footer, address).toMatch(
          new RegExp(
            `<a[^>]*href="/upload/doc/${document}\\.pdf"[^>]*(?=[^>]*target="_blank")[^>]*rel="[^"]*noopener`,
          ),
        );
    }
    expect(footers).toBeGreaterThan(50);
  });

  test('has no broken link', async () => {
    test.setTimeout(300_000);
    const { problems, links } = await findBrokenLinks(site);
    expect(links).toBeGreaterThan(500);
    expect(problems).toEqual([]);
  });

  test('is valid HTML', async () => {
    test.setTimeout(600_000);
    const { problems, pages } = await findInvalidHtml(site);
    expect(pages).toBeGreaterThan(50);
    expect(problems).toEqual([]);
  });

  test('of every kind one is accessible, fits every width, sets no cookie and asks no other host (B267)', async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const addresses = addressesOf(sample(await listPages(site), 1));
    expect(await findPageProblems(browser, url, addresses)).toEqual([]);
  });
});
