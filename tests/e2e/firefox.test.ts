import { rm } from 'node:fs/promises';
import { launch, type Browser, type BrowserContext, type ElementHandle, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort, makeFolder, startProduct, type Product } from '../../scripts/check/product.ts';
import { factorCode, makePerson, password } from './people.ts';

/**
 * The ways of each role once more in the other engine: entrance, search, a case, the desk. The rest is looked at in
 * Chromium, by the neighbours of this file. Runs where FIREFOX_PATH names a Firefox: Playwright drives one of its own only.
 */
const executablePath = process.env.FIREFOX_PATH;

/** What an element of a role is in our markup; names are those that people read. */
const tags = {
  link: 'a',
  button: 'button',
  textbox: 'input, textarea, [contenteditable="true"]',
  combobox: 'input, select',
  choice: 'input[type="radio"], input[type="checkbox"]',
  option: '[role="option"]',
  tab: '[role="tab"]',
  heading: 'h1, h2',
  text: 'p, span, strong, legend',
};

describe.skipIf(!executablePath)('in Firefox', () => {
  let folder: string;
  let product: Product;
  let browser: Browser;
  let address: string;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = await makeFolder('firefox');
    const port = String(await findFreePort());
    product = startProduct({ DATA_DIR: folder, PORT: port, SITE_URL: `http://localhost:${port}` });
    await product.ready;
    address = `http://localhost:${port}`;
    process.env.REGISTER_E2E_DATA = folder;
    browser = await launch({
      browser: 'firefox',
      executablePath: executablePath!,
      extraPrefsFirefox: { 'intl.accept_languages': 'ru', 'intl.locale.requested': 'ru' },
      timeout: 120_000,
    });
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  /** A page in a profile of its own; its errors are reported when it is closed. */
  async function open(path: string): Promise<void> {
    context = await browser.createBrowserContext();
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(`${address}${path}`);
  }

  async function close(): Promise<string[]> {
    await context.close();
    return complaints.splice(0);
  }

  /**
   * The first visible element of this role with this name (of a field: that begins so); waits for it, and for its island:
   * what is typed or pressed before the page is awake takes the way without scripts, which is not looked at here.
   */
  async function find(role: keyof typeof tags, name: string): Promise<ElementHandle<HTMLElement>> {
    const found = await page.waitForFunction(
      (tag, wanted, isWhole) =>
        [...document.querySelectorAll<HTMLInputElement>(tag)].find((element) => {
          const label = element.ariaLabel ?? (element.labels?.[0] ?? element).textContent ?? '';
          const short = label.replaceAll(/\s+/g, ' ').trim();
          const isNamed =
            (isWhole ? short === wanted : short.startsWith(wanted)) ||
            element.querySelector(`[aria-label="${wanted}"]`);
          return isNamed && element.checkVisibility() && !element.closest('astro-island[ssr]');
        }),
      { polling: 200 },
      tags[role],
      name,
      role === 'link',
    );
    return found as ElementHandle<HTMLElement>;
  }

  const press = async (role: keyof typeof tags, name: string) => (await find(role, name)).click();
  async function type(role: keyof typeof tags, name: string, value: string): Promise<void> {
    await (await find(role, name)).type(value);
    // The field may be drawn again while it is typed into, and then holds what was typed.
    await page.waitForFunction(
      (wanted) => {
        const field = document.activeElement;
        return (field && 'value' in field ? String(field.value) : field?.textContent)?.includes(wanted);
      },
      {},
      value,
    );
  }
  async function check(box: ElementHandle<HTMLElement>): Promise<void> {
    await box.click();
    await page.waitForFunction((element) => (element as HTMLInputElement).checked, {}, box);
  }
  const choose = async (name: string, value: string) => (await find('combobox', name)).select(value);
  const pathIs = (pattern: string) =>
    page.waitForFunction(
      (wanted) => new RegExp(wanted).test(location.pathname + location.search),
      {},
      pattern,
    );

  async function enter(email: string, next: string): Promise<void> {
    await open(`/profile/login/?next=${encodeURIComponent(next)}`);
    await type('textbox', 'Электронная почта', email);
    await type('textbox', 'Пароль', password);
    await press('button', 'Войти на сайт');
  }

  async function enterDesk(next: string): Promise<void> {
    const { email } = await makePerson('editor');
    await enter(email, next);
    await type('textbox', 'Код подтверждения', factorCode());
    await press('button', 'Войти на сайт');
    await pathIs(next.replaceAll('?', '[?]'));
  }

  test('a reader finds a disease by a misprint and opens its page', async () => {
    await open('/');
    await press('link', 'Поиск по каталогу');
    await type('combobox', 'Поиск по каталогу', 'болезнь гошэ');
    await find('option', 'Болезнь Гоше');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await pathIs('^/deseases/[0-9]+/');
    await find('heading', 'Болезнь Гоше');
    expect(await close()).toEqual([]);
  });

  test('the page that stands without the site asks for nothing that its policy refuses', async () => {
    await open('/preview/?token=old');
    await find('heading', 'Ссылка на черновик устарела. Попросите редактора прислать новую');
    await press('link', 'вернитесь на главную');
    await find('link', 'Поиск по каталогу');
    expect(await close()).toEqual([]);
  });

  test('a doctor signs in and asks a short question; an editor accepts it', async () => {
    const { email } = await makePerson('doctor');
    await enter(email, '/profile/cases/create/?short=1');
    await type('textbox', 'Вопрос коллегам', 'Спленомегалия у младенца. На что смотреть сначала?');
    await type('combobox', 'Заболевание, если оно известно', 'Гоше');
    await press('option', 'Болезнь Гоше');
    await choose('Возраст пациента', 'infant');
    await choose('Пол', 'female');
    await check(await find('choice', 'Сведения обезличены'));
    await check(await find('choice', 'Если сочетание болезни'));
    await press('button', 'Отправить на проверку');
    await pathIs('/profile/cases/detail/[?]id=[0-9]+');
    const id = /id=(\d+)/.exec(page.url())?.[1];
    expect(await close()).toEqual([]);

    await enterDesk(`/profile/editors/cases/?id=${id}`);
    await find('text', 'Проверка перед публикацией');
    for (const box of await page.$$('fieldset input[type="checkbox"]')) await check(box);
    await press('button', 'Принять');
    await find('text', 'Опубликован');
    expect(await close()).toEqual([]);
  });

  test('an editor signs in with a second factor, changes a fact, and readers have it', async () => {
    // The guideline of the disease has the same title.
    await enterDesk('/profile/editors/records/?kind=disease');
    await type('textbox', 'Название, код или номер', 'Болезнь Гоше');
    // The list may be drawn again under the pointer: its link is followed by its address.
    await page.goto(
      await (await find('link', 'Болезнь Гоше')).evaluate((link) => (link as HTMLAnchorElement).href),
    );
    await pathIs('/profile/editors/record/[?]id=[0-9]+');
    const id = /id=(\d+)/.exec(page.url())?.[1];
    // One word: on the page the spaces of a sentence are bound, and long words may break.
    const sentence = 'Перепроверено.';
    await type('textbox', 'Что это', sentence);
    await find('text', 'Сохранено');
    await press('button', 'Опубликовать');
    await press('button', 'Опубликовать сейчас');
    await find('text', 'На сайте в');
    await page.goto(`${address}/deseases/${id}/`);
    await page.waitForFunction(
      (wanted) => document.body.textContent.replaceAll('\u00AD', '').includes(wanted),
      {},
      sentence,
    );
    expect(await close()).toEqual([]);
  });
});
