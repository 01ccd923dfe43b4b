import { expect, test } from 'vitest';
import { drawLine, linesOf } from './words.ts';

test('a long name is broken between words and ends in dots where there is no room', () => {
  expect(linesOf('Болезнь Гоше', 20, 3)).toEqual(['Болезнь Гоше']);
  expect(linesOf('Болезнь Гоше', 5, 3)).toEqual(['Болезнь', 'Гоше']);
  const lines = linesOf('Дефицит дегидрогеназы длинноцепочечных ацил-КоА жирных кислот', 9, 3);
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/…$/);
  expect(linesOf('Метилентетрагидрофолатредуктаза', 6, 2)[0]).toMatch(/^Метил.*…$/);
});

test('letters without an outline stand as their plain ones, signs of other scripts not at all', () => {
  expect(drawLine('ő', { x: 0, y: 0, size: 10 })).toBe(drawLine('o', { x: 0, y: 0, size: 10 }));
  expect(drawLine('症', { x: 0, y: 0, size: 10 })).not.toContain('<path');
});
