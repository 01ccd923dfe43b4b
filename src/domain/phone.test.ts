import { expect, test } from 'vitest';
import { formatPhone, phoneLink } from './phone.ts';

test.each([
  ['9031234567', '+7 (903) 123-4567'],
  ['89031234567', '+7 (903) 123-4567'],
  ['79031234567', '+7 (903) 123-4567'],
  ['+7 903 123-45-67', '+7 (903) 123-4567'],
  ['8 (495) 123-45-67', '+7 (495) 123-4567'],
  ['39031234567', '39031234567'],
  ['112', '112'],
  ['+49 30 1234567890', '+49 30 1234567890'],
  ['', ''],
])('B255 the phone %s reads «%s»', (input, shown) => {
  expect(formatPhone(input)).toBe(shown);
});

test.each([
  ['8 (495) 123-45-67', 'tel:+74951234567'],
  ['4951234567', 'tel:+74951234567'],
  ['112', 'tel:112'],
])('a link dials %s as %s', (input, address) => {
  expect(phoneLink(input)).toBe(address);
});
