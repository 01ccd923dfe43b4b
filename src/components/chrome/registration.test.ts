import { expect, test } from 'vitest';
import { countStandings, formatStanding, standingOf } from './registration.ts';

const today = () => '2026-12-10';

test.each([
  ['without a state it is unchecked', undefined, 'unknown'],
  ['a registration without a term goes on', { state: 'registered' }, 'registered'],
  ['a term goes on to its last day', { state: 'registered', valid_until: '2026-12-10' }, 'registered'],
  ['an expired term is no registration', { state: 'registered', valid_until: '2026-12-09' }, 'lapsed'],
  ['a term given by month ends with it', { state: 'registered', valid_until: '2026-12' }, 'registered'],
  ['a term given by year ends with it', { state: 'registered', valid_until: '2025' }, 'lapsed'],
  ['a drug that is not registered has no term', { state: 'not-registered' }, 'not-registered'],
] as const)('%s', (_, registration, standing) => {
  expect(standingOf(registration, today)).toBe(standing);
});

test('an expired registration is shown with its day, and an unchecked one is no «no»', () => {
  const { text } = formatStanding({ state: 'registered', valid_until: '2026-12-09' }, today);
  expect(text).toBe('Срок регистрации истёк 9 декабря 2026');
  expect(formatStanding(undefined, today).text).toBe('Не сверено с реестром лекарств');
});

test('drugs are counted by registration state', () => {
  const drugs = [
    { registration: { state: 'registered' } as const },
    { registration: { state: 'registered', valid_until: '2020-01-01' } as const },
    { registration: { state: 'expired' } as const },
    { registration: { state: 'not-registered' } as const },
    {},
  ];
  expect(countStandings(drugs, today)).toEqual({ registered: 1, ended: 2, not: 1, unknown: 1 });
});
