import { expect, test } from '@playwright/test';
import { findInvalidHtml } from '../../scripts/check/html.ts';
import { findBrokenLinks } from '../../scripts/check/links.ts';
import { addressesOf, findPageProblems } from '../../scripts/check/pages.ts';
import { listPages, sample } from '../../scripts/check/site.ts';
import { findHeavyPages } from '../../scripts/check/sizes.ts';

const url = process.env.REGISTER_E2E_URL ?? '';
const site = process.env.REGISTER_E2E_SITE ?? '';

test.describe('every page of the built site', () => {
  test.skip(site === '', 'skipped without REGISTER_E2E_SITE, the folder of the site that is visited');

  test('weighs no more than its budget', async () => {
    test.setTimeout(300_000);
    const { problems, weights } = await findHeavyPages(site);
    expect(weights.length).toBeGreaterThan(50);
    expect(problems).toEqual([]);
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
