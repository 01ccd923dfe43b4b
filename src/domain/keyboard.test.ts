import { expect, test } from 'vitest';
import { onOtherLayout, typedInEnglish, typedInRussian } from './keyboard.ts';

test.each([
  ['ujit', 'гоше'],
  [',jktpym ujit', 'болезнь гоше'],
  ['verjgjkbcf[fhbljp', 'мукополисахаридоз'],
  ['J{XFLFQ', 'охчадай'],
])('the keys of %j give %j on the Russian layout', (english, russian) => {
  expect(typedInRussian(english)).toBe(russian);
});

test.each([
  ['пфгсрук', 'gaucher'],
  ['сукуяньу', 'cerezyme'],
])('the keys of %j give %j on the English layout', (russian, english) => {
  expect(typedInEnglish(russian)).toBe(english);
});

test('a mixed text, or one without letters, has no other layout', () => {
  expect(onOtherLayout('ген GBA')).toBeUndefined();
  expect(onOtherLayout('355')).toBeUndefined();
});
