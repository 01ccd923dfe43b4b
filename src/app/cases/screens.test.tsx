// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { call } from '#contract/client/call.ts';
import { draft } from '#stores/cases/draft.ts';
import { afterSignIn } from '#stores/session.ts';
import { addPublishedCase } from '../../../tests/sample/cases.ts';
import { password } from '../../../tests/sample/people.ts';
import { openSignedIn, stubLayout } from '../../../tests/sample/signed-in.ts';
import { CaseEditor } from './editor/CaseEditor.tsx';
import { CaseList } from './list/CaseList.tsx';
import { OwnCasePage } from './own/OwnCasePage.tsx';
import { OwnCases } from './own/OwnCases.tsx';
import { CasePage } from './reading/CasePage.tsx';
import { SavedCases } from './saved/SavedCases.tsx';

let signedIn: Awaited<ReturnType<typeof openSignedIn>>;
let published: number;
beforeAll(async () => {
  signedIn = await openSignedIn('doctor');
  published = await signedIn.portal.database.transaction((tx) =>
    addPublishedCase(tx, { title: 'Спленомегалия', complaint: 'Живот вырос за год.' }),
  );
});
beforeEach(() => {
  stubLayout();
  // jsdom has dialogs, and does not open them.
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(() => {
  cleanup();
  // A reload.
  draft.stop();
  draft.$opened.set({ state: 'pending' });
  globalThis.fetch = signedIn.fetchFromPortal;
  history.replaceState(null, '', '/');
});
afterAll(() => signedIn.close());

const patience = { timeout: 30_000 };
const find = (text: string | RegExp) => screen.findByText(text, {}, patience);
const press = (name: string | RegExp, place: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(place.getByRole('button', { name }));
const type = (label: string | RegExp, value: string) =>
  waitFor(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }), patience);
const refuse = (status: number, message: string) => {
  globalThis.fetch = async (address, init) =>
    init?.method && init.method !== 'GET'
      ? Response.json({ status: 'error', errors: [{ message }] }, { status })
      : await signedIn.fetchFromPortal(address, init);
};
const wouldAsk = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const idOfCase = () => Number(new URLSearchParams(location.search).get('id'));

async function openEditor(title: string): Promise<number> {
  history.replaceState(null, '', '/profile/cases/create/');
  render(<CaseEditor />);
  await type('Название', title);
  press('Сохранить');
  await find(/^Сохранено/);
  return await waitFor(() => idOfCase() || Promise.reject(new Error('Not there yet')), patience);
}

test('a new case is saved by Ctrl+S, gets its address, and asks before it is left unsaved', async () => {
  history.replaceState(null, '', '/profile/cases/create/');
  render(<CaseEditor />);
  expect(await find('Сохраняется само, каждые пять секунд')).toBeTruthy();
  expect(wouldAsk()).toBe(false);
  await type('Название', 'Увеличенная печень');
  expect(await find('Есть несохранённое')).toBeTruthy();
  expect(wouldAsk()).toBe(true);
  fireEvent.keyDown(document.body, { code: 'KeyS', ctrlKey: true });
  expect(await find(/^Сохранено сегодня/)).toBeTruthy();
  expect(wouldAsk()).toBe(false);
  await expect.poll(() => location.pathname).toBe('/profile/cases/edit/');
  const own = await call('GET /api/user/cases/{id}', { path: { id: idOfCase() } });
  expect(own.content.title).toBe('Увеличенная печень');
});

test('where the browser keeps nothing, words that are not sent ask not to be left', async () => {
  await openEditor('Печень');
  await type(/^Анамнез/, 'Кузнецова Мария Ивановна, осмотрена 14.02.2020.');
  press('Сохранить');
  expect(await find(/, кроме 2 мест$/)).toBeTruthy();
  expect(await find(/стоят только на этой странице: браузер ничего не хранит/)).toBeTruthy();
  expect(await find(/В тексте 2 места похожи на персональные данные/)).toBeTruthy();
  expect(wouldAsk()).toBe(true);
}, 30_000);

test('two windows: both versions are shown, all are chosen at once, and the choice is saved', async () => {
  const id = await openEditor('Две правки');
  const { version, content } = await call('GET /api/user/cases/{id}', { path: { id } });
  await call('PUT /api/user/cases/{id}', {
    path: { id },
    json: { version, content: { ...content, complaint: 'Из второго окна.', sex: 'female' } },
  });
  await type('Жалобы', 'Из первого окна.');
  press('Сохранить');
  const panel = within((await find('Две правки одного и того же')).closest('section')!);
  expect(panel.getByText('Из первого окна.')).toBeTruthy();
  expect(panel.getByText('Из второго окна.')).toBeTruthy();
  press('Везде сохранённое', panel);
  press('Свести и сохранить', panel);
  await expect
    .poll(() => screen.getByLabelText<HTMLTextAreaElement>('Жалобы').value)
    .toBe('Из второго окна.');
  expect(await find(/^Сохранено/)).toBeTruthy();
  expect(screen.queryByText('Две правки одного и того же')).toBeNull();
});

test('what the server refuses is said with what to do, and is tried again at a press', async () => {
  await openEditor('Отказ');
  refuse(403, 'Раздел закрыт.');
  await type('Жалобы', 'Слабость.');
  press('Сохранить');
  expect(await find(/^Раздел закрыт\. Набранное цело, пока открыта эта вкладка/)).toBeTruthy();
  refuse(503, 'Портал перегружен.');
  press('Повторить');
  expect(await find(/^Портал перегружен\. Набранное цело .* сохранится само/)).toBeTruthy();
  globalThis.fetch = signedIn.fetchFromPortal;
  press('Повторить');
  expect(await find(/^Сохранено/)).toBeTruthy();
});

test('who is signed out meanwhile signs in over the form', async () => {
  await openEditor('Вход закончился');
  refuse(401, 'Войдите.');
  await type('Жалобы', 'Слабость.');
  press('Сохранить');
  expect(await find('Вход закончился. Войдите, и всё сохранится')).toBeTruthy();
  globalThis.fetch = signedIn.fetchFromPortal;
  press('Войти и сохранить');
  await call('POST /api/auth/login', { json: { email: 'doctor@example.ru', password } });
  await afterSignIn();
  expect(await find(/^Сохранено/)).toBeTruthy();
});

test('a case that lacks what review needs names it above the form', async () => {
  await openEditor('Ещё не готово');
  press('Отправить на проверку');
  const problems = await screen.findByRole('group', { name: 'Случай не отправлен' }, patience);
  expect(within(problems).getAllByRole('link').length).toBeGreaterThan(1);
});

test('a case that is not one’s own is not there', async () => {
  history.replaceState(null, '', '/profile/cases/edit/?id=999999');
  render(<CaseEditor />);
  expect(await find(/^Такого случая у вас нет/)).toBeTruthy();
});

test('own cases are listed with their states, and one opens with its history', async () => {
  render(<OwnCases />);
  expect(await screen.findByRole('link', { name: 'Увеличенная печень' }, patience)).toBeTruthy();
  expect(screen.getAllByText(/черновик/i).length).toBeGreaterThan(0);
  cleanup();
  const { items } = await call('GET /api/user/cases');
  history.replaceState(null, '', `/profile/cases/detail/?id=${items.at(-1)!.id}`);
  render(<OwnCasePage />);
  expect(await find('Черновик создан')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: items.at(-1)!.title })).toBeTruthy();
});

