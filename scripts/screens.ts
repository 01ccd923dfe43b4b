import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openDatabase, type Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { addSession } from '../tests/sample/people.ts';
import { browserFlags, ensureBrowser, findBrowser } from './check/browser.ts';
import { findFreePort, makeFolder, startProduct } from './check/product.ts';
import { root } from './check/tool.ts';
import { readArguments } from './arguments.ts';

const folder = path.join(root, 'docs/screens');
const demoDoctor = 'vrach@demo.example';
const demoEditor = 'redaktor@demo.example';

/** A picture of the README or of docs/screens. */
interface Screen {
  name: string;
  address: string;
  /** E-mail of the demonstration account; without one, an anonymous reader. */
  account?: string;
  width?: number;
  height?: number;
  /** Text of the screen that is there once its data are. */
  wait: string;
  act?: (page: Page) => Promise<void>;
}

const screens: Screen[] = [
  { name: 'home', address: '/', wait: 'Регистр' },
  {
    name: 'search',
    address: '/',
    wait: 'Регистр',
    act: async (page) => {
      await page.getByRole('main').getByPlaceholder('Поиск по каталогу').fill('болезнь гоше');
      await page.getByRole('option', { name: 'Болезнь Гоше' }).first().waitFor();
    },
  },
  { name: 'disease', address: '/orpha/355/', wait: 'Гоше' },
  { name: 'disease-phone', address: '/orpha/355/', wait: 'Гоше', width: 390, height: 844 },
  { name: 'desk', address: '/profile/editors/', account: demoEditor, wait: 'Материалы' },
  { name: 'record', address: '/orpha/355/', account: demoEditor, wait: 'Гоше', act: openRecord },
  { name: 'cases', address: '/cases/', account: demoDoctor, wait: 'демонстра' },
  {
    name: 'case',
    address: '/cases/',
    account: demoDoctor,
    wait: 'демонстра',
    act: async (page) => {
      await page.locator('main').getByRole('heading', { level: 2 }).getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Анамнез' }).waitFor();
    },
  },
];

/**
 * `npm run screens`: takes the pictures of docs/screens from a demonstration in a temporary folder. Editors
 * look at them before they are committed.
 */
export async function run(args: string[]): Promise<void> {
  readArguments(args, { name: 'screens', about: 'Снимает картинки docs/screens с демонстрации.' });
  ensureBrowser();
  const dataDir = await makeFolder('screens');
  const product = startProduct(
    { CATALOGUE: 'whole', DATA_DIR: dataDir, PORT: String(await findFreePort()) },
    { args: ['--demo'] },
  );
  let browser: Browser | undefined;
  let database: Database | undefined;
  try {
    const url = await product.ready;
    browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserFlags] });
    database = await openDatabase(readSettings({ DATA_DIR: dataDir }));
    await mkdir(folder, { recursive: true });
    for (const screen of screens) {
      await take(screen, { browser, database, url });
      console.log(`docs/screens/${screen.name}.webp`);
    }
  } finally {
    await browser?.close();
    await database?.close();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function take(
  { name, address, account, width = 1280, height = 800, wait, act }: Screen,
  { browser, database, url }: { browser: Browser; database: Database; url: string },
): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor: 1,
    locale: 'ru-RU',
    reducedMotion: 'reduce',
  });
  if (account) {
    const { id } = await database.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', account)
      .executeTakeFirstOrThrow();
    await context.addCookies([
      { name: 'sid', value: await addSession(database, { id }), url, httpOnly: true, sameSite: 'Lax' },
      { name: 'u', value: '1', url, sameSite: 'Lax' },
    ]);
  }
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('main').getByText(wait).filter({ visible: true }).first().waitFor();
  await act?.(page);
  await page.getByText('Загружаем').waitFor({ state: 'hidden' });
  await page.evaluate(() => document.fonts.ready);
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 82, effort: 6 })
    .toFile(path.join(folder, `${name}.webp`));
  await context.close();
}

/** The form of the record whose page is open. */
async function openRecord(page: Page): Promise<void> {
  const [, id = ''] = /\/(\d+)\/$/.exec(new URL(page.url()).pathname) ?? [];
  await page.goto(`/profile/editors/record/?id=${id}`);
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
}
