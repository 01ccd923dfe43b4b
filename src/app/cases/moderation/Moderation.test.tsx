// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call } from '#contract/client/call.ts';
import { afterSignIn } from '#stores/session.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/sample/application.ts';
import { openPage } from '../../../../tests/sample/page.ts';
import { addPerson, factorCode, password } from '../../../../tests/sample/people.ts';
import { Moderation } from './Moderation.tsx';

let portal: TestPortal;
let page: ReturnType<typeof openPage>;
/** Cases of a doctor that wait for an editor. */
const waiting: number[] = [];
const titles = ['Слабость в ногах', 'Боль в руках', 'Низкий рост'];
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const verified_at = new Date().toISOString();
  await addPerson(portal, 'doctor', { email: 'doctor@example.ru', verified_at });
  await addPerson(portal, 'editor', { email: 'editor@example.ru' });
  page = openPage(portal);
  await call('POST /api/auth/login', { json: { email: 'doctor@example.ru', password } });
  for (const title of titles) {
    const { id, version } = await call('POST /api/cases/add', {
      json: {
        content: {
          title,
          age_band: 'young',
          sex: 'female',
          complaint: 'Нарастает около года.',
          question: 'Какое исследование назначить следующим?',
          basis: 'anonymised',
          rarity_accepted: true,
        },
      },
      headers: { 'idempotency-key': title.length.toString().padStart(32, '0') },
    });
    await call('POST /api/user/cases/{id}/submit', { path: { id }, json: { version } });
    waiting.push(id);
  }
  await call('POST /api/auth/login', { json: { email: 'editor@example.ru', password } });
  await call('POST /api/auth/second-factor', { json: { code: factorCode() } });
  await afterSignIn();
});
afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});
afterAll(async () => {
  page.undo();
  await portal.close();
});

const patience = { timeout: 30_000 };
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const stateOf = async (id: number) =>
  (await call('GET /api/editors/cases/{id}', { path: { id } }).catch(() => undefined))?.state;

async function openCase(index: number): Promise<number> {
  const id = waiting[index]!;
  history.replaceState(null, '', `?id=${id}`);
  render(<Moderation />);
  await screen.findByRole('heading', { level: 2, name: titles[index]! }, patience);
  return id;
}

test('the queue names what waits, and has another list of what was published', async () => {
  render(<Moderation />);
  const table = within(await screen.findByRole('region', { name: 'Очередь' }, patience));
  for (const title of titles) expect(table.getByRole('link', { name: title })).toBeTruthy();
  expect(table.getAllByText('в срок')).toHaveLength(titles.length);
  cleanup();
  history.replaceState(null, '', '?state=published');
  render(<Moderation />);
  expect(await screen.findByText('Опубликован', {}, patience)).toBeTruthy();
  for (const title of titles) expect(screen.queryByText(title)).toBeNull();
});

test('a case is accepted when every point is checked', async () => {
  const id = await openCase(0);
  expect(screen.getByText('Проверка на персональные данные пройдена')).toBeTruthy();
  expect(button('Принять').disabled).toBe(true);
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
  fireEvent.click(button('Принять'));
  await expect.poll(() => stateOf(id), patience).toBe('published');
});

test('a case goes back with remarks, and is not accepted with them', async () => {
  const id = await openCase(1);
  expect(button('Вернуть с замечаниями').disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Замечание к разделу «Жалобы»'), {
    target: { value: 'Опишите подробнее.' },
  });
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
  expect(button('Принять').disabled).toBe(true);
  fireEvent.click(button('Вернуть с замечаниями: 1'));
  await expect.poll(() => stateOf(id), patience).not.toBe('review');
});

test('a case is declined with a reason', async () => {
  const id = await openCase(2);
  expect(button('Отклонить').disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Причина'), { target: { value: 'other' } });
  fireEvent.click(button('Отклонить'));
  expect(await screen.findByRole('group', { name: 'Решение не принято' }, patience)).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Пояснение автору/), { target: { value: 'Случай уже описан.' } });
  fireEvent.click(button('Отклонить'));
  await expect.poll(() => stateOf(id), patience).not.toBe('review');
});
