import { describe, expect, test } from 'vitest';
import { foldLetters, normalizeTerm, transliteratedStem } from './normalise.ts';
import { wordsOf } from './words.ts';

const keys = (text: string) => wordsOf(text).map((word) => normalizeTerm(word.text).key);
const stems = (text: string) => wordsOf(text).map((word) => normalizeTerm(word.text).stem);

describe('spellings of a word share a key', () => {
  test.each([
    ['Дюшенна', 'dyushenna', 'djushenna', 'дюшена'],
    ['Мукополисахаридоз', 'mukopolisaharidoz', 'mukopolisakharidoz'],
    ['Церезим', 'tserezim', 'cerezim'],
    ['фенилкетонурия', 'fenilketonuriya', 'phenylketonuria'],
    ['отёк', 'отек', 'ОТЕ\u0308К', 'о\u200bтек', '\u202eотёк'],
    ['β-галактозидаза', 'бета-галактозидаза', 'beta galaktozidaza'],
    ['МПС II', 'мпс 2', 'mps ii', 'МПС Ⅱ'],
    ["Wilson's disease", 'wilson disease', 'Wilson’s disease'],
    ['тип С', 'тип C', 'tip c'],
    ['х-сцепленная', 'X-сцепленная'],
  ])('%s = %s = …', (...spellings) => {
    for (const spelling of spellings) expect(keys(spelling)).toEqual(keys(spellings[0]));
  });
});

describe('codes stay exact', () => {
  test.each([
    ['Е74.0', ['e740']],
    ['E75.2', ['e752']],
    ['2В', ['2b']],
    ['355', ['355']],
    ['GM2', ['gm2']],
    ['22q11.2', ['22q112']],
  ])('%s', (code, expected) => {
    expect(keys(code)).toEqual(expected);
  });
});

test('cases of a word share a stem, also transliterated', () => {
  for (const word of ['мышечной', 'мышечная', 'мышечными']) expect(stems(word)).toEqual(stems('мышечный'));
  expect(transliteratedStem('mishechnoy')).toBe(stems('мышечная')[0]);
});

test('letters of other scripts differ, and a lone surrogate is no letter', () => {
  expect(keys('بسم')).not.toEqual(keys('عرب'));
  expect(keys('\ud83d \udc00 a\ud800b')).toEqual(['a', 'b']);
});

test('a Russian prefix finds its word at every key press', () => {
  for (const word of ['детская', 'щитовидная', 'врожденная', 'ихтиоз', 'эхинококкоз'])
    for (let end = 1; end < word.length; end++)
      expect(foldLetters(word).startsWith(foldLetters(word.slice(0, end)))).toBe(true);
});
