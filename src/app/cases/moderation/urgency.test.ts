import { expect, test } from 'vitest';
import { urgencyOf } from './urgency.ts';

test.each([
  [3, 'fresh'],
  [24, 'due'],
  [71, 'due'],
  [72, 'late'],
])('a case that waits for %i hours is %s', (hours, urgency) => {
  expect(urgencyOf(hours)).toBe(urgency);
});
