import { expect, test } from 'vitest';
import { isEmail } from '#domain/email.ts';
import { passwordProblem } from './password.ts';

test.each([
  'password1234',
  'Password2024!',
  'P@ssw0rd2024!',
  '123456789012',
  '098765432109',
  'aaaaaaaaaaaa',
  'ababababab12',
  'qwertyuiop12',
  'йцукенгшщзхъ',
  '1q2w3e4r5t6y',
  'parolparol12',
  'пароль123456',
  'Doctor123456',
  'iloveyou2024!!',
  'gfhjkmgfhjkm',
  'ghbdtnghbdtn',
  'зфыыцщкв2024!',
])('G54 %s is a common password', (password) => {
  expect(passwordProblem(password)).toMatch(/угадать/);
});

test.each([
  'сорок два журавля',
  'correct horse battery',
  'Tr0ub4dor&3xyz',
  'zimniy-les-shumit-7',
  'пароль от бабушки',
])('G54 %s is accepted', (password) => {
  expect(passwordProblem(password)).toBeUndefined();
});

test.each([
  ['одиннадцать', {}, 'Пароль короче 12 знаков.'],
  ['сорок жирафа', { least: 15 }, 'Пароль короче 15 знаков.'],
  ['я и журавль '.repeat(11), {}, 'Пароль длиннее 128 знаков.'],
  ['Long.Name@Example.ru', { email: 'long.name@example.ru' }, 'Пароль совпадает с адресом почты.'],
  ['very.long.name', { email: 'very.long.name@example.ru' }, 'Пароль совпадает с адресом почты.'],
  ['ivanov.ivan.1', { email: 'ivanov@example.ru' }, 'Пароль слишком похож на адрес почты.'],
])('G54 %s with %o is rejected: %s', (password, rules, sentence) => {
  expect(passwordProblem(password, rules)).toBe(sentence);
});

test('a long address or password is validated without backtracking', () => {
  for (const text of [`${'a'.repeat(100_000)}@`, `a@${'b.'.repeat(50_000)}`, `a@${'b-'.repeat(50_000)}`])
    expect(isEmail(text)).toBe(false);
  expect(passwordProblem('aб1'.repeat(42))).toMatch(/угадать/);
});
