import { expect, test, type Page } from '@playwright/test';
import { waitForWholeSite } from '../../scripts/check/product.ts';

/** Pages share a dictionary once all of them are on the disk. */
test.beforeAll(async () => {
  const site = process.env.REGISTER_E2E_SITE;
  if (site) await waitForWholeSite(site);
});

// What the service worker hands on is counted unpacked: here the browser itself asks.
test.use({ serviceWorkers: 'block' });

/** Addresses of diseases, as the list names them. */
async function diseasesOf(page: Page): Promise<string[]> {
  await page.goto('/deseases/');
  const links = await page
    .locator('main a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  return [...new Set(links.filter((href) => href !== null))].filter((href) =>
    /^\/deseases\/\d+\/$/.test(href),
  );
}

test('a browser that holds what pages share gets of the next disease only what is its own, and shows it whole', async ({
  page,
}) => {
  const addresses = await diseasesOf(page);
  // It fetches the dictionary when it is idle and takes a moment to store it: then the next page is packed with it.
  const next = addresses.values();
  await expect
    .poll(async () => {
      const answer = await page.goto(next.next().value ?? '');
      return (await answer!.allHeaders())['content-encoding'];
    })
    .toBe('dcz');
  const { travelled, whole } = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return { travelled: entry!.encodedBodySize, whole: entry!.decodedBodySize };
  });
  expect(travelled).toBeLessThan(whole / 5);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect((await page.content()).trimEnd()).toMatch(/<\/html>$/);
});
