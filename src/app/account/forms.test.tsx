// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { $registered } from '#stores/registered.ts';
import { useCallForm } from '../lib/useCallForm.ts';
import { NameFields } from './NameFields.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { RegisteredInDialog } from './Registered.tsx';
import { Ready } from './Registration.tsx';
import { RestoreForm } from './RestoreForm.tsx';
import { readinessDelay } from './useReadiness.ts';
import { pageAfterSignIn, wantedPage } from './next.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('B189 B262 G30 a registration shows its preloader for 500 ms, and until all has come', async () => {
  expect(readinessDelay).toBe(500);
  let come: () => void = () => {};
  const late = new Promise<void>((resolve) => {
    come = resolve;
  });
  render(
    <Ready dialog="doctor" prepare={() => late}>
      форма
    </Ready>,
  );
  await pass(499);
  expect(screen.getByRole('status', { name: 'Загружаем форму' })).toBeTruthy();
  await pass(1000);
  expect(screen.queryByText('форма')).toBeNull();
  come();
  await pass(0);
  expect(screen.getByText('форма')).toBeTruthy();
});

test('B189 what has come at once waits for the 500 ms all the same', async () => {
  render(
    <Ready dialog="doctor" prepare={async () => {}}>
      форма
    </Ready>,
  );
  await pass(499);
  expect(screen.queryByText('форма')).toBeNull();
  await pass(1);
  expect(screen.getByText('форма')).toBeTruthy();
});

test('each opening of its dialog prepares the form again, and what was typed stays (B189, B190)', async () => {
  let prepared = 0;
  const open = (name: string) =>
    act(() => document.dispatchEvent(new CustomEvent('dialog-opened', { detail: { name } })));
  render(
    <Ready dialog="doctor" prepare={async () => void (prepared += 1)}>
      <input aria-label="Город" />
    </Ready>,
  );
  await pass(500);
  fireEvent.change(screen.getByRole('textbox', { name: 'Город' }), { target: { value: 'Тверь' } });
  await open('partner');
  expect(screen.queryByRole('status')).toBeNull();
  for (const opening of [2, 3]) {
    await open('doctor');
    expect(screen.getByRole('status', { name: 'Загружаем форму' })).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    await pass(500);
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Город' }).value).toBe('Тверь');
    expect(prepared).toBe(opening);
  }
});

test('G30 a failure offers to repeat instead of an endless preloader', async () => {
  render(
    <Ready dialog="doctor" prepare={() => Promise.reject(new Error('away'))}>
      форма
    </Ready>,
  );
  await pass(500);
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
});

test('A24 after a registration the way out of a lost letter is a question, not the news of a failure', () => {
  $registered.set({ email: 'anna@example.ru', form: 'doctor' });
  render(<RegisteredInDialog />);
  expect(screen.getByText('Не пришло письмо на anna@example.ru?')).toBeTruthy();
  $registered.set(undefined);
});

test('B114 the restore form has its hint', () => {
  render(<RestoreForm />);
  const hint = screen.getByLabelText('Электронная почта').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(hint)?.textContent).toBe('введите почту указанную при регистрации');
});

test('A30 of a new password it is said at once that it is weak and that the second one differs', async () => {
  render(<NewPasswordForm code="link" />);
  fireEvent.change(screen.getByLabelText('Пароль'), { target: { value: 'жираф' } });
  fireEvent.change(screen.getByLabelText('Пароль ещё раз'), { target: { value: 'журавль' } });
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить пароль' }));
  await pass(10);
  expect(screen.getByRole('group', { name: 'Пароль не изменён' }).textContent).toMatch(
    /Пароль короче 12 знаков\..*Пароли не совпадают\./,
  );
});

test('A33 the form of the first administrator asks for as many signs as will be wanted', () => {
  render(<NewPasswordForm code="first-link" />);
  expect(screen.getByText(/^Не короче 15 знаков\./)).toBeTruthy();
});

test('G34 who has no отчество sees an empty field that asks for nothing, and a dash is what is sent', async () => {
  const sent: unknown[] = [];
  function Person() {
    const { submit, field, select } = useCallForm({
      id: 'person',
      schema: z.object({ last_name: z.string(), name: z.string(), second_name: z.string() }),
      values: { last_name: 'Цой', name: 'Вера', second_name: 'Ивановна' },
      send: async (values) => void sent.push(values),
    });
    return (
      <form onSubmit={submit}>
        <NameFields of={{ field, select, multiSelect: () => ({}) as never }} />
        <button type="submit">Сохранить</button>
      </form>
    );
  }
  render(<Person />);
  const second = () => screen.getByLabelText<HTMLInputElement>('Отчество');
  fireEvent.click(screen.getByLabelText('Нет отчества'));
  expect([second().value, second().disabled]).toEqual(['', true]);
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await pass(10);
  expect(sent).toEqual([{ last_name: 'Цой', name: 'Вера', second_name: '-' }]);
  fireEvent.click(screen.getByLabelText('Нет отчества'));
  expect([second().value, second().disabled]).toEqual(['', false]);
});

test.each([
  ['/cases/7/?page=2#answers', '/cases/7/?page=2#answers'],
  ['//evil.example/', undefined],
  ['/\\evil.example/', undefined],
  ['/\t/evil.example/', undefined],
  ['/..//evil.example/', undefined],
  ['cases/7/', undefined],
  ['https://evil.example/', undefined],
  ['javascript:alert(1)', undefined],
])('after signing in the address %j leads to %j, and never to another site', (next, page) =>
  expect(wantedPage(`?${new URLSearchParams({ next })}`)).toBe(page),
);

test.each([
  ['editor', '/profile/login/', '', '/profile/editors/'],
  ['admin', '/api/auth/login/', '', '/profile/editors/'],
  ['doctor', '/profile/login/', '', '/profile/'],
  ['editor', '/profile/login/', '?next=/drugs/', '/drugs/'],
  ['editor', '/deseases/7/', '', undefined],
] as const)('G6 after signing in the %s at %s%s goes to %s', (type, pathname, search, page) =>
  expect(pageAfterSignIn({ type }, { pathname, search })).toBe(page),
);
