import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { workbook } from '../sample/workbook.ts';
import { TaskTable, type Hand } from './counter.ts';
import {
  ask,
  expect,
  expectPublic,
  fieldOf,
  findId,
  firstEdited,
  savingOf,
  takeBack,
  test,
  url,
} from './desk.ts';
import { letterTo, linkIn } from './letters.ts';
import { beginSession, factorCode, inDatabase, makePerson, newAddress, password } from './people.ts';
import { accept, makeSubmitted } from './submitted.ts';

/** What the first ten minutes of an editor and of a doctor take, in presses, typed fields and seconds. */
test.describe.configure({ timeout: 600_000 });
test.skip(({ isMobile }) => isMobile, 'counted at a desk');

const mark = () => randomUUID().slice(0, 8);

async function enter(hand: Hand, email: string): Promise<void> {
  const form = hand.page.getByRole('form', { name: 'Вход', exact: true });
  await hand.type(form.getByLabel('Электронная почта'), email);
  await hand.type(form.getByLabel('Пароль', { exact: true }), password);
  await hand.press(form.getByRole('button', { name: 'Войти на сайт' }));
}

const room = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Разделы редакции' }).getByRole('link', { name });

/** Puts what is in the form in force. */
async function publishBy(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.press(page.getByRole('button', { name: 'Опубликовать', exact: true }));
  const form = page.getByRole('form', { name: 'Опубликовать' });
  await hand.press(form.getByRole('button', { name: 'Опубликовать сейчас' }));
}

const openId = (page: Page) => Number(new URL(page.url()).searchParams.get('id'));

test('an editor signs in, finds, changes, publishes, takes in a table, asks a colleague and lays down a picture', async ({
  page,
}) => {
  const table = new TaskTable();
  const colleague = await makeColleague();
  const editor = await makePerson('editor');
  await page.goto('/');
  await table.task('войти и стоять в редакции', page, async (hand) => {
    await hand.press(page.getByRole('link', { name: 'Вход/Регистрация' }));
    await enter(hand, editor.email);
    const second = page.getByRole('form', { name: 'Второй шаг входа' });
    await hand.type(second.getByLabel('Код подтверждения'), factorCode());
    await hand.press(second.getByRole('button', { name: 'Войти на сайт' }));
    await hand.press(page.getByRole('main').getByRole('link', { name: 'Рабочее место редактора' }));
    await expect(room(page, 'Материалы')).toBeVisible();
  });
  const search = page.getByLabel('Название, код или номер');
  const gaucher = page.getByRole('row').getByRole('link', { name: 'Болезнь Гоше', exact: true }).first();
  await table.task('найти запись по другому названию', page, async (hand) => {
    await hand.press(room(page, 'Материалы'));
    await hand.type(search, 'Gaucher');
    await expect(page).toHaveURL(/query=Gaucher/);
    await hand.press(gaucher);
    await expect(page.getByRole('heading', { level: 1, name: 'Болезнь Гоше' })).toBeVisible();
  });
  await table.task('найти запись по коду', page, async (hand) => {
    await hand.press(room(page, 'Материалы'));
    await hand.type(search, 'E75.2');
    await expect(page).toHaveURL(/query=E75\.2/);
    await hand.press(gaucher);
    await expect(page.getByRole('heading', { level: 1, name: 'Болезнь Гоше' })).toBeVisible();
  });
  await changeFact(table, page);
  await writeNews(table, page, colleague);
  await takeTable(table, page);
  table.print();
});

/** An editor whose name nobody else has. */
async function makeColleague(): Promise<string> {
  const { id } = await makePerson('editor');
  const name = `Названная ${mark()}`;
  await inDatabase((database) =>
    database.transaction((tx) =>
      tx.updateTable('users').set({ last_name: name }).where('id', '=', id).execute(),
    ),
  );
  return name;
}

async function changeFact(table: TaskTable, page: Page): Promise<void> {
  const id = await findId(page, 'disease', firstEdited);
  const address = `/deseases/${id}/`;
  await page.goto(address);
  await table.task('от страницы к её форме', page, async (hand) => {
    await hand.press(page.getByRole('link', { name: 'Изменить', exact: true }));
    await expect(fieldOf(page, 'Что это')).toBeVisible();
  });
  const words = `Правка ${mark()}`;
  await table.task('изменить поле, пока оно не на сайте', page, async (hand) => {
    await hand.type(fieldOf(page, 'Что это'), words);
    await expect(savingOf(page)).toContainText('Сохранено');
    await publishBy(hand);
    await expectPublic(page, address, (html) => html.includes(words));
  });
  await takeBack(page, id);
}

