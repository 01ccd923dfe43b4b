import { expect, test } from 'vitest';
import { splitMentions } from './mentions.ts';

const names = ['Коллегин Олег', 'Коллегин Олег Иванович', 'автор'];

test.each([
  ['@Коллегин Олег, посмотрите', ['Коллегин Олег']],
  ['Спросим @Коллегин Олег Иванович и @автор.', ['Коллегин Олег Иванович', 'автор']],
  ['@авторитетно, почта a@b.ru, @Чужой', []],
  ['@@автор', ['автор']],
])('«%s» mentions %j, and loses no letter', (text, called) => {
  const parts = splitMentions(text, names);
  expect(parts.flatMap(({ name }) => name ?? [])).toEqual(called);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});
