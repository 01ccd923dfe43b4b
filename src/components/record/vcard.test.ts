import { expect, test } from 'vitest';
import { vcardOf } from './vcard.ts';

const card = {
  title: 'Институт генетики; центр, Томск',
  phones: ['83822123456'],
  updated_at: '2026-11-22T10:20:30.000Z',
  url: 'https://example.org/clinics/12/',
};

test('a contact has telephone, page and day; unknown fields are left out', () => {
  expect(vcardOf(card).split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:org',
    'FN:Институт генетики\\; центр\\, Томск',
    'ORG:Институт генетики\\; центр\\, Томск',
    'TEL;VALUE=uri:tel:+73822123456',
    'SOURCE:https://example.org/clinics/12/',
    'REV:20261122T102030Z',
    'END:VCARD',
    '',
  ]);
});

test('long lines are folded by bytes and unfold to the same text', () => {
  const title = 'Научно-исследовательский институт '.repeat(6).trim();
  const text = vcardOf({ ...card, title, city: 'Томск', coordinates: { latitude: 56.5, longitude: 85 } });
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const whole = text.replaceAll('\r\n ', '');
  expect(whole).toContain(`FN:${title}\r\n`);
  expect(whole).toContain('ADR:;;;Томск;;;\r\n');
  expect(whole).toContain('GEO:geo:56.5,85\r\n');
});