async function writeNews(table: TaskTable, page: Page, colleague: string): Promise<void> {
  const title = `Новость первых минут ${mark()}`;
  await table.task('новая новость, пока она не на сайте', page, async (hand) => {
    await hand.press(room(page, 'Материалы'));
    await hand.press(page.getByRole('button', { name: 'Новый материал' }));
    const form = page.getByRole('form', { name: 'Новый материал' });
    await hand.choose(form.getByLabel('Вид'), 'news');
    await hand.type(form.getByLabel('Заголовок'), title);
    await hand.type(form.getByLabel('Дата'), '2026-11-20');
    await hand.press(form.getByRole('button', { name: 'Создать черновик' }));
    await page.waitForURL(/\/record\/\?id=\d+/);
    await publishBy(hand);
    await expectPublic(page, `/news/${openId(page)}/`, (html) => html.includes(title));
  });
  await table.task('замечание у поля с именем коллеги', page, async (hand) => {
    await hand.press(page.getByRole('button', { name: 'Замечание у поля Заголовок', exact: true }));
    const talk = page.getByRole('group', { name: 'Замечания: Заголовок' });
    await hand.type(talk.getByRole('textbox', { name: 'Новое замечание' }), 'Откуда это?');
    await hand.type(talk.getByRole('combobox', { name: 'Кого назвать' }), colleague);
    await hand.press(page.getByRole('option', { name: colleague }));
    await hand.strike(talk.getByRole('combobox', { name: 'Кого назвать' }), 'Escape');
    await hand.press(talk.getByRole('button', { name: 'Оставить замечание' }));
    await expect(talk.getByRole('article')).toContainText('Откуда это?');
  });
  const background = { r: 30, g: 120, b: Math.floor(Math.random() * 256) };
  const picture = await sharp({ create: { width: 1000, height: 500, channels: 3, background } })
    .png()
    .toBuffer();
  const described = `Схема ${mark()}`;
  await table.task('картинка из файла в своём поле', page, async (hand) => {
    await hand.press(page.getByRole('link', { name: /^Картинка/ }).first());
    await hand.press(page.getByRole('button', { name: 'Выбрать или загрузить картинку' }));
    await hand.give(page.getByLabel('Новая картинка'), 'схема.png', picture, 'image/png');
    await expect(page.getByRole('button', { name: 'Обрезать' })).toBeVisible();
    await hand.type(page.getByRole('textbox', { name: 'Описание картинки' }), described);
    await expect
      .poll(async () => JSON.stringify(await ask(page, `/api/editors/records/${openId(page)}`)))
      .toContain(described);
  });
  await ask(page, `/api/editors/records/${openId(page)}/unpublish`, { reason: 'Заведена для проверки' });
}

async function takeTable(table: TaskTable, page: Page): Promise<void> {
  const titles = [`Клиника первых минут ${mark()}`, `Клиника вторых минут ${mark()}`];
  const bytes = workbook([
    ['Наименование', 'Город', 'Телефоны'],
    ...titles.map((title) => [title, 'Омск', '8 3812 11-11-11']),
  ]);
  await table.task('таблица клиник, пока её строки не в каталоге', page, async (hand) => {
    await hand.press(room(page, 'Импорт'));
    await hand.give(
      page.getByLabel('Файл', { exact: true }),
      'Клиники.xlsx',
      bytes,
      'application/octet-stream',
    );
    await hand.press(page.getByRole('button', { name: 'Сверить с каталогом' }));
    await expect(page.getByLabel('Поле столбца «Город»')).toHaveValue('city');
    await hand.type(page.getByLabel('Откуда таблица'), 'Ответ министерства');
    await hand.press(page.getByRole('button', { name: 'Сверить с каталогом' }));
    await hand.press(page.getByRole('button', { name: 'Принять всё безопасное' }));
    await hand.press(page.getByRole('button', { name: 'Применить принятое…' }));
    await hand.press(page.getByRole('button', { name: 'Применить', exact: true }));
    await expect(page.getByText('Применён', { exact: true })).toBeVisible();
    for (const title of titles) {
      const row = page.locator('.import-rows > li').filter({ hasText: title });
      const address = await row.getByRole('link', { name: 'страница' }).getAttribute('href');
      await expectPublic(page, address ?? '', (html) => html.includes(title));
    }
  });
  // Nobody else's list is longer for it.
  await page.getByRole('button', { name: 'Отменить импорт…' }).click();
  await page.getByRole('button', { name: 'Отменить импорт', exact: true }).click();
  await expect(page.getByText('Отменён', { exact: true })).toBeVisible();
}

