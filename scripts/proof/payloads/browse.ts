import type { BrowserContext, Page } from 'playwright';
import { guard, lookBack, type Seen } from './guard.ts';

/** What has been seen in all the places that a browser went to. */
export interface Tour {
  places: number;
  runs: string[];
  violations: string[];
  /** Elements that no page without payloads has. */
  strange: string[];
  /** Pages whose own script failed, that the server broke on, or whose data cannot be read. */
  broken: string[];
}

export const emptyTour = (): Tour => ({ places: 0, runs: [], violations: [], strange: [], broken: [] });

export interface PayloadBrowser {
  page: Page;
  /** Opens an address, lets a person do something there, and looks what has come of it. */
  client(address: string, action?: (page: Page) => Promise<void>): Promise<void>;
}

/**
 * A browser that looks at each place. With `isInnocent` what it meets is what pages are made of; later everything else
 * is strange.
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
      // Some pages lead on to others by themselves, and may do so just now.
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
        else if (!allowed.has(element)) tour.strange.push(`${place}: ${element.slice(0, 200)}`);
    },
  };
}

/** What the page has seen, or the one to which it leads on. */
async function look(page: Page): Promise<Seen> {
  try {
    return await page.evaluate(lookBack);
  } catch {
    await page.waitForLoadState('load');
    await page.waitForTimeout(500);
    return await page.evaluate(lookBack);
  }
}
