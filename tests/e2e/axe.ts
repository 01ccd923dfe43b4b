import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { standards } from '../../scripts/check/pages.ts';

/** Axe finds nothing wrong, and nothing is wider than the window; `how` names the look in what a failure says. */
export async function expectNothingWrong(page: Page, axe: AxeBuilder, how: string): Promise<void> {
  // What has just slid halfway under the header of a phone is not too small to press.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // No screen of ours has a frame from elsewhere, for which axe would open a page of its own.
  const { violations } = await axe.setLegacyMode().analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    `${page.url()} ${how}`,
  ).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} ${how} is wider than the window`).toBeLessThanOrEqual(0);
}

/** What colours and sizes decide; all other rules read the markup, which is the same in every colour. */
export const ofLooks = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'];

/**
 * No barrier on the screen as it stands, and nothing wider than the window. In the dark alone: the markup is the same in
 * both schemes, and barriers.e2e.ts looks at both.
 */
export async function expectNoBarriers(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNothingWrong(page, new AxeBuilder({ page }).include('main').withTags(standards), 'dark');
}
