import { expect, test } from 'vitest';
import { kilometresBetween, formatDistance } from './near.ts';

const moscow = { latitude: 55.754, longitude: 37.62 };
const petersburg = { latitude: 59.939, longitude: 30.316 };

test('Moscow to Saint Petersburg is some 634 km in a straight line, both ways', () => {
  expect(kilometresBetween(moscow, petersburg)).toBeCloseTo(634, -1);
  expect(kilometresBetween(petersburg, moscow)).toBe(kilometresBetween(moscow, petersburg));
  expect(kilometresBetween(moscow, moscow)).toBe(0);
});

test('distances to Chukotka cross the 180th meridian', () =>
  expect(
    kilometresBetween({ latitude: 66, longitude: 179.9 }, { latitude: 66, longitude: -179.9 }),
  ).toBeLessThan(10));

test.each([
  [0, 'в этом городе'],
  [0.4, 'около 5 км'],
  [83, 'около 85 км'],
  [634, 'около 630 км'],
  [2861, 'около 2\u00a0850 км'],
])('%d km reads «%s»', (kilometres, words) => expect(formatDistance(kilometres)).toBe(words));
