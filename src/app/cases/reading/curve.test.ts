import { expect, test } from 'vitest';
import { curveOf, curveSize } from './curve.ts';

const none = { low: undefined, high: undefined, treatment: undefined };

test.each([
  ['one point', [{ months: 60, value: 105 }]],
  ['a newborn', [{ months: 0, value: 0 }]],
  [
    'the same value again',
    [
      { months: 6, value: 5 },
      { months: 6, value: 5 },
    ],
  ],
  [
    'very small and negative values',
    [
      { months: 12, value: -0.000_004 },
      { months: 1440, value: 0.000_002 },
    ],
  ],
  [
    'very large values',
    [
      { months: 300, value: 999_999_999 },
      { months: 301, value: -999_999_999 },
    ],
  ],
])('every point of %s stands within the axes', (_, points) => {
  const drawn = curveOf({ ...none, points, low: 0, high: 10, treatment: 30 });
  for (const { x, y } of drawn?.points ?? []) {
    expect(x).toBeGreaterThanOrEqual(curveSize.left);
    expect(x).toBeLessThanOrEqual(curveSize.width - curveSize.right);
    expect(y).toBeGreaterThanOrEqual(curveSize.top);
    expect(y).toBeLessThanOrEqual(curveSize.height - curveSize.bottom);
  }
  expect(drawn?.points).toHaveLength(points.length);
  for (const ticks of [drawn?.ages ?? [], drawn?.values ?? []]) {
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThan(9);
  }
});

test('an older patient stands to the right, a greater value higher; treatment stands between', () => {
  const points = [
    { months: 48, value: 99 },
    { months: 72, value: 109 },
  ];
  const drawn = curveOf({ points, low: 100, high: undefined, treatment: 60 });
  const [first, last] = drawn?.points ?? [];
  expect(first!.x).toBeLessThan(drawn!.treatment!);
  expect(drawn!.treatment!).toBeLessThan(last!.x);
  expect(last!.y).toBeLessThan(first!.y);
  // Above the lower bound it is normal up to the top.
  expect(drawn!.band!.y).toBe(curveSize.top);
  expect(curveOf({ ...none, points, treatment: 700 })?.treatment).toBeUndefined();
  expect(curveOf({ ...none, points: [] })).toBeUndefined();
});
