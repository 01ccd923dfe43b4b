import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page as Tab } from 'playwright';
import { OperatorError } from '#domain/operator-error.ts';
import { browserFlags, ensureBrowser, findBrowser } from './browser.ts';
import { findFreePort, startProduct } from './product.ts';
import { drawOptions, drawPages, findSite, listPages, readDraw, type Page } from './site.ts';
import { findBrokenWords } from './words.ts';
import { readArguments } from '../arguments.ts';

const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Viewport widths without overflow: a small phone, two common ones, the breakpoint, a desktop. */
const widths = [320, 360, 390, 808, 1280];

/** Text sizes of the low-vision version, as set on <html>. */
const textSizes = ['150', '200'];

export const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Colour rules: only these depend on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Checks pages in a browser as an anonymous reader: accessibility in two sizes and two schemes, overflow also with
 * large text, requests to other hosts, cookies, console errors. Returns a sentence for each finding.
 *
 * familiar  pages with known colours: structure only, once
 * isBrief   accessibility as on a phone only
 * tabs      pages at once: they mostly wait for the network, so three use two processors
 * tell      reports the number of finished pages
 */
export async function findPageProblems(
  browser: Browser,
  url: string,
  addresses: string[],
  { familiar = new Set<string>(), isBrief = false, tabs = 3, tell = (_done: number): void => {} } = {},
): Promise<string[]> {
  const found: string[] = [];
  const queue = addresses.values();
  let done = 0;
  const work = async () => {
    // One context for many pages shares fonts and scripts; cookies of any page are still found.
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
  await Promise.all(Array.from({ length: tabs }, work));
  return found;
}

/** Opens a page and checks it as phone and desktop, light and dark. */
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
    const describe = (scheme: string) => (barrier: string) =>
      `${address} (${viewport.width}, ${scheme}): ${barrier}`;
    found.push(...(await findBarriers(tab, isFamiliar ? 'structure' : 'all')).map(describe('light')));
    if (isFamiliar) continue;
    await tab.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await findBarriers(tab, 'colours')).map(describe('dark')));
  }
  complaints.push(...(await findOverflow(tab)));
  const cookies = await context.cookies();
  complaints.push(...cookies.map(({ name }) => `cookie ${name} у анонимного читателя`));
  await context.clearCookies();
  await tab.close();
  return [...found, ...complaints.map((complaint) => `${address}: ${complaint}`)];
}

/** Some pages redirect: the target is checked. */
async function open(tab: Tab, address: string): Promise<void> {
  await tab.goto(address, { waitUntil: 'networkidle' });
  await waitUntilStable(tab);
}

/** A private page redirects after its script has found no session. */
async function waitUntilStable(tab: Tab): Promise<void> {
  let arrived = '';
  while (arrived !== tab.url()) {
    arrived = tab.url();
    await tab.waitForTimeout(100);
    await tab.waitForLoadState('networkidle');
  }
}

/**
 * `npm run check -- pages [--each 2] [--seed N] [--all] [--shard 2/5] [--url URL]`: some or all pages of
 * every template and tier, or one shard; of a running product or its own.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = readArguments(args, {
    name: 'check pages',
    about: 'Страницы в браузере, по две каждого вида: доступность, ширина, чужие запросы, куки.',
    options: {
      ...drawOptions,
      shard: { value: 'N/M', about: 'часть страниц' },
      url: { value: 'АДРЕС', about: 'работающий портал; без него запускается свой' },
    },
  });
  const given = values.url;
  const pages = await listPages(findSite());
  const drawn = await drawPages(findSite(), pages, readDraw(values, 2));
  const chosen = takeShard(drawn, values.shard ?? '1/1');
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

/** '2/5' is every fifth page from the second: shards are balanced and complete. */
export function takeShard<P>(pages: readonly P[], shard: string): P[] {
  const [, part = 0, parts = 0] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (part < 1 || part > parts) throw new OperatorError(`--shard ${shard}: нужна часть, например 2/5.`);
  return pages.filter((_, index) => index % parts === part - 1);
}

/** Pages without any class, tone or state that is new within their kind. */
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

/** Public addresses. Placeholders of removed pages are for plain servers and have none. */
export const addressesOf = (pages: Page[]): string[] =>
  pages.map(({ address }) => address).filter((address) => !address.startsWith('/gone/'));

function launch(): Promise<Browser> {
  ensureBrowser();
  return chromium.launch({ executablePath: findBrowser(), args: browserFlags });
}

/** Violations of the rules; a page that redirects meanwhile is checked at its target. */
async function findBarriers(
  tab: Tab,
  rules: 'all' | 'structure' | 'colours',
  attempts = 5,
): Promise<string[]> {
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
    // Either the page went away while it was checked, or with it the code that was to check it.
    if (attempts === 1 || !/context was destroyed|reading 'run'/.test(String(error))) throw error;
    await waitUntilStable(tab);
    return findBarriers(tab, rules, attempts - 1);
  }
}

/** Overflowing elements at every width and text size, and broken words on a wide screen. */
async function findOverflow(tab: Tab): Promise<string[]> {
  const problems: string[] = [];
  for (const size of ['', ...textSizes]) {
    await tab.evaluate((text) => {
      if (text) Object.assign(document.documentElement.dataset, { lowVision: 'black-on-white', text });
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

/** Collects forbidden requests, failed requests and console errors. */
function listen(tab: Tab, origin: string): string[] {
  const complaints: string[] = [];
  tab.on('request', (request) => {
    const { protocol, origin: requestedOrigin } = new URL(request.url());
    if (protocol.startsWith('http') && requestedOrigin !== origin)
      complaints.push(`запрос к чужому узлу ${requestedOrigin}`);
  });
  tab.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // The not-found page answers 404.
    if (response.status() >= 400 && !pathname.startsWith('/404'))
      complaints.push(`${response.status()} ${pathname}`);
  });
  tab.on('pageerror', (error) => complaints.push(`ошибка скрипта: ${error.message}`));
  tab.on('console', (message) => {
    // Also for the not-found page.
    const isAnswer = message.location().url === tab.url() && message.text().includes('404');
    // The service worker is blocked here: it would answer instead of the server.
    const isOfCheck = message.text().endsWith('blocked by Playwright');
    if (['error', 'warning'].includes(message.type()) && !isAnswer && !isOfCheck) {
      complaints.push(`консоль: ${message.text()}`);
    }
  });
  return complaints;
}
