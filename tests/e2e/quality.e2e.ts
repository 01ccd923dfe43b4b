import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { addressesOf, findPageProblems, takeShard } from '../../scripts/check/pages.ts';
import { waitForWholeSite } from '../../scripts/check/product.ts';
import { listPages, sample } from '../../scripts/check/site.ts';

const url = process.env.REGISTER_E2E_URL ?? '';
const site = process.env.REGISTER_E2E_SITE ?? '';

test.skip(site === '', 'skipped without REGISTER_E2E_SITE, the folder of the site that is visited');
test.beforeAll(async () => {
  test.setTimeout(600_000);
  await waitForWholeSite(site);
});

// In parts, which the workers share: each is far from its limit on a machine that is five times slower.
const parts = 12;
for (let part = 1; part <= parts; part += 1)
  test(`of every kind of page one is accessible, fits every width, sets no cookie and asks no other host (B267), part ${part} of ${parts}`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const pages = takeShard(sample(await listPages(site), 1), `${part}/${parts}`);
    // Both sizes of all pages are looked at by `npm run check -- pages`.
    expect(await findPageProblems(browser, url, addressesOf(pages), { isBrief: true, tabs: 1 })).toEqual([]);
  });

// Here and not over a part of the catalogue: where links are left out pages have more to excuse.
test('no page says more than once that it does not know something', async () => {
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
