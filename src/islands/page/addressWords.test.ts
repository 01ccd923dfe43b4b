import { expect, test } from 'vitest';
import { wordsOf } from './addressWords.ts';

test.each([
  ['/deseases/gaucher-disease/', 'gaucher disease'],
  ['/deseases/болезнь_Гоше', 'болезнь Гоше'],
  [encodeURI('/болезнь-гоше/'), 'болезнь гоше'],
  ['/deseases/355/', ''],
  ['/index.html', 'index'],
  ['/%E0%A4%A', ''],
  ['/', ''],
])('the address %s suggests the query «%s»', (address, words) => {
  expect(wordsOf(address)).toBe(words);
});
