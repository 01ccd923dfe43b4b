// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#contract/client/call.ts';
import { openSignedIn, stubLayout } from '../../../../tests/sample/signed-in.ts';
import { RecordScreen } from './RecordScreen.tsx';

let signedIn: Awaited<ReturnType<typeof openSignedIn>>;
beforeAll(async () => {
  signedIn = await openSignedIn('editor');
});
beforeEach(async () => {
  stubLayout();
  vi.stubGlobal('confirm', () => true);
  const { draft } = await get();
  if (draft)
    await call('POST /api/editors/records/{id}/discard', {
      path: { id: signedIn.portal.sample.fabry },
      json: { expected_version: draft.version },
    });
  history.replaceState(null, '', `?id=${signedIn.portal.sample.fabry}`);
  render(<RecordScreen />);
  await title();
});
afterEach(cleanup);
afterAll(() => signedIn.close());

const patience = { timeout: 30_000 };
const title = () => screen.findByLabelText<HTMLInputElement>(/^Название на английском/, {}, patience);
const find = (text: string | RegExp) => screen.findByText(text, {}, patience);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const open = (tab: string) => fireEvent.click(screen.getByRole('tab', { name: new RegExp(`^${tab}`) }));
const type = async (value: string) => {
  fireEvent.change(await title(), { target: { value } });
  await find(/^Сохранено/);
};
const get = () => call('GET /api/editors/records/{id}', { path: { id: signedIn.portal.sample.fabry } });

test('what is typed is saved, shown as a difference, taken back and made again', async () => {
  const { value: before } = await title();
  await type('Fabry');
  open('Разница');
  expect(await find('Разница с тем, что в силе')).toBeTruthy();
  await waitFor(() => within(screen.getByRole('tabpanel')).getByText(/Fabry/), patience);
  press('Отменить: Название на английском');
  expect((await title()).value).toBe(before);
  press('Вернуть: Название на английском');
  expect((await title()).value).toBe('Fabry');
  await find(/^Сохранено/);
});

test('a draft is published with its reason, and the history names it', async () => {
  await type('Fabry disease, published');
  press('Опубликовать');
  const form = screen.getByRole('form', { name: 'Опубликовать' });
  const meant = within(form).queryByLabelText(/^Опубликовать без источников/);
  if (meant) fireEvent.click(meant);
  fireEvent.change(within(form).getByLabelText(/^Почему изменено/), { target: { value: 'Новое имя' } });
  press('Опубликовать сейчас');
  await expect.poll(async () => (await get()).fields['title_en'], patience).toBe('Fabry disease, published');
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Опубликовать' })).toBeNull(), patience);
  open('История');
  expect(await find('«Новое имя»')).toBeTruthy();
  const [first] = screen.getAllByRole('button', { name: 'Взять в черновик' });
  fireEvent.click(first!);
  await expect.poll(async () => (await get()).draft, patience).toBeTruthy();
  await expect.poll(async () => (await title()).value, patience).not.toBe('Fabry disease, published');
});

test('a draft is submitted for review and returned with what to mend', async () => {
  await type('For review');
  press('Ещё');
  press('На проверку');
  press('Отправить');
  fireEvent.click(await screen.findByRole('button', { name: 'Вернуть' }, patience));
  const form = within(screen.getByRole('form', { name: 'Вернуть автору' }));
  fireEvent.change(form.getByLabelText('Что исправить'), { target: { value: 'Назовите источник.' } });
  fireEvent.click(form.getByRole('button', { name: 'Вернуть' }));
  expect(await find('«Назовите источник.»')).toBeTruthy();
});

test('what is scheduled is named with its time, and can be cancelled', async () => {
  await type('Later');
  press('Ещё');
  press('Запланировать');
  const form = within(screen.getByRole('form', { name: 'Запланировать' }));
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Назначить' }).disabled).toBe(true);
  fireEvent.change(form.getByLabelText(/^Когда/), { target: { value: '2099-01-01T10:00' } });
  fireEvent.click(form.getByRole('button', { name: 'Назначить' }));
  const planned = await find(/^Опубликуется 1 января 2099/);
  fireEvent.click(within(planned).getByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(screen.queryByText(/^Опубликуется/)).toBeNull(), patience);
});

test('a draft is given up after a question', async () => {
  await type('Given up');
  press('Ещё');
  press('Отказаться от правок');
  await expect.poll(async () => (await get()).draft, patience).toBeNull();
  await expect.poll(async () => (await title()).value).not.toBe('Given up');
});

test('a record is taken off with a reason', async () => {
  press('Ещё');
  press('Снять с публикации');
  const form = within(screen.getByRole('form', { name: 'Снять с публикации' }));
  const take = form.getByRole<HTMLButtonElement>('button', { name: 'Снять с публикации' });
  expect(take.disabled).toBe(true);
  fireEvent.change(form.getByLabelText('Почему'), { target: { value: 'Двойник' } });
  fireEvent.click(take);
  expect(await find('В архиве')).toBeTruthy();
  expect((await get()).state).toBe('archived');
});
