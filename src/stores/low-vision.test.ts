import { expect, test } from 'vitest';
import { firstLowVision, isLowVision, readLowVision, serializeLowVision } from './low-vision.ts';

test('settings survive writing and reading, and unknown values become the usual ones', () => {
  const lowVision = { ...firstLowVision, lines: 'wider', pictures: 'captions', face: 'serif' } as const;
  expect(serializeLowVision(lowVision)).toBe('black-on-white 150 - wider captions serif');
  expect(readLowVision(serializeLowVision(lowVision))).toEqual(lowVision);
  expect(readLowVision('pink 900 __proto__')).toEqual(readLowVision(''));
});

test('a choice of an earlier edition, colours and size, is still read', () => {
  expect(readLowVision('white-on-black 200')).toMatchObject({
    lowVision: 'white-on-black',
    text: '200',
    face: 'sans',
  });
});

test('the version is on when anything differs from an ordinary page', () => {
  expect(isLowVision(readLowVision(''))).toBe(false);
  expect(isLowVision(readLowVision('- - wide'))).toBe(true);
});
