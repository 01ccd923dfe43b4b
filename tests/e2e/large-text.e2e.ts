import { expect, test } from '@playwright/test';
import { browserFlags, findShell } from '../../scripts/check/browser.ts';
import { isKept, openKept, pictured, serveKept } from './pictured.ts';

// The browser's own setting, as its reader makes it: text of twice the usual size.
test.use({
  serviceWorkers: 'block',
  viewport: { width: 390, height: 844 },
  launchOptions: {
    executablePath: findShell(),
    args: [...browserFlags, '--blink-settings=defaultFontSize=32'],
  },
});

test('with text of twice the size no page of any kind scrolls sideways on a phone', async ({ page }) => {
  test.skip(!isKept, 'skipped without the pages that set-up lays down');
  await serveKept(page);
  const wide: string[] = [];
  for (const name of pictured) {
    await openKept(page, name);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const { size, overflow } = await page.evaluate(() => {
        const root = document.documentElement;
        return { size: getComputedStyle(root).fontSize, overflow: root.scrollWidth - root.clientWidth };
      });
      expect(size).toBe('32px');
      if (overflow > 0) wide.push(`${name} at ${width}: ${overflow} px`);
    }
  }
  expect(wide).toEqual([]);
});
