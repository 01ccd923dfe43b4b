import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page as Tab } from 'playwright';
import { OperatorError } from '#domain/operator-error.ts';
import { browserFlags, ensureBrowser, findBrowser } from './browser.ts';
import { findFreePort, startProduct } from './product.ts';
import { findSite, listPages, sample, type Page } from './site.ts';

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const schemes = ['light', 'dark'] as const;

/** Widths at which nothing may stick out: a small phone, a common one, the threshold of the layout, a desk. */
const widths = [320, 360, 808, 1280];

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Looks at pages in a browser as an anonymous reader: accessibility in two sizes and two schemes, horizontal scroll,
 * requests to foreign hosts, cookies, complaints in the console. Gives one sentence for each finding.
 */
export async function findPageProblems(
  browser: Browser,
  url: string,
  addresses: string[],
): Promise<string[]> {
  const found: string[] = [];
  const queue = addresses.values();
  const work = async () => {
    for (const address of queue) found.push(...(await lookAt(browser, url, address)));
  };
  await Promise.all([work(), work()]);
  return found;
}

/** Opens one page as somebody who has never been here, once for a phone and once for a desk. */
async function lookAt(browser: Browser, url: string, address: string): Promise<string[]> {
  const found: string[] = [];
  for (const [index, viewport] of viewports.entries()) {
    const context = await browser.newContext({
      viewport,
      locale: 'ru-RU',
      baseURL: url,
      reducedMotion: 'reduce',
    });
    const tab = await context.newPage();
    const complaints = listen(tab, new URL(url).origin);
    await open(tab, address);
    for (const colorScheme of schemes) {
      await tab.emulateMedia({ colorScheme });
      const barriers = await findBarriers(tab);
      found.push(...barriers.map((barrier) => `${address} (${viewport.width}, ${colorScheme}): ${barrier}`));
    }
    // Neither scheme nor first size changes the layout at a width: one look at all widths is enough.
    if (index === 0) complaints.push(...(await findOverflow(tab, viewport.height)));
    const cookies = await context.cookies();
    complaints.push(...cookies.map(({ name }) => `cookie ${name} у анонимного читателя`));
    found.push(...complaints.map((complaint) => `${address} (${viewport.width}): ${complaint}`));
    await context.close();
  }
  return found;
}

/** Some pages only lead to others: what counts is where the reader arrives. */
async function open(tab: Tab, address: string): Promise<void> {
  await tab.goto(address, { waitUntil: 'load' });
  let arrived = '';
  while (arrived !== tab.url()) {
    arrived = tab.url();
    await tab.waitForTimeout(100);
    await tab.waitForLoadState('load');
  }
}

/** `npm run check -- pages [--all] [--url URL]`: some pages of every kind, or all; in a product that runs, or its own. */
export async function run(args: string[]): Promise<void> {
  const given = args.includes('--url') ? args[args.indexOf('--url') + 1] : undefined;
  const pages = await listPages(findSite());
  const chosen = args.includes('--all') ? pages : sample(pages, 2);
  const product = given
    ? undefined
    : startProduct({ PORT: String(await findFreePort()), DATA_DIR: process.env.DATA_DIR ?? '.data' });
  const browser = await launch();
  try {
    const url = given ?? (await product?.ready) ?? '';
    const problems = await findPageProblems(browser, url, addressesOf(chosen));
    for (const problem of problems.slice(0, 50)) console.log(problem);
    console.log(`Страницы в браузере: ${chosen.length} из ${pages.length}, замечаний ${problems.length}`);
    if (problems.length > 0) throw new OperatorError('Есть страницы с замечаниями.');
  } finally {
    await browser.close();
    await product?.stop();
  }
}

export const addressesOf = (pages: Page[]): string[] => pages.map(({ address }) => address);

function launch(): Promise<Browser> {
  ensureBrowser();
  return chromium.launch({ executablePath: findBrowser(), args: browserFlags });
}

async function findBarriers(tab: Tab): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: tab })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(standards)
    .analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.length}: ${String(nodes[0]?.target)})`,
  );
}

async function findOverflow(tab: Tab, height: number): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) {
    await tab.setViewportSize({ width, height });
    const wide = await tab.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (wide > 0) problems.push(`на ширине ${width} страница шире окна на ${wide}`);
  }
  return problems;
}

/** Gathers what a page may not do: ask a foreign host, fail a request, complain in the console. */
function listen(tab: Tab, origin: string): string[] {
  const complaints: string[] = [];
  tab.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) complaints.push(`запрос к чужому узлу ${asked}`);
  });
  tab.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // The page of the missing address is itself an answer 404.
    if (response.status() >= 400 && !pathname.startsWith('/404'))
      complaints.push(`${response.status()} ${pathname}`);
  });
  tab.on('pageerror', (error) => complaints.push(`ошибка скрипта: ${error.message}`));
  tab.on('console', (message) => {
    // The missing page itself is told of as missing.
    const isAnswer = message.location().url === tab.url() && message.text().includes('404');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) {
      complaints.push(`консоль: ${message.text()}`);
    }
  });
  return complaints;
}