test('a doctor registers, tells who they are, asks, finds a case, writes under it, keeps and prints it', async ({
  page,
  browser,
}) => {
  const table = new TaskTable();
  const email = newAddress('doctor');
  const word = `дистония${Date.now()}`;
  const title = `Редкая ${word} у взрослого`;
  await publishCase(browser, title);
  await page.goto('/');
  await table.task('зарегистрироваться', page, async (hand) => await register(hand, email));
  await table.task('подтвердить почту по письму и войти', page, async (hand) => {
    hand.presses += 1;
    await page.goto(linkIn(await letterTo(email, 'Подтвердите регистрацию')));
    const form = page.getByRole('form', { name: 'Подтверждение регистрации' });
    await hand.type(form.getByLabel('Пароль', { exact: true }), password);
    await hand.press(form.getByRole('button', { name: 'Подтвердить почту' }));
    await expect(page.getByText('Регистрация подтверждена: можно войти.')).toBeVisible();
    const entrance = page.getByRole('form', { name: 'Вход', exact: true });
    await hand.type(entrance.getByLabel('Пароль', { exact: true }), password);
    await hand.press(entrance.getByRole('button', { name: 'Войти на сайт' }));
    await expect(page.getByRole('region', { name: 'Первые шаги' })).toBeVisible();
  });
  await table.task('первые шаги: специальность, три болезни, заявка', page, takeFirstSteps);
  await inDatabase((database) =>
    database.transaction((tx) =>
      tx
        .updateTable('users')
        .set({ verified_at: new Date().toISOString() })
        .where('email', '=', email)
        .execute(),
    ),
  );
  await page.goto('/profile/');
  await table.task('короткий вопрос коллегам', page, askShortly);
  await workWithCase(table, page, { word, title });
  table.print();
});

/** A case of a colleague, which every doctor may read. */
async function publishCase(browser: Browser, title: string): Promise<void> {
  const author = await openAs(browser, 'doctor');
  await author.goto('/cases/');
  const id = await makeSubmitted(author, title);
  await author.context().close();
  const editor = await openAs(browser, 'editor');
  await accept(editor, id);
  await editor.context().close();
}

async function openAs(browser: Browser, type: 'doctor' | 'editor'): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ baseURL: url, locale: 'ru-RU' });
  await beginSession(context, await makePerson(type), url);
  return await context.newPage();
}

/** Takes what a list offers for the beginning of its words. */
async function takeOf(hand: Hand, within: Locator, label: string, words: string): Promise<void> {
  const list = within.getByRole('combobox', { name: label });
  await hand.type(list, words);
  await hand.press(within.getByRole('option', { name: new RegExp(words) }).first());
  await hand.strike(list, 'Escape');
}

async function register(hand: Hand, email: string): Promise<void> {
  const { page } = hand;
  await hand.press(page.getByRole('link', { name: 'Вход/Регистрация' }));
  const login = page.getByRole('dialog', { name: 'Вход в личный кабинет' });
  await hand.press(login.getByRole('link', { name: 'Как врач' }));
  const form = page.getByRole('form', { name: 'Регистрация врача' });
  await hand.type(form.getByLabel('Фамилия'), 'Гончарова');
  await hand.type(form.getByLabel('Имя', { exact: true }), 'Мария');
  await hand.press(form.getByLabel('Нет отчества'));
  await takeOf(hand, form, 'Субъект Федерации', 'Москва');
  await hand.type(form.getByLabel('Город'), 'Москва');
  await hand.type(form.getByLabel('Медицинское учреждение'), 'Детская клиника');
  await takeOf(hand, form, 'Области медицины', 'Невролог');
  await takeOf(hand, form, 'Учёная степень и звание', 'Без');
  await hand.type(form.getByLabel('Электронная почта'), email);
  await hand.type(form.getByLabel('Пароль', { exact: true }), password);
  await hand.type(form.getByRole('textbox', { name: 'Пароль ещё раз' }), password);
  await hand.press(form.getByRole('button', { name: 'Не вижу картинку: проверить без неё' }));
  await expect(form.getByText('Проверка пройдена.')).toBeVisible();
  await hand.press(form.getByLabel('Подтверждаю, что являюсь специалистом здравоохранения'));
  await hand.press(form.getByLabel('Даю согласие на обработку персональных данных'));
  await hand.press(form.getByRole('button', { name: 'Зарегистрироваться' }));
  await expect(page.getByRole('dialog', { name: 'Вы успешно зарегистрированы!' })).toBeVisible();
}

