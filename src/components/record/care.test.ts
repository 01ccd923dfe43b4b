import { expect, test } from 'vitest';
import { givesCare, helpIn, type Institution } from './care.ts';

const centre: Institution = {
  id: 1,
  title: 'МГНЦ',
  subject: '77',
  clinic_kind: 'federal',
  roles: ['genetics'],
  serves: ['32'],
};
const local: Institution = { id: 2, title: 'МГК', subject: '70', roles: ['diagnosis', 'trials'] };
const site: Institution = { id: 3, title: 'Клиника', subject: '26', roles: ['trials'] };
const known = [centre, local, site];

const idsOf = (found: readonly Institution[]) => found.map(({ id }) => id);

test.each([
  ['a place of its own', '70', { own: [2], serving: [], federal: [] }],
  ['a centre of another subject that serves it', '32', { own: [], serving: [1], federal: [] }],
  ['the federal centres, where only a site of trials is known', '26', { own: [], serving: [], federal: [1] }],
])('patients of a subject are sent to %s', (_, subject, expected) => {
  const { own, serving, federal } = helpIn(known, subject);
  expect({ own: idsOf(own), serving: idsOf(serving), federal: idsOf(federal) }).toEqual(expected);
});

test('a trial site, or a record without a role, does not give care', () => {
  expect([centre, local, site, { roles: [] }, {}].map(givesCare)).toEqual([true, true, false, false, false]);
});
