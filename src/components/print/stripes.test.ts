import { expect, test } from 'vitest';
import { shapes } from './shapes.ts';
import { drawStripes } from './stripes.ts';

test('a code always gives the same print, another code another one', () => {
  const print = drawStripes('ORPHA:355', shapes.header);
  expect(drawStripes('ORPHA:355', { ...shapes.header })).toEqual(print);
  expect(drawStripes('ORPHA:324', shapes.header).base).not.toBe(print.base);
});

test('every print has black stripes and one coloured', () => {
  for (let code = 1; code <= 300; code++)
    for (const shape of [shapes.header, shapes.band, shapes.thumb]) {
      const { base, rare } = drawStripes(`ORPHA:${code}`, shape);
      expect(base).toMatch(/^M[\d-]/);
      expect(rare.match(/M/g)?.length).toBeGreaterThanOrEqual(1);
    }
});

test('paths are whole numbers, so that a page stays light', () => {
  for (let code = 1; code <= 300; code++) {
    const { base, rare } = drawStripes(`ORPHA:${code}`, shapes.header);
    expect(base + rare).toMatch(/^[Mqtz\d\s-]+$/);
    expect(base.length + rare.length).toBeLessThanOrEqual(1500);
  }
});