async function takeFirstSteps(hand: Hand): Promise<void> {
  const { page } = hand;
  const steps = page.getByRole('region', { name: 'Первые шаги' });
  const saved = page.waitForResponse('**/api/doctor/update');
  await takeOf(hand, steps, 'Специальности', 'Генетика');
  expect((await saved).ok()).toBe(true);
  const told = steps.getByRole('status').filter({ hasText: 'Вы следите:' });
  for (const name of ['Болезнь Гоше', 'Болезнь Фабри', 'Болезнь Помпе']) {
    await hand.type(steps.getByRole('combobox', { name: 'Найти болезнь' }), name);
    await hand.press(steps.getByRole('option', { name, exact: true }));
    await expect(told).toContainText(name);
  }
  await hand.press(steps.getByText('Подтвердить, что я врач'));
  const form = steps.getByRole('form', { name: 'Подтверждение врача' });
  await hand.type(form.getByLabel('Рабочая почта'), newAddress('work'));
  await hand.press(form.getByRole('button', { name: 'Отправить на проверку' }));
  await expect(steps.getByText(/^Заявка № \d+ отправлена/)).toBeVisible();
}

async function askShortly(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.press(
    page.getByRole('navigation', { name: 'Профиль' }).getByRole('link', { name: 'Клинические случаи' }),
  );
  await hand.press(page.getByRole('link', { name: 'Короткий вопрос' }));
  await hand.type(
    page.getByLabel('Вопрос коллегам'),
    'Большая селезёнка у младенца. На что смотреть сначала?',
  );
  await hand.type(page.getByRole('combobox', { name: 'Заболевание, если оно известно' }), 'Гоше');
  await hand.press(page.getByRole('option', { name: 'Болезнь Гоше', exact: true }));
  await hand.choose(page.getByLabel('Возраст пациента'), 'infant');
  await hand.choose(page.getByLabel('Пол', { exact: true }), 'female');
  await hand.press(page.getByRole('radio', { name: /Сведения обезличены/ }));
  await hand.press(page.getByLabel(/Если сочетание болезни/));
  await hand.press(page.getByRole('button', { name: 'Отправить на проверку' }));
  await expect(page).toHaveURL(/\/profile\/cases\/detail\/\?id=\d+/);
  await expect(page.locator('.case-byline')).toContainText('На проверке');
}

async function workWithCase(
  table: TaskTable,
  page: Page,
  { word, title }: { word: string; title: string },
): Promise<void> {
  await table.task('найти случай по словам', page, async (hand) => {
    await hand.press(
      page.getByRole('navigation', { name: 'Основная' }).getByRole('link', { name: /^Клинические случаи/ }),
    );
    await hand.type(page.getByRole('searchbox', { name: 'Слова, признак, ген или вариант' }), word);
    await hand.press(page.getByRole('button', { name: 'Найти' }));
    await expect(page).toHaveURL(/query=/);
    await hand.press(page.getByRole('link', { name: title }));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
  await table.task('ответить под случаем', page, async (hand) => {
    const words = 'Проверить активность кислой альфа-глюкозидазы.';
    await hand.type(page.getByLabel('Что это может быть или что делать'), words);
    await hand.choose(page.getByLabel('На чём основан ответ'), 'seen');
    await hand.press(page.getByRole('button', { name: 'Ответить' }));
    await expect(page.getByText(/^Первый ответ пришёл через/)).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
  });
  await table.task('положить случай в подборку', page, async (hand) => {
    await hand.press(page.getByRole('button', { name: `В подборку: ${title}` }));
    const dialog = page.getByRole('dialog', { name: `Подборки: ${title}` });
    await hand.type(dialog.getByLabel('Название новой подборки'), 'Для лекции');
    await hand.press(dialog.getByRole('button', { name: 'Создать и положить' }));
    await hand.press(dialog.getByRole('button', { name: 'Готово' }));
    await expect(page.getByRole('button', { name: `В подборке: ${title}` })).toBeVisible();
  });
  let isPrinted = false;
  await page.exposeFunction('print', () => {
    isPrinted = true;
  });
  await table.task('лист для консилиума', page, async (hand) => {
    await hand.press(page.getByRole('button', { name: /Лист для консилиума/ }));
    await expect.poll(() => isPrinted).toBe(true);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('main').getByText('Решение консилиума')).toBeVisible();
  });
}
