import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page as Tab } from 'playwright';
import { OperatorError } from '#domain/operator-error.ts';
import { browserFlags, ensureBrowser, findBrowser } from './browser.ts';
import { findFreePort, startProduct } from './product.ts';
import { drawPages, findSite, listPages, readDraw, type Page } from './site.ts';
import { findBrokenWords } from './words.ts';

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Widths at which nothing may stick out: a small phone, two common ones, the threshold of the layout, a desk. */
const widths = [320, 360, 390, 808, 1280];

/** Sizes of text in the version for people with low sight, as the panel sets them on <html>. */
const textSizes = ['150', '200'];

/** The rules of axe that every screen keeps. */
export const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that look at colours: of all, only their verdict can change with the scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Looks at pages in a browser as an anonymous reader: accessibility in two sizes and two schemes, horizontal scroll also
 * with the large texts of the low-sight version, requests to foreign hosts, cookies, complaints in the console. Gives
 * one sentence for each finding.
 *
 * familiar  addresses of pages whose colours others have: their structure alone is looked at, once
 * isBrief   looks at the accessibility of every page as on a phone alone
 * tell      hears how many pages are done
 */
export async function findPageProblems(
  browser: Browser,
  url: string,
  addresses: string[],
  { familiar = new Set<string>(), isBrief = false, tell = (_done: number): void => {} } = {},
): Promise<string[]> {
  const found: string[] = [];
  const queue = addresses.values();
  let done = 0;
  const work = async () => {
    // One context for many pages: fonts and scripts come from its cache; a cookie of any page is still found.
    const context = await browser.newContext({
      locale: 'ru-RU',
      baseURL: url,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    for (const address of queue) {
      const isFamiliar = familiar.has(address);
      const sizes = isFamiliar ? viewports.slice(1) : isBrief ? viewports.slice(0, 1) : viewports;
      found.push(...(await lookAt(context, url, address, { sizes, isFamiliar })));
      tell((done += 1));
    }
    await context.close();
  };
  // A page mostly waits for its network to fall silent: three at once keep two processors busy.
  await Promise.all([work(), work(), work()]);
  return found;
}

/** Opens one page once and looks at it as on a phone and as on a desk, in the light and in the dark. */
async function lookAt(
  context: BrowserContext,
  url: string,
  address: string,
  { sizes, isFamiliar }: { sizes: typeof viewports; isFamiliar: boolean },
): Promise<string[]> {
  const tab = await context.newPage();
  const found: string[] = [];
  const complaints = listen(tab, new URL(url).origin);
  for (const [index, viewport] of sizes.entries()) {
    await tab.emulateMedia({ colorScheme: 'light' });
    await tab.setViewportSize(viewport);
    if (index === 0) await open(tab, address);
    const say = (scheme: string) => (barrier: string) =>
      `${address} (${viewport.width}, ${scheme}): ${barrier}`;
    found.push(...(await findBarriers(tab, isFamiliar ? 'structure' : 'all')).map(say('light')));
    if (isFamiliar) continue;
    await tab.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await findBarriers(tab, 'colours')).map(say('dark')));
  }
  complaints.push(...(await findOverflow(tab)));
  const cookies = await context.cookies();
  complaints.push(...cookies.map(({ name }) => `cookie ${name} у анонимного читателя`));
  await context.clearCookies();
  await tab.close();
  return [...found, ...complaints.map((complaint) => `${address}: ${complaint}`)];
}

/** Some pages only lead to others: what counts is where the reader arrives. */
async function open(tab: Tab, address: string): Promise<void> {
  await tab.goto(address, { waitUntil: 'networkidle' });
  await waitUntilStable(tab);
}

/** A page for those who have entered leads on only when its script has found out that nobody has. */
async function waitUntilStable(tab: Tab): Promise<void> {
  let arrived = '';
  while (arrived !== tab.url()) {
    arrived = tab.url();
    await tab.waitForTimeout(100);
    await tab.waitForLoadState('networkidle');
  }
}

/**
 * `npm run check -- pages [--each 2] [--seed N] [--all] [--shard 2/5] [--url URL]`: some pages of every template and tier,
 * or all; of these one part, every fifth from the second; in a product that runs, or its own.
 */
