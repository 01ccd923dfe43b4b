import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/**
 * A page of every kind: its address, or the section and the title of a record. Left out are pages whose looks a day of the
 * calendar decides (/events/, /changes/) and those that are empty before a request (/saved/, /profile/).
 */
const pages = {
  home: '/',
  diseases: '/deseases/',
  disease: ['deseases', 'Болезнь Гоше'],
  drugs: '/drugs/',
  drug: ['drugs', 'Церезим'],
  researches: '/research/',
  research: ['research', 'Регистр болезни Фабри и вложенный регистр беременностей'],
  clinics: '/clinics/',
  clinic: [
    'clinics',
    'Научно-исследовательский институт медицинской генетики Томского национального исследовательского медицинского центра',
  ],
  diagnostics: '/diagnostics/',
  signs: '/diagnostics/signs/',
  guidelines: '/guidelines/',
  guideline: ['guidelines', 'Болезнь «кленового сиропа»'],
  access: '/access/',
  rule: ['access', 'Болезнь Помпе: взрослый'],
  route: '/access/route/',
  projects: '/observational_projects/',
  resources: '/resources/',
  news: '/news/',
  'news item': ['news', 'Первые подробные описания болезней в каталоге'],
  pages: '/page/',
  page: '/page/accessibility/',
  'open data': '/open-data/',
  glossary: '/glossary/',
  doors: '/for/',
  contacts: '/contacts/',
  search: '/search/',
  cases: '/cases/',
  login: '/profile/login/',
  missing: '/404.html',
} satisfies Record<string, string | [section: string, title: string]>;
export const pictured: readonly string[] = Object.keys(pages);

export const widths = [390, 808, 1280, 1920] as const;
export const looks = ['light', 'dark', 'low vision'] as const;

/** Lays down the pages as they are before the first journey: those change records, and a picture must not move. */
export async function keepPages(url: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, page] of Object.entries(pages)) {
    const address = typeof page === 'string' ? page : await addressOf(url, page);
    const html = await getText(new URL(address, url));
    await writeFile(keptPage(folder, name), html);
  }
}

const keptPage = (folder: string, name: string): string => join(folder, `${name}.html`);

const site = process.env.REGISTER_E2E_SITE ?? '';
const kept = process.env.REGISTER_E2E_PICTURED ?? '';
export const isKept = kept !== '';

/**
 * Answers a browser without a server: what pages are made of stands on the disk, and nothing of a reader is asked. Scripts
 * do not come: what they would do to a page, and when, is looked at by journeys.
 */
export async function serveKept(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const name = /^\/pictured\/(.+)$/.exec(decodeURIComponent(pathname))?.[1];
    const file = name ? keptPage(kept, name) : join(site, decodeURIComponent(pathname));
    const isLeftOut = pathname.startsWith('/api/') || pathname.endsWith('.js');
    if (!isLeftOut && existsSync(file)) await route.fulfill({ path: file });
    else await route.abort();
  });
}

/** Opens a page as it was laid down. */
export const openKept = (page: Page, name: string): Promise<unknown> =>
  page.goto(`http://pictures.example/pictured/${encodeURIComponent(name)}`);

/** Where the record with this title is, by the lists of its section. */
async function addressOf(url: string, [section = '', title]: readonly string[]): Promise<string> {
  let list: string | undefined = new URL(`/${section}/index.json`, url).href;
  while (list !== undefined) {
    const { items, next } = JSON.parse(await getText(list)) as List;
    const found = items.find((item) => item.title === title);
    if (found) return found.url;
    list = next;
  }
  throw new Error(`/${section}/ has no «${title}» to be pictured`);
}

interface List {
  items: { title: string; url: string }[];
  next?: string;
}

async function getText(address: string | URL): Promise<string> {
  const response = await fetch(address);
  const isExpected = response.ok || new URL(address).pathname === pages.missing;
  if (!isExpected) throw new Error(`${String(address)} answered ${response.status}`);
  return response.text();
}
