import { expect, test } from 'vitest';
import { isEmail } from '#domain/email.ts';
import { email, line, paragraphs } from './fields.ts';

test.each(['\n', '\r\n', '\r'])('a line ending with %j counts as typed', (end) => {
  const field = paragraphs('Напишите.', 7);
  expect(field.parse(`раз${end}два`)).toBe('раз\nдва');
  expect(field.safeParse(`раз${end}${end}два`).error?.issues[0]?.message).toBe('Не длиннее 7 знаков.');
});

const local = 'a'.repeat(64);
const host = `${'b'.repeat(60)}.`.repeat(3);

test.each([
  ['ivanov@example.ru', true],
  ['i.v+x@почта.рф', true],
  ['root@localhost', true],
  [`${local}@example.ru`, true],
  [`${local}a@example.ru`, false],
  [`${local}@${host}abc.ru`, true],
  [`${local}@${host}abcd.ru`, false],
  ['ivanov@example', false],
  ['a..b@example.ru', false],
  ['.a@example.ru', false],
  ['a.@example.ru', false],
  ['a@b@example.ru', false],
  ['a b@example.ru', false],
  ['иванов@example.ru', false],
  ['@example.ru', false],
  ['a@-example.ru', false],
  ['a@example..ru', false],
])('an address is valid for mail %s: %s', (address, isTrue) => {
  expect(isEmail(address)).toBe(isTrue);
  expect(email.safeParse(` ${address} `).success).toBe(isTrue);
});

test.each(['\u202eпизан', 'раз\nдва', '\u2066скрыто\u2069', '\u200d\u200d', '\u200b', '   '])(
  'a line may not contain %j',
  (text) => {
    expect(line('Напишите.').safeParse(text).success).toBe(false);
  },
);
