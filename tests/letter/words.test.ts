import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteFolders } from '#publisher/release.ts';
import { publishedStarter } from '../sample/published-starter.ts';
import { readKinds } from '../../src/browser/search/kinds.ts';

/** Place of a string of the specification: page, selector, and attribute unless it is text. */
type Place = [words: string, page: string, selector: string, attribute?: string];

const dialogs = 'dialogs';
const desktopNavigation = '.header nav a';
const mobileMenu = '#menu';

// Changed by rulings: «Регист…» (G1), «email» (G68), the hints on mail (G12, G13), the labels of counters
// (G50).
const quoted: Place[] = [
  ['исследования, организации, препараты', '', '.hero-lead'],
  ['Главная', 'drugs', '.breadcrumbs a'],
  ['Страница не найдена', '404.html', 'h1'],
  ['Кажется, что-то пошло не так. Страница, которую вы запрашиваете, не существует.', '404.html', 'main p'],
  ['Поиск по каталогу', '', 'input[type=search]', 'placeholder'],
  ['Найти', '', 'button'],
  ...[
    'Заболевания',
    'Терапия',
    'Исследования',
    'Клинические случаи',
    'Учреждения',
    'Наблюдательные проекты',
  ].map((words): Place => [words, '', desktopNavigation]),
  ['Вход/Регистрация', '', '.header a'],
  ...[
    'Заболевания',
    'Терапия',
    'Исследования',
    'Мероприятия',
    'Учреждения',
    'Наблюдательные проекты',
    'Новости',
    'Войти',
    'Регистрация в качестве врача',
    'Регистрация в качестве партнера',
  ].map((words): Place => [words, '', `${mobileMenu} a`]),
  ['Профиль', '', `${mobileMenu} h2`],
  ['18+', '', mobileMenu],
  ['18+', '', '.footer'],
  ['после регистрации в личном кабинете Вы можете добавить свой материал', '', '.footer'],
  ['Важно!', dialogs, '#important h2'],
  ['Закрыть', dialogs, '#important button'],
  ['Вход в личный кабинет', dialogs, '#login h2'],
  ['Войти на сайт', dialogs, '#login button'],
  ['Как врач', dialogs, '#login a'],
  ['Как партнер', dialogs, '#login a'],
  ['Восстановление пароля', dialogs, '#restore h2'],
  ['Войти в систему', dialogs, '#restore a'],
  ['Как врач', dialogs, '#restore a'],
  ['Как партнер', dialogs, '#restore a'],
  ['Готово', dialogs, '#success h2'],
  [
    'Письмо отправлено вам на почту, для подтверждения регистрации, перейдите по ссылке в этом письме.',
    dialogs,
    '#success p',
  ],
  ['Вы успешно зарегистрированы!', dialogs, '#confirm h2'],
  [
    'Пожалуйста, проверьте свою электронную почту — мы направили вам ссылку для завершения процесса регистрации на портале.',
    dialogs,
    '#confirm p',
  ],
  ['Сервис доступен только медицинскому специалисту!', dialogs, '#blocked h2'],
  [
    'Пройдите регистрацию или войдите в существующий аккаунт, чтобы получить доступ ко всем закрытым сервисам и материалам.',
    dialogs,
    '#blocked p',
  ],
  ['Вход', dialogs, '#blocked a'],
  ['Подтвердите действие', dialogs, '#question h2'],
  ['Ок', dialogs, '#question button'],
  ['Вход в личный кабинет', 'profile/login', 'h1'],
  ['Восстановление пароля', 'profile/restore', 'h1'],
  ['введите почту указанную при регистрации', 'profile/restore', 'form'],
  ['Восстановить пароль', 'profile/restore', 'button'],
];

