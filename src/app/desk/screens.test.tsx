// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { call } from '#contract/client/call.ts';
import { start } from '#server/publication/journal.ts';
import { openSignedIn, stubLayout } from '../../../tests/sample/signed-in.ts';
import { Broadcasts } from './broadcasts/Broadcasts.tsx';
import { Calendar } from './calendar/Calendar.tsx';
import { Delivery } from './delivery/Delivery.tsx';
import { Dictionaries } from './dictionaries/Dictionaries.tsx';
import { Files } from './files/Files.tsx';
import { Imports } from './imports/Imports.tsx';
import { Inbox } from './inbox/Inbox.tsx';
import { Log } from './log/Log.tsx';
import { Overview } from './overview/Overview.tsx';
import { Publication } from './publication/Publication.tsx';
import { Reading } from './reading/Reading.tsx';
import { RecordScreen } from './record/RecordScreen.tsx';
import { Records } from './records/Records.tsx';
import { Users } from './users/Users.tsx';

let signedIn: Awaited<ReturnType<typeof openSignedIn>>;
beforeAll(async () => {
  signedIn = await openSignedIn('admin');
});
beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  globalThis.fetch = signedIn.fetchFromPortal;
  history.replaceState(null, '', '/');
});
afterAll(() => signedIn.close());

const patience = { timeout: 30_000 };
const find = (text: string | RegExp) => screen.findByText(text, {}, patience);
/** What is told at once; a place that is ready for it is empty. */
const alerts = () => screen.queryAllByRole('alert').flatMap(({ textContent }) => textContent || []);

/** What each screen says of the sample portal. */
const screens: [title: string, Screen: FunctionComponent, text: string | RegExp][] = [
  ['Обзор', Overview, 'Мои черновики. Начатых правок нет.'],
  ['Материалы', Records, 'Болезнь Гоше'],
  ['Пользователи', Users, /^\d+ учётн/],
  ['Журнал', Log, /^\d+ событи/],
  ['Словари и страницы', Dictionaries, 'Специальности врачей'],
  ['Календарь', Calendar, 'На этот месяц ничего не назначено.'],
  ['Файлы', Files, 'Файлов пока нет.'],
  ['Импорт', Imports, /^Файлов ещё не загружали/],
  ['Обращения', Inbox, 'Сообщений нет.'],
  ['Рассылки', Broadcasts, 'Рассылок ещё не было.'],
  ['Публикация', Publication, 'Ещё ничего не выходило.'],
  ['Чтение', Reading, /^Ещё ничего не посчитано/],
  ['Письма и кэш', Delivery, 'Писем ещё не было.'],
];

test.each(screens)('«%s» shows what the portal has', async (title, Screen, text) => {
  render(<Screen />);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(await find(text)).toBeTruthy();
  await expect.poll(() => screen.queryByText('Загружаем…'), patience).toBeNull();
  expect(alerts()).toEqual([]);
});

test.each(screens)(
  '«%s» says why it has not come, and comes when asked again',
  async (_title, Screen, text) => {
    globalThis.fetch = async () =>
      Response.json({ status: 'error', errors: [{ message: 'Портал перегружен.' }] }, { status: 503 });
    render(<Screen />);
    await expect.poll(() => alerts().join(), patience).toContain('Портал перегружен.');
    globalThis.fetch = signedIn.fetchFromPortal;
    for (const button of screen.getAllByRole('button', { name: 'Повторить' })) fireEvent.click(button);
    expect(await find(text)).toBeTruthy();
  },
);

