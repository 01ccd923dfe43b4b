import { defineConfig } from '@playwright/test';
import { browserFlags, findShell } from './scripts/check/browser.ts';

/**
 * A journey runs on one screen; tags choose another:
 *
 *   no tag   desktop, 1280 px
 *   @phone   phone, 390 px with touch: layout, touch or the menu differ there
 *   @both    both, where one journey covers what differs
 *   @smoke   a main journey, besides its screen; never with @both
 *
 * `npx playwright test --grep @smoke` runs the main ones. The files below choose their own sizes: project `site`.
 */
const ofSite = [
  'bad-records.e2e.ts',
  'barriers.e2e.ts',
  'large-text.e2e.ts',
  'pictures.e2e.ts',
  'quality.e2e.ts',
];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './tests/e2e/set-up.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Journeys wait half of the time: three keep two processors busy.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: process.env.REGISTER_E2E_URL,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    launchOptions: { executablePath: findShell(), args: browserFlags },
    screenshot: 'only-on-failure',
  },
  projects: [
    // The longest first. Files of the built site are the same on every screen.
    { name: 'site', testMatch: ofSite, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testIgnore: ofSite,
      grep: /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: ofSite,
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
