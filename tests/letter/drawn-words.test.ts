// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { boxes } from '#contract/forms/registration.ts';
import { formatBytes } from '#domain/bytes.ts';
import { CheckField } from '#ui/Field.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { RestoreForm } from '../../src/app/account/RestoreForm.tsx';
import { AccountMenu } from '../../src/app/chrome/AccountMenu.tsx';

afterEach(cleanup);

/** Literal comparison, including spaces and hyphens. */
const exactly = { normalizer: (text: string) => text };

test('«введите почту указанную при регистрации» and «Восстановить пароль» are in the form literally', () => {
  render(createElement(RestoreForm));
  expect(screen.getByText('введите почту указанную при регистрации', exactly)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Восстановить пароль' }).textContent).toBe('Восстановить пароль');
});

test('«Выход» and «Клинические случаи» are in the account menu literally', () => {
  render(createElement(AccountMenu, { user: { id: 1, type: 'doctor', email: 'anna@example.ru' } as never }));
  screen.getByRole('button', { name: /anna@example\.ru/ }).click();
  return screen.findByText('Выход', exactly).then(() => {
    expect(screen.getByText('Клинические случаи', exactly)).toBeTruthy();
  });
});

test('«Подтверждаю, что являюсь специалистом здравоохранения» labels its box literally', () => {
  render(createElement(CheckField, { id: 'specialist', name: 'specialist', label: boxes.specialist }));
  expect(screen.getByText('Подтверждаю, что являюсь специалистом здравоохранения', exactly)).toBeTruthy();
});

test('«Выбрано 6» is shown for six choices', () => {
  const options = Array.from({ length: 7 }, (_, id) => ({ id, value: `Область ${id}` }));
  render(
    createElement(MultiSelect, {
      id: 'areas',
      label: 'Области',
      options,
      value: options.slice(0, 6).map(({ id }) => String(id)),
      onChange: () => {},
    }),
  );
  expect(screen.getByRole('combobox').getAttribute('placeholder')).toBe('Выбрано 6');
});

test.each([
  [1, '1 байт'],
  [2048, '2 кб.'],
  [5 * 1024 ** 2, '5 мб.'],
  [1024 ** 3, '1 гб.'],
  [1024 ** 4, '1 тб.'],
])('a size of %d bytes reads «%s»', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
