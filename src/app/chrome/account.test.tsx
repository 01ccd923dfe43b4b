// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/client/user.ts';
import { showRole } from '../account/role.ts';
import { AccountMenu } from './AccountMenu.tsx';

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});
const person = (type: User['type']) => ({ id: 1, type, email: 'anna@example.ru' }) as User;
const open = (type: User['type'] = 'doctor') => {
  render(<AccountMenu user={person(type)} />);
  const button = screen.getByRole('button', { name: /Аккаунт anna@example\.ru/ });
  fireEvent.click(button);
  return button;
};

describe('the account in the header', () => {
  test.each([
    ['doctor', 'Врач', 5],
    ['patient', 'Партнёр', 4],
  ] as const)(
    'B086 B087 B088 B089 %s: the address, the icon «%s», the pages of the profile, «Выход»',
    (type, icon, count) => {
      const button = open(type);
      expect(button.title).toBe('anna@example.ru');
      // The button cuts a long address: the open list says it whole.
      const whole = screen.getAllByText('anna@example.ru').filter((one) => one.closest('.account-pages'));
      expect(whole).toHaveLength(1);
      expect(screen.getByRole('img', { name: icon })).toBeTruthy();
      const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim());
      expect(lines).toHaveLength(count + 1);
      expect(lines.slice(0, 4)).toEqual(['Личные данные', 'Подписки', 'Настройки', 'Анкета']);
      expect(lines.includes('Клинические случаи')).toBe(type === 'doctor');
      expect(lines.at(-1)).toBe('Выход');
    },
  );

  test('B160 B161 it opens on a click and closes on a click outside', () => {
    const button = open();
    expect(button.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(document.body);
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  test('B162 it closes when another dropdown opens', () => {
    const button = open();
    const other = render(<AccountMenu user={person('editor')} />);
    fireEvent.click(within(other.container).getByRole('button', { name: /Аккаунт/ }));
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  test('Esc closes it and gives the focus back', () => {
    const button = open();
    fireEvent.keyDown(screen.getByRole('link', { name: 'Подписки' }), { key: 'Escape' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(button);
  });
});

describe('the mobile menu', () => {
  const menuOf = (type: User['type']) => {
    document.body.innerHTML = '<ul data-menu-profile><li>Войти</li></ul>';
    showRole(person(type));
    return [...document.querySelectorAll('[data-menu-profile] li')].map(({ textContent }) => textContent);
  };

  test('B097 a signed-in partner has «Профиль» and «Выход»', () => {
    expect(menuOf('patient')).toEqual(['Профиль', 'Выход']);
  });

  test('B097 G8 a doctor reaches the cases between the two', () => {
    expect(menuOf('doctor')).toEqual(['Профиль', 'Клинические случаи', 'Мои случаи', 'Выход']);
  });
});