test('j and k walk over the records and x marks one, on the Russian layout too', async () => {
  render(<Records />);
  await screen.findAllByText('Болезнь Гоше');
  const links = within(screen.getByRole('table')).getAllByRole('link');
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
  press('j');
  press('о');
  expect(document.activeElement).toBe(links[1]);
  press('k');
  expect(document.activeElement).toBe(links[0]);
  press('x');
  const row = within(links[0]!.closest('tr')!);
  expect(row.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});

test('a value of a dictionary is named again in place', async () => {
  render(<Dictionaries />);
  const [input] = await screen.findAllByRole<HTMLInputElement>('textbox', {}, patience);
  fireEvent.change(input!, { target: { value: 'Новое название' } });
  fireEvent.blur(input!);
  expect(await find(/теперь «Новое название»\.$/)).toBeTruthy();
});

test('a menu gets another entry, and its words as they were come back', async () => {
  history.replaceState(null, '', '?part=menus');
  render(<Dictionaries />);
  const [add] = await screen.findAllByRole('button', { name: 'Добавить пункт' }, patience);
  const menu = within(add!.closest('section')!);
  fireEvent.click(add!);
  fireEvent.change(menu.getAllByLabelText('Название').at(-1)!, { target: { value: 'Новости' } });
  fireEvent.change(menu.getAllByLabelText('Адрес').at(-1)!, { target: { value: '/news/' } });
  fireEvent.click(menu.getByRole('button', { name: 'Сохранить' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Вернуть исходное меню' }, patience));
  await expect.poll(() => screen.queryByText('Изменено'), patience).toBeNull();
});

test('the portal is called another name, and its own again', async () => {
  history.replaceState(null, '', '?part=site');
  render(<Dictionaries />);
  const [name] = await screen.findAllByRole('textbox', {}, patience);
  fireEvent.change(name!, { target: { value: 'Регистр редких болезней' } });
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await expect
    .poll(async () => Object.values(await call('GET /api/editors/site')), patience)
    .toContain('Регистр редких болезней');
  fireEvent.click(await screen.findByRole('button', { name: 'Вписать исходные слова' }, patience));
  expect(screen.queryByText(/^Исходное:/)).toBeNull();
});

test('a kind that needs a second editor is ticked', async () => {
  history.replaceState(null, '', '?part=rules');
  render(<Dictionaries />);
  const box = await screen.findByLabelText<HTMLInputElement>('Заболевания', {}, patience);
  const { checked } = box;
  fireEvent.click(box);
  await expect
    .poll(() => screen.getByLabelText<HTMLInputElement>('Заболевания').checked, patience)
    .toBe(!checked);
});

test('a list whose conditions nothing meets says so', async () => {
  render(<Users />);
  fireEvent.change(await screen.findByLabelText('Фамилия, адрес почты или номер'), {
    target: { value: 'никого' },
  });
  expect(await find('Таких учётных записей нет. Измените условия.')).toBeTruthy();
});

test('the log without a match leads back to all of it', async () => {
  render(<Log />);
  fireEvent.change(screen.getByLabelText('Кто или о ком'), { target: { value: 'никто' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Показать все' }, patience));
  expect(await screen.findByRole('region', { name: 'Журнал' }, patience)).toBeTruthy();
});

test('the calendar goes from month to month', async () => {
  history.replaceState(null, '', '?month=2026-12');
  render(<Calendar />);
  fireEvent.click(screen.getByRole('button', { name: 'Позже' }));
  expect(screen.getByRole('heading', { level: 2, name: 'Январь 2027' })).toBeTruthy();
});

test('a reader’s report is answered', async () => {
  await call('POST /api/reports', {
    json: { record_id: String(signedIn.portal.sample.gaucher), text: 'Опечатка в названии.' },
  });
  render(<Inbox />);
  const report = within((await find('Опечатка в названии.')).closest('li')!);
  fireEvent.change(report.getByLabelText('Ответ'), { target: { value: 'Исправили.' } });
  fireEvent.click(report.getByRole('button', { name: 'Исправлено, ответить' }));
  expect(await report.findByText('Исправлено', {}, patience)).toBeTruthy();
});

test('a record edited in two windows shows both versions, and saves the chosen one', async () => {
  const path = { id: signedIn.portal.sample.gaucher };
  history.replaceState(null, '', `?id=${path.id}`);
  render(<RecordScreen />);
  expect(screen.getByText('Загружаем…')).toBeTruthy();
  const field = await screen.findByLabelText<HTMLInputElement>(/^Название на английском/, {}, patience);
  const { version } = await call('GET /api/editors/records/{id}', { path });
  // The other window is a moment faster.
  globalThis.fetch = async (address, init) => {
    if (String(address).endsWith('/draft')) {
      globalThis.fetch = signedIn.fetchFromPortal;
      await call('POST /api/editors/records/{id}/draft', {
        path,
        json: { fields: { title_en: 'Theirs' }, expected_version: 0, base_version: version },
      });
    }
    return await signedIn.fetchFromPortal(address, init);
  };
  fireEvent.change(field, { target: { value: 'Mine' } });
  expect(screen.getByText('Есть несохранённое')).toBeTruthy();
  const panel = within((await find('Две правки одного и того же')).closest('section')!);
  const save = panel.getByRole<HTMLButtonElement>('button', { name: 'Свести и сохранить' });
  expect(save.disabled).toBe(true);
  expect(panel.getByLabelText(/Моё/).closest('label')!.textContent).toContain('Mine');
  fireEvent.click(screen.getByRole('button', { name: 'Выбрать' }));
  expect(document.activeElement).toBe(panel.getByRole('heading'));
  fireEvent.click(panel.getByText('Theirs'));
  fireEvent.click(save);
  expect(await find(/^Сохранено/)).toBeTruthy();
  expect(field.value).toBe('Theirs');
  expect(screen.queryByText('Две правки одного и того же')).toBeNull();
});

test('a publication that was broken off says why', async () => {
  // The second one finds the first still running.
  for (const at of [1, 2]) await start(signedIn.portal.database, 'content', new Date(at));
  render(<Publication />);
  expect(await find(/^Прервана: программа остановилась/)).toBeTruthy();
});

test('a record that is not there says so', async () => {
  history.replaceState(null, '', '?id=999999');
  render(<RecordScreen />);
  expect(await screen.findByRole('alert', {}, patience)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Материал' })).toBeTruthy();
});
