import { expect, test } from 'vitest';
import { fitsAge, programmes, unregisteredImport } from './access.ts';

test.each([
  [18, 0, 19, true],
  [19, 0, 19, false],
  [0, 2, undefined, false],
  [2, 2, undefined, true],
  [90, undefined, undefined, true],
])('at %d, bounds %s and %s: %s', (age, from, to, fits) => expect(fitsAge(age, from, to)).toBe(fits));

test('every programme names who says so, and when it was looked at', () => {
  const references = [...Object.values(programmes), unregisteredImport].flatMap(({ sources }) => sources);
  for (const { title, date, url } of references) {
    expect(title).not.toBe('');
    expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
    if (url) expect(url).toMatch(/^https:\/\//);
  }
  for (const { sources } of Object.values(programmes)) expect(sources.length).toBeGreaterThan(0);
});

test('every programme names its act by date and number, or says that no source tells them, and how current it is', () => {
  for (const { law, validity } of Object.values(programmes)) {
    expect(validity).not.toBe('');
    if (/не назван/.test(validity)) continue;
    expect(law.title).toMatch(/от \d\d\.\d\d\.\d{4} № \d+/);
  }
  for (const law of unregisteredImport.laws) expect(law).toMatch(/от \d\d\.\d\d\.\d{4} № \d+/);
  expect(unregisteredImport.validity).not.toBe('');
});
