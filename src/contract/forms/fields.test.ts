import { expect, test } from 'vitest';
import { paragraphs } from './fields.ts';

test.each(['\n', '\r\n', '\r'])('a line that ends with %j counts as it was typed', (end) => {
  const field = paragraphs('Напишите.', 7);
  expect(field.parse(`раз${end}два`)).toBe('раз\nдва');
  expect(field.safeParse(`раз${end}${end}два`).error?.issues[0]?.message).toBe('Не длиннее 7 знаков.');
});
