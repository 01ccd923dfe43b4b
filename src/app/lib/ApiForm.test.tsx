// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '#contract/client/call.ts';
import { resend } from '#contract/forms/access.ts';
import { TextField } from '#ui/Field.tsx';
import { ApiForm } from './ApiForm.tsx';

const { fetch } = globalThis;
/** Requests that wait for their answers. */
let waiting: {
  key: string | null;
  accept(): void;
  refuse(message: string, field?: string): void;
  lose(): void;
}[];
beforeEach(() => {
  waiting = [];
  globalThis.fetch = (_address, init) =>
    new Promise((resolve, reject) => {
      waiting.push({
        key: new Headers(init?.headers).get('idempotency-key'),
        accept: () => resolve(Response.json({ status: 'success', data: null })),
        refuse: (message, field) =>
          resolve(
            Response.json(
              { status: 'error', errors: [{ message, ...(field && { customData: { field } }) }] },
              { status: 422 },
            ),
          ),
        lose: () => reject(new TypeError('Failed to fetch')),
      });
    });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = fetch;
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
});

function Letter() {
  const [isLeft, setLeft] = useState(false);
  const [sentTo, setSentTo] = useState('');
  if (isLeft) return <p>Форма закрыта</p>;
  return (
    <>
      <ApiForm
        id="letter"
        schema={resend}
        values={{ email: '' }}
        label="Письмо"
        failed="Письмо не отправлено"
        submit="Отправить"
        busy="Отправляем…"
        onCancel={() => setLeft(true)}
        send={async (form, key) => {
          await call('POST /api/user/confirm/resend', { form, headers: { 'idempotency-key': key } });
          setSentTo(form.email);
        }}
      >
        {({ field }) => <TextField label="Почта" autoComplete="email" required {...field('email')} />}
      </ApiForm>
      <output>{sentTo}</output>
    </>
  );
}

const email = () => screen.getByLabelText<HTMLInputElement>('Почта');
const settle = (turn: () => void) =>
  act(async () => {
    turn();
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  });
const press = (name: string) => settle(() => fireEvent.click(screen.getByRole('button', { name })));
const type = (value: string) => settle(() => fireEvent.change(email(), { target: { value } }));
const summary = () => screen.queryByRole('group', { name: 'Письмо не отправлено' });
const errorOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;

test('what the contract refuses is said above the form, which takes the focus, and at the field; nothing is sent', async () => {
  render(<Letter />);
  await press('Отправить');
  expect(document.activeElement).toBe(summary());
  expect(errorOf(email())).toBe('Укажите адрес электронной почты.');
  fireEvent.click(screen.getByRole('link', { name: 'Укажите адрес электронной почты.' }));
  expect(document.activeElement).toBe(email());
  expect(waiting).toEqual([]);
});

test('a press is not lost when the field that it leaves is wrong: the error waits for its end', async () => {
  render(<Letter />);
  const button = screen.getByRole('button', { name: 'Отправить' });
  email().focus();
  await settle(() => {
    fireEvent.pointerDown(button);
    button.focus();
  });
  expect(errorOf(email())).toBeUndefined();
  await settle(() => fireEvent.pointerUp(button));
  expect(errorOf(email())).toBe('Укажите адрес электронной почты.');
  await press('Отправить');
  expect(document.activeElement).toBe(summary());
});

test('what the server refuses stands at the field that it names', async () => {
  render(<Letter />);
  await type('anna@example.ru');
  await press('Отправить');
  await settle(() => waiting[0]!.refuse('Такой почты нет.', 'email'));
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(errorOf(email())).toBe('Такой почты нет.');
  expect(document.activeElement).toBe(summary());
});

test('a refusal that names no field stands above the form alone', async () => {
  render(<Letter />);
  await type('anna@example.ru');
  await press('Отправить');
  await settle(() => waiting[0]!.refuse('Слишком часто. Повторите через минуту.'));
  expect(summary()?.textContent).toContain('Слишком часто.');
  expect(email().getAttribute('aria-invalid')).toBeNull();
});

test('a form is sent once at a time, and the same values have the same key', async () => {
  render(<Letter />);
  await type('anna@example.ru');
  await press('Отправить');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Отправляем…' });
  expect(button.disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Отменить' }).disabled).toBe(true);
  await settle(() => waiting[0]!.lose());
  await press('Отправить');
  await settle(() => waiting[1]!.accept());
  expect(screen.getByRole('status').textContent).toBe('anna@example.ru');
  expect(waiting.map(({ key }) => key)).toEqual([waiting[0]!.key, waiting[0]!.key]);
  expect(summary()).toBeNull();
});

test('without a network a form waits, and is sent when the network is back', async () => {
  render(<Letter />);
  await type('anna@example.ru');
  await press('Отправить');
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  await settle(() => waiting[0]!.lose());
  expect(summary()?.textContent).toContain('отправим, как только связь вернётся');
  await settle(() => dispatchEvent(new Event('online')));
  await settle(() => waiting[1]!.accept());
  expect(screen.getByRole('status').textContent).toBe('anna@example.ru');
});

test('a form can be left', async () => {
  render(<Letter />);
  await press('Отменить');
  expect(screen.getByText('Форма закрыта')).toBeTruthy();
});
