import { expect, test } from 'vitest';
import { firstSight, isOn, readSight, written } from './sight.ts';

test('what is written down is read again, and unknown words are taken for the usual ones', () => {
  const sight = { ...firstSight, lines: 'wider', pictures: 'captions', face: 'serif' } as const;
  expect(written(sight)).toBe('black-on-white 150 - wider captions serif');
  expect(readSight(written(sight))).toEqual(sight);
  expect(readSight('pink 900 __proto__')).toEqual(readSight(''));
});

test('a choice of an earlier edition, colours and size, is still read', () => {
  expect(readSight('white-on-black 200')).toMatchObject({
    sight: 'white-on-black',
    text: '200',
    face: 'sans',
  });
});

test('the version is on when anything differs from an ordinary page', () => {
  expect(isOn(readSight(''))).toBe(false);
  expect(isOn(readSight('- - wide'))).toBe(true);
});