export async function run(args: string[]): Promise<void> {
  const after = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const given = after('--url');
  const pages = await listPages(findSite());
  const drawn = await drawPages(findSite(), pages, readDraw(args, 2));
  const chosen = takeShard(drawn, after('--shard') ?? '1/1');
  const product = given
    ? undefined
    : startProduct({ PORT: String(await findFreePort()), DATA_DIR: process.env.DATA_DIR ?? '.data' });
  const browser = await launch();
  try {
    const url = given ?? (await product?.whole()) ?? '';
    const familiar = await findFamiliar(chosen, findSite());
    const problems = await findPageProblems(browser, url, addressesOf(chosen), {
      familiar,
      tell: (done) => {
        if (done % 100 === 0) console.log(`Проверено страниц: ${done} из ${chosen.length}`);
      },
    });
    for (const problem of problems.slice(0, 50)) console.log(problem);
    console.log(
      `Страницы в браузере: ${chosen.length} из ${pages.length}, из них в двух размерах и двух темах ${chosen.length - familiar.size}, замечаний ${problems.length}`,
    );
    if (problems.length > 0) throw new OperatorError('Есть страницы с замечаниями.');
  } finally {
    await browser.close();
    await product?.stop();
  }
}

/** The part '2/5' is every fifth page from the second: each has some of every kind, and all five are the whole. */
export function takeShard<P>(pages: readonly P[], shard: string): P[] {
  const [, part = 0, parts = 0] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (part < 1 || part > parts) throw new OperatorError(`--shard ${shard}: нужна часть, например 2/5.`);
  return pages.filter((_, index) => index % parts === part - 1);
}

/** Pages on which nothing looks as it does on no page before them of their kind: no class, tone or state is new. */
async function findFamiliar(pages: Page[], folder: string): Promise<Set<string>> {
  const seen = new Map<string, Set<string>>();
  const familiar = new Set<string>();
  for (const { file, address, kind } of pages) {
    const html = await readFile(join(folder, file), 'utf8');
    const looks = seen.get(kind) ?? new Set();
    seen.set(kind, looks);
    const known = looks.size;
    for (const [, name, value = ''] of html.matchAll(
      /\s(class|type|data-(?:tone|variant|size|shape|stage|frequency|level))="([^"]*)"/g,
    ))
      for (const word of value.split(' ')) looks.add(`${name} ${word}`);
    if (looks.size === known && known > 0) familiar.add(address);
  }
  return familiar;
}

/** Where readers find the pages. What stands in for removed ones is a file for plain servers: here it has no address. */
export const addressesOf = (pages: Page[]): string[] =>
  pages.map(({ address }) => address).filter((address) => !address.startsWith('/gone/'));

function launch(): Promise<Browser> {
  ensureBrowser();
  return chromium.launch({ executablePath: findBrowser(), args: browserFlags });
}

/** What of the rules does not hold; a page that leads on under our hands is looked at where it has led. */
async function findBarriers(tab: Tab, rules: 'all' | 'structure' | 'colours'): Promise<string[]> {
  try {
    const axe = new AxeBuilder({ page: tab }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (rules === 'colours') axe.withRules(colourRules);
    else axe.withTags(standards);
    if (rules === 'structure') axe.disableRules(colourRules);
    const { violations } = await axe.analyze();
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.length}: ${String(nodes[0]?.target)})`,
    );
  } catch (error) {
    if (!String(error).includes('context was destroyed')) throw error;
    await waitUntilStable(tab);
    return findBarriers(tab, rules);
  }
}

/** What sticks out at every width, in the usual text and in the large ones, and words broken on a wide screen. */
async function findOverflow(tab: Tab): Promise<string[]> {
  const problems: string[] = [];
  for (const size of ['', ...textSizes]) {
    await tab.evaluate((text) => {
      if (text) Object.assign(document.documentElement.dataset, { sight: 'black-on-white', text });
    }, size);
    for (const width of widths) {
      await tab.setViewportSize({ width, height: 844 });
      const wide = await tab.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0)
        problems.push(`на ширине ${width}${size && `, текст ${size} %,`} страница шире окна на ${wide}`);
      if (size || width < 808) continue;
      for (const word of await findBrokenWords(tab))
        problems.push(`на ширине ${width} «${word}» перенесено без дефиса`);
    }
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
    // The keeper of pages for reading without a network is kept out here: it would answer instead of the server.
    const isOfCheck = message.text().endsWith('blocked by Playwright');
    if (['error', 'warning'].includes(message.type()) && !isAnswer && !isOfCheck) {
      complaints.push(`консоль: ${message.text()}`);
    }
  });
  return complaints;
}
