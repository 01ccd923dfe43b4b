import { expect, test } from 'vitest';
import { z } from 'zod';
import { fc } from '../../../tests/chance.ts';
import { formatDay, formatMoment, formatSpan } from '../dates.ts';
import { calendarOf } from '../exports/calendar.ts';
import { vcardOf } from '#components/record/vcard.ts';
import { day, email, line, moment, partialDay, phones, prose, zone } from './fields.ts';
import { kindsByName } from './index.ts';

const read = (schema: z.ZodType, value: unknown) => schema.safeParse(value).data;

test.each([
  ['28.11.26', '2026-11-28'],
  ['28.11.2026', '2026-11-28'],
  ['28 ноября 2026', '2026-11-28'],
  ['28 ноября 2026 г.', '2026-11-28'],
  ['2026-11-28', '2026-11-28'],
  ['2026-11-28T23:30:00+03:00', '2026-11-28'],
  ['2026-11-28T22:30:00Z', '2026-11-29'],
  ['31.02.2026', undefined],
  ['2026-02-31', undefined],
  ['28.11.0026', undefined],
  ['завтра', undefined],
])('the day «%s» is %s', (text, value) => {
  expect(read(day('День'), text)).toBe(value);
});

test.each([
  ['2026', '2026'],
  ['ноябрь 2026', '2026-11'],
  ['11.2026', '2026-11'],
  ['2026-13', undefined],
  ['2026-02-30', undefined],
])('the partial day «%s» is %s', (text, value) => {
  expect(read(partialDay('День'), text)).toBe(value);
});

const event = { title: 'Школа', format: 'online', starts_at: '2026-11-28' };
const settledEvent = (fields: object) => kindsByName.event.fields.safeParse({ ...event, ...fields });

test.each([
  [{ starts_at: '28.11.2026 10:00' }, { starts_at: '2026-11-28T10:00' }],
  [{ starts_at: '28–30 ноября 2026' }, { starts_at: '2026-11-28', ends_at: '2026-11-30' }],
  [{ starts_at: '30 ноября – 2 декабря 2026' }, { starts_at: '2026-11-30', ends_at: '2026-12-02' }],
  [
    { starts_at: '2026-11-28T10:00+03:00', zone: 'Asia/Vladivostok' },
    { starts_at: '2026-11-28T17:00', zone: 'Asia/Vladivostok' },
  ],
  [{ zone: 'asia/vladivostok' }, { zone: 'Asia/Vladivostok' }],
])('an event of %j is kept as %j', (given, kept) => {
  expect(settledEvent(given).data).toMatchObject(kept);
});

test.each([
  [{ starts_at: '31 февраля 2026' }, 'starts_at'],
  [{ ends_at: '2026-11-27' }, 'ends_at'],
  [{ zone: 'Mars/Olympus' }, 'zone'],
  [{ zone: '+03:00' }, 'zone'],
])('an event of %j is refused by its field %s', (given, field) => {
  expect(settledEvent(given).error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
});

test('an age, a term or a study that ends before it begins is refused', () => {
  const { entitlement, research } = kindsByName;
  const pathsOf = (schema: z.ZodType, fields: object) =>
    schema
      .safeParse(fields)
      .error?.issues.filter(({ code }) => code === 'custom')
      .map(({ path }) => path.join('.'));
  const rule = {
    title: 'Правило',
    key: 'a',
    programme: Object.keys(entitlement.fields.shape.programme.enum)[0],
    payer: 'Регион',
    gives: 'Лекарство',
    act: { title: 'Акт' },
  };
  expect(pathsOf(entitlement.fields, { ...rule, valid_from: '2026-02-01', valid_to: '2026-01-01' })).toEqual([
    'valid_to',
  ]);
  expect(pathsOf(entitlement.fields, { ...rule, age_from: 18, age_to: 6 })).toEqual(['age_to']);
  expect(research.fields.safeParse({}).success).toBe(false);
});

test('a text is composed, in one kind of line ends, without invisible signs', () => {
  expect(read(line('Имя'), '\u200bБолезнь\u00a0 Гоше\u00ad \n')).toBe('Болезнь Гоше');
  expect(read(line('Имя'), '\u202eБолезнь\u2066')).toBe('Болезнь');
  expect(read(line('Имя'), 'и\u0306од')).toBe('йод');
  expect(read(prose('Текст'), 'раз\r\nдва\u2028три')).toBe('раз\nдва\nтри');
  expect(read(prose('Текст'), '👩\u200d⚕️')).toBe('👩\u200d⚕️');
  expect(read(line('Имя'), '\u200b\u200d')).toBeUndefined();
});

test('an address may have a Cyrillic domain', () => {
  expect(read(email('Почта'), 'info@минздрав.рф')).toBe('info@минздрав.рф');
  expect(email('Почта').safeParse('инфо@минздрав.рф').error?.issues[0]?.message).toContain('латинские');
});

test('what a field accepts it keeps, and every writer draws it', () => {
  const written = fc.oneof(
    fc
      .date({ min: new Date('1890-01-01'), max: new Date('2110-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    fc
      .tuple(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 9999 }),
      )
      .map((one) => one.join('.')),
    fc.tuple(fc.nat(40), fc.constantFrom('ноября', 'мая', 'марта'), fc.nat(2200)).map((one) => one.join(' ')),
    fc.string(),
  );
  fc.assert(
    fc.property(
      written,
      fc.constantFrom('Europe/Moscow', 'Asia/Kolkata', 'America/St_Johns'),
      (text, place) => {
        for (const schema of [day('День'), partialDay('День'), moment('Начало')]) {
          const { data } = schema.safeParse(text);
          if (data === undefined) continue;
          expect(read(schema, data)).toBe(data);
          expect(formatDay(data)).not.toMatch(/undefined|NaN/);
        }
        const { data } = settledEvent({ starts_at: text, zone: place });
        if (!data) return;
        expect(formatSpan(data.starts_at, data.ends_at, data.zone)).not.toMatch(/undefined|NaN|Invalid/);
        expect(formatMoment(data.starts_at, data.zone)).not.toMatch(/undefined|NaN|Invalid/);
        const card = {
          ...data,
          id: 1,
          url: 'https://x.test/events/1/',
          updated_at: '2026-11-01T00:00:00.000Z',
        };
        const file = calendarOf('Календарь', 'https://x.test', [card]);
        expect(file).toMatch(/DTSTART[^\r\n]*:\d{8}/);
      },
    ),
  );
});

test('telephones of any text make a readable card', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[+\d() -]{5,20}$/)), { maxLength: 5 }),
      (all) => {
        const { data } = phones('Телефоны').safeParse(all);
        if (!data) return;
        expect(read(phones('Телефоны'), data)).toEqual(data);
        const card = vcardOf({
          title: 'Центр',
          phones: data,
          updated_at: '2026-11-01T00:00:00.000Z',
          url: 'https://x.test/',
        });
        const lines = card.replaceAll('\r\n ', '').split('\r\n');
        expect(
          lines.filter((one) => one.startsWith('TEL;VALUE=uri:tel:') || one.startsWith('TEL;VALUE=text:')),
        ).toHaveLength(data.length);
      },
    ),
  );
});

test('a zone of the runtime is kept by its own name', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) expect(read(zone('Пояс'), name)).toBe(name);
});
