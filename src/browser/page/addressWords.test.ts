import { expect, test } from 'vitest';
import { nearest, wordsOf } from './addressWords.ts';

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

test.each([
  ['desease', 'deseases'],
  ['Drug', 'drugs'],
  ['reserch', 'research'],
  ['clinic', 'clinics'],
  ['drugs', undefined],
  ['nowhere', undefined],
  ['x', undefined],
])('the mistyped section %s is near to %s', (word, name) => {
  expect(nearest(word, ['deseases', 'drugs', 'research', 'clinics', 'news'])).toBe(name);
});
