import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, findShell } from '../../scripts/check/browser.ts';
import { isKept, looks, openKept, pictured, serveKept, widths } from './pictured.ts';

/** CSS pixels of a page that are looked at, from its top: two screens and more. */
const height = 1800;
/** A pixel of a picture stands for so many of the page: lines of text are grey bands, whatever draws their letters. */
const scale = 8;

// Letters as wide as the font says, not as the machine rounds them: lines break at the same words everywhere.
test.use({
  serviceWorkers: 'block',
  contextOptions: { reducedMotion: 'reduce' },
  deviceScaleFactor: 2 / scale,
  launchOptions: { executablePath: findShell(), args: [...browserFlags, '--font-render-hinting=none'] },
});

for (const name of pictured)
  test(`looks of «${name}» are those of its pictures`, async ({ page }) => {
    test.skip(!isKept, 'skipped without the pages that set-up lays down');
    await serveKept(page);
    await openKept(page, name);
    await page.addStyleTag({ content: still });
    for (const look of looks) {
      await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' });
      await page.evaluate((isLowSight) => {
        const { dataset } = document.documentElement;
        if (isLowSight) Object.assign(dataset, { lowVision: 'black-on-white', text: '150' });
        else for (const setting of ['lowVision', 'text']) delete dataset[setting];
      }, look === 'low vision');
      for (const width of widths) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => document.fonts.ready);
        const drawn = await capture(page);
        const small = sharp(drawn)
          .resize({ width: Math.round(width / scale) })
          .flatten()
          .greyscale();
        const picture = await small.png({ palette: true, colours: 16, dither: 0, effort: 10 }).toBuffer();
        expect.soft(picture, `${name} at ${width}, ${look}`).toMatchSnapshot(
          [name, `${width} ${look}.png`].map((part) => part.replaceAll(' ', '-')),
          { threshold: 0.1, maxDiffPixelRatio: 0.01 },
        );
      }
    }
  });

/** A picture of the window. The browser refuses one while it still applies a new size, on a busy machine for seconds. */
async function capture(page: Page): Promise<Buffer> {
  let drawn: Buffer | undefined;
  await expect(async () => {
    drawn = await page.screenshot({ animations: 'disabled' });
  }).toPass();
  return drawn!;
}

/** What the calendar decides, what blinks. */
const still = `
  section:has(> .wrap #events), section[aria-labelledby=events] { display: none }
  * { caret-color: transparent }
`;

test('the header stands on the grid of the page at every width', async ({ page }) => {
  test.skip(!isKept, 'skipped without the pages that set-up lays down');
  await serveKept(page);
  await openKept(page, 'drugs');
  for (const width of [320, 390, 807, 808, 1024, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const { header, main } = await page.evaluate(() => {
      const inner = (element: Element) => {
        const { left, right } = element.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(element);
        return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)];
      };
      const shown = [...document.querySelectorAll('.header-row :is(a, button)')]
        .map((element) => element.getBoundingClientRect())
        .filter((box) => box.width > 0);
      return {
        header: [Math.min(...shown.map(({ left }) => left)), Math.max(...shown.map(({ right }) => right))],
        main: inner(document.querySelector('main > .wrap, main .wrap')!),
      };
    });
    // The words of the menu and the icons of a phone stand on the grid, the room to press them about it.
    const [leftRoom, rightRoom] = width < 808 ? [1, 13] : [5, 1];
    expect(Math.abs(header[0]! - main[0]!), `left at ${width}`).toBeLessThanOrEqual(leftRoom);
    expect(Math.abs(header[1]! - main[1]!), `right at ${width}`).toBeLessThanOrEqual(rightRoom);
  }
});
