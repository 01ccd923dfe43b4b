import { expect, test } from 'vitest';
import { markup } from '../../../tests/sample/markup.ts';
import { fillForm } from './form-page.ts';

// As the kit draws it; React closes inputs so.
const page =
  '<h1>Вход</h1><form class="form" action="/api/auth/login" method="post">' +
  '<div class="field"><label for="login-email">Почта</label>' +
  '<input class="input" type="email" required="" id="login-email" name="email" value=""/></div>' +
  '<div class="field"><label for="login-password">Пароль</label><div class="password">' +
  '<input class="input" type="password" id="login-password" name="password"/><button type="button">Показать</button></div>' +
  '<p role="status"></p></div><button type="submit">Войти</button></form>';

test('what was wrong stands above the form and last in its field, what was typed in it', () => {
  const filled = fillForm(page, '/api/auth/login', {
    title: 'Не удалось войти',
    problems: [{ message: 'Не подходит.', field: 'password' }, { message: 'Повторите позже.' }],
    typed: { email: 'anna@example.ru', other: 'лишнее' },
  });
  expect(filled).toContain('id="login-email" name="email" value="anna@example.ru">');
  expect(filled).toContain('aria-invalid="true" aria-describedby="login-password-error">');
  expect(filled).toContain(
    '<p role="status"></p><p class="field-error" id="login-password-error">Не подходит.</p></div><button type="submit">',
  );
  expect(filled).toContain('<li><a href="#login-password">Не подходит.</a></li><li>Повторите позже.</li>');
  expect(filled).not.toContain('лишнее');
});

test('G6 another try leads on to the page that was wanted first', () => {
  const filled = fillForm(page, '/api/auth/login', {
    title: '',
    problems: [],
    typed: {},
    next: '/cases/?a=1&b',
  });
  expect(filled).toContain(
    '<form class="form" action="/api/auth/login?next=%2Fcases%2F%3Fa%3D1%26b" method="post">',
  );
});

test('E-1 whatever was typed comes back as text', () => {
  for (const text of [...markup, '$& $` $1 " onfocus="attacked=1']) {
    const filled = fillForm(page, '/api/auth/login', {
      title: 'Не удалось войти',
      problems: [{ message: text, field: 'email' }],
      typed: { email: text },
      done: text,
    });
    const tags = (html: string) => html.replace(/"[^"]*"/g, '').match(/<\/?[a-z]\w*/g) ?? [];
    const added = [
      '<p',
      '</p',
      '<div',
      '<p',
      '</p',
      '<ul',
      '<li',
      '<a',
      '</a',
      '</li',
      '</ul',
      '</div',
      '<p',
      '</p',
    ];
    expect(tags(filled).toSorted(), text).toEqual([...tags(page), ...added].toSorted());
  }
});

test('a page that has no such form is left as it is', () => {
  expect(fillForm(page, '/api/reports', { title: '', problems: [], typed: { email: 'x' } })).toBe(page);
});