test('a published case is found, read, and saved in a folder', async () => {
  render(<SavedCases />);
  expect(await find('Сохранённых случаев пока нет.')).toBeTruthy();
  cleanup();
  render(<CaseList />);
  expect(await screen.findByRole('link', { name: 'Спленомегалия' }, patience)).toBeTruthy();
  press('В сохранённые: Спленомегалия');
  const dialog = await screen.findByRole('dialog', { name: 'Сохранить случай: Спленомегалия' }, patience);
  fireEvent.change(within(dialog).getByLabelText(/^Папка/), { target: { value: 'Для лекции' } });
  press('Сохранить случай', within(dialog));
  expect(await screen.findByRole('button', { name: 'В сохранённых: Спленомегалия' }, patience)).toBeTruthy();
  cleanup();
  render(<SavedCases />);
  expect(await screen.findByRole('heading', { name: 'Для лекции' }, patience)).toBeTruthy();
  cleanup();
  history.replaceState(null, '', `/cases/${published}/`);
  render(<CasePage />);
  expect(await find('Живот вырос за год.')).toBeTruthy();
});

test('a search without a match leads back to all cases; a case that is gone says so', async () => {
  history.replaceState(null, '', '/cases/?query=ничего');
  render(<CaseList />);
  expect(await find('Таких случаев нет. Снимите часть условий.')).toBeTruthy();
  press('Показать все');
  expect(await screen.findByRole('link', { name: 'Спленомегалия' }, patience)).toBeTruthy();
  cleanup();
  history.replaceState(null, '', '/cases/999999/');
  render(<CasePage />);
  expect(await find(/^Такого случая нет/)).toBeTruthy();
});