describe('texts of the specification on published pages', { timeout: 400_000 }, () => {
  let drop: () => Promise<void>;
  let root = '';
  let files: string[] = [];

  beforeAll(async () => {
    const starter = await publishedStarter();
    drop = starter.drop;
    root = siteFolders(starter.settings.DATA_DIR).current;
    const all = await readdir(root, { recursive: true });
    files = all.filter((file) => /\.(html|json|xml|txt|ics|ndjson|csv)$/.test(file));
  }, 400_000);
  afterAll(() => drop());

  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const pages = () => files.filter((file) => file.endsWith('.html'));
  const open = async (file: string) => new JSDOM(await read(file)).window.document;
  const openPage = (page: string) =>
    open(
      page === dialogs
        ? files.find((file) => file.startsWith('dialogs/'))!
        : page.endsWith('.html')
          ? page
          : path.join(page, 'index.html'),
    );
  const findDisease = async (title: string) => {
    for (const file of pages().filter((one) => /^deseases\/\d+\/index\.html$/.test(one)))
      if ((await read(file)).includes(`>${title}</h1>`)) return path.dirname(file);
    throw new Error(`The starter has no page of ${title}`);
  };
  const textNodes = (element: Element): string[] => {
    const { document, NodeFilter } = element.ownerDocument.defaultView!;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '');
    return texts;
  };

  test.each(quoted)('«%s» is literally on /%s in %s', async (words, page, selector, attribute) => {
    const elements = [...(await openPage(page)).querySelectorAll(selector)];
    expect(elements).not.toEqual([]);
    const found = elements.flatMap((element) =>
      attribute ? [element.getAttribute(attribute) ?? ''] : textNodes(element),
    );
    expect(found.map((text) => text.trim())).toContain(words);
  });

  test('search results are labelled as in the specification', async () => {
    const document = await openPage('');
    const kinds = readKinds(document.querySelector('[data-kinds]')?.getAttribute('data-kinds') ?? '');
    expect(Object.fromEntries(kinds.map(({ iblock, label }) => [iblock, label]))).toMatchObject({
      drugs: 'Лекарственный препарат',
      research: 'Клиническое исследование',
      diseases: 'Заболевание',
      clinics: 'Лечебное учреждение',
      cases: 'Клинический случай',
    });
  });

  test('no file of the site has a soft hyphen', async () => {
    for (const file of files) expect((await read(file)).includes('\u00ad'), file).toBe(false);
  });

  test('headings have no source numbers: these follow and link to the list', async () => {
    for (const file of pages())
      expect((await open(file)).querySelector(':is(h1, h2, h3) :is(sup, a[href*=source-])'), file).toBeNull();
    const document = await openPage(await findDisease('Болезнь Гоше'));
    const heading = document.querySelector('h1')!;
    expect(heading.textContent).toBe('Болезнь Гоше');
    expect(heading.hasAttribute('aria-label')).toBe(false);
    const number = heading.nextElementSibling?.querySelector('a');
    expect(number?.getAttribute('aria-label')).toBe('Источник 1');
    expect(document.querySelector(number!.hash)?.closest('#sources')).not.toBeNull();
  });

  /** Numbers without thousands separators, as browsers format them. */
  const withoutFigures = (text: string) => text.replace(/(?<=\d)\u00a0(?=\d{3})/g, '');

  test('no-break spaces occur only in prose of records', async () => {
    const document = await openPage(await findDisease('Болезнь Гоше'));
    const prose = [...document.querySelectorAll('.prose')].map(({ textContent }) => textContent).join(' ');
    expect(prose).toMatch(/ в\u00a0[а-яё]/);
    expect(prose).not.toMatch(/ в [а-яё]/);
    for (const file of pages()) {
      const page = await open(file);
      for (const own of page.querySelectorAll('.prose, .answers dd')) own.remove();
      const bound = textNodes(page.documentElement).filter((text) => withoutFigures(text).includes('\u00a0'));
      expect(bound, file).toEqual([]);
      for (const element of page.querySelectorAll('*'))
        for (const { name, value } of element.attributes)
          expect(withoutFigures(value).includes('\u00a0'), `${file} ${name}`).toBe(false);
    }
  });

  test('no text has a line break of its source', async () => {
    for (const file of pages()) {
      const { body } = await open(file);
      for (const preformatted of body.querySelectorAll('pre')) preformatted.remove();
      for (const text of textNodes(body)) expect(/\S\n[ \t]+\S/.test(text), `${file}: ${text}`).toBe(false);
    }
  });
});
