import type { BrowserContext, Page } from 'playwright';
import { guard, lookBack, type Seen } from './guard.ts';

/** Observations at all visited places. */
export interface Tour {
  places: number;
  runs: string[];
  violations: string[];
  /** Elements absent without payloads. */
  unexpected: string[];
  /** Pages with script errors, server errors or unreadable data. */
  broken: string[];
}

export const emptyTour = (): Tour => ({ places: 0, runs: [], violations: [], unexpected: [], broken: [] });

export interface PayloadBrowser {
  page: Page;
  /** Opens an address, runs an action, and inspects the page. */
  client(address: string, action?: (page: Page) => Promise<void>): Promise<void>;
}

/**
 * A browser that inspects each place. With `isInnocent` it records the baseline; later everything else is
 * suspicious.
 */
export async function travel(
  context: BrowserContext,
  {
    origin,
    allowed,
    tour,
    isInnocent,
  }: { origin: string; allowed: Set<string>; tour: Tour; isInnocent: boolean },
): Promise<PayloadBrowser> {
  await context.addInitScript(guard);
  const page = await context.newPage();
  let failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('dialog', (dialog) => {
    tour.runs.push(`${dialog.type()} ${page.url()}`);
    void dialog.dismiss();
  });
  page.on('response', (response) => {
    if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
  });
  return {
    page,
    async client(address, action) {
      failures = [];
      const go = () => page.goto(new URL(address, origin).href, { waitUntil: 'load' });
      // Some pages redirect on their own at that moment.
      await go().catch(go);
      const place = decodeURI(address).slice(0, 120);
      await action?.(page).catch((error: unknown) => failures.push((error as Error).message.split('\n')[0]!));
      const { runs, violations, elements, unreadable } = await look(page);
      tour.places += 1;
      if (tour.places % 50 === 0) console.log(`мест ${tour.places}`);
      tour.runs.push(...runs.map((run) => `${place}: ${run}`));
      tour.violations.push(...violations.map((violation) => `${place}: ${violation}`));
      tour.broken.push(...[...failures, ...unreadable].map((what) => `${place}: ${what}`));
      for (const element of elements)
        if (isInnocent) allowed.add(element);
        else if (!allowed.has(element)) tour.unexpected.push(`${place}: ${element.slice(0, 200)}`);
    },
  };
}

/** Observations of the page or of its redirect target. */
async function look(page: Page): Promise<Seen> {
  try {
    return await page.evaluate(lookBack);
  } catch {
    await page.waitForLoadState('load');
    await page.waitForTimeout(500);
    return await page.evaluate(lookBack);
  }
}
