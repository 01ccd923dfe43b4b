import { expect, test } from 'vitest';
import { calendarOf } from './calendar.ts';
import { csvOf, deskCsvOf } from './csv.ts';
import { rssOf } from './rss.ts';

test.each([
  '=1+1',
  '+7 903',
  '-2+3',
  '@SUM(A1)',
  '\tx',
  '\rx',
  ' =1+1',
  '＝1+1',
  '＋7',
  '－2+3',
  '＠SUM(A1)',
])('%j is text, not a formula', (value) => {
  expect(csvOf(['a'], [[value]])).toContain(`'${value}`);
});
test.each([
  ['name', '=1+1'],
  ['a cell where spreadsheets split at semicolons', 'Mozilla;=HYPERLINK("//evil.example")'],
  ['one where they split at commas', 'ООО «А»,@SUM(A1)'],
  ['a line', 'Город\n-2+3'],
  ['a cell behind a quotation mark', 'Город";"=1+1'],
  ['a member of a list', ['x', '=1+2']],
  ['a full-width one', 'Набор открыт;＝HYPERLINK("//evil.example")'],
])('E-8 nothing written begins %s as a formula, for editors or readers', (_, text) => {
  for (const table of [deskCsvOf(['a', 'b'], [[text, 5]]), csvOf(['a', 'b'], [[text, 5]])])
    for (const separator of [';', ',', '\t'])
      for (const cell of table.slice(1).split(new RegExp(`[${separator}\r\n]`)))
        expect(cell.replace(/^["\s]+/, '')).not.toMatch(/^[=+@＝＋－＠-]/);
});
test('at the desk a table has semicolons, numbers and plain words as they are', () => {
  expect(deskCsvOf(['a', 'b'], [[-5, 'Санкт-Петербург, Россия']])).toBe(
    '\uFEFFa;b\r\n-5;Санкт-Петербург, Россия\r\n',
  );
});
test('numbers stay numbers, quotes and line breaks stay inside their cell', () => {
  expect(csvOf(['a', 'b', 'c'], [[-5, 'он сказал "да"\nи ушёл', ['x', { code: 'E75', title: 'y' }]]])).toBe(
    '\uFEFFa,b,c\r\n-5,"он сказал ""да""\nи ушёл",x; E75 y\r\n',
  );
});

test('a feed escapes titles and drops characters that XML cannot hold', () => {
  const feed = rssOf({
    title: 'А & Б',
    description: '',
    url: 'https://r.example/',
    self: 'https://r.example/feed.xml',
    items: [{ title: '<b>жирный</b>\u0000\u0008', url: 'https://r.example/1/', date: '2026-11-21' }],
  });
  expect(feed).toContain('<title>&lt;b&gt;жирный&lt;/b&gt;</title>');
  expect(feed).toContain('<pubDate>Sat, 21 Nov 2026 00:00:00 GMT</pubDate>');
});

test('a feed has its last change, the logo and whole texts', () => {
  const feed = rssOf({
    title: 'А',
    description: '',
    url: 'https://r.example/news/',
    self: 'https://r.example/news/feed.xml',
    items: [
      { title: 'Б', url: 'https://r.example/2/', date: '2026-11-20' },
      {
        title: 'В',
        url: 'https://r.example/1/',
        date: '2026-11-21T10:00:00Z',
        content: '<p>Текст & ещё</p>',
      },
    ],
  });
  expect(feed).toContain('<lastBuildDate>Sat, 21 Nov 2026 10:00:00 GMT</lastBuildDate>');
  expect(feed).toContain(
    '<image><url>https://r.example/icon-144.png</url><title>А</title><link>https://r.example/news/</link></image>',
  );
  expect(feed).toContain('<content:encoded>&lt;p&gt;Текст &amp; ещё&lt;/p&gt;</content:encoded>');
});

test('a calendar has moments in UTC, whole days as days, and is deterministic', () => {
  const event = {
    id: 1,
    title: 'Школа; часть 1, «А»',
    updated_at: '2026-11-01T00:00:00Z',
    url: 'https://r.example/events/1/',
  };
  const events = [
    { ...event, starts_at: '2026-11-28T10:00', ends_at: '2026-11-28T12:30', zone: 'Asia/Vladivostok' },
    { ...event, id: 2, starts_at: '2026-12-30', ends_at: '2026-12-31' },
  ];
  const text = calendarOf('Мероприятия', 'https://r.example', events);
  expect(text).toContain('DTSTART:20261128T000000Z\r\nDTEND:20261128T023000Z');
  expect(text).toContain('DTSTART;VALUE=DATE:20261230\r\nDTEND;VALUE=DATE:20270101');
  expect(text).toContain('SUMMARY:Школа\\; часть 1\\, «А»');
  expect(text).not.toMatch(/VTIMEZONE|TZID/);
  expect(calendarOf('Мероприятия', 'https://r.example', events)).toBe(text);
});

test.each(['UTC', 'Europe/Moscow', 'Asia/Kamchatka', 'America/New_York'])(
  'days of a calendar are the same on a server in %s',
  (zone) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      const event = { id: 1, title: 'Школа', updated_at: '2026-11-01T00:00:00Z', url: 'https://r.example/' };
      const text = calendarOf('Мероприятия', 'https://r.example', [
        { ...event, starts_at: '2027-02-28' },
        { ...event, id: 2, starts_at: '2026-12-30', ends_at: '2026-12-31' },
      ]);
      expect(text).toContain('DTSTART;VALUE=DATE:20270228\r\nDTEND;VALUE=DATE:20270301');
      expect(text).toContain('DTSTART;VALUE=DATE:20261230\r\nDTEND;VALUE=DATE:20270101');
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  },
);

test('events of the year 0, when Moscow time differed by seconds, are formatted like others', () => {
  const event = (id: number, starts_at: string) => ({
    id,
    title: `Событие ${id}`,
    starts_at,
    updated_at: '2026-11-21T00:00:00.000Z',
    url: 'https://register.example/events/1/',
  });
  const file = calendarOf('Мероприятия', 'https://register.example', [
    event(1, '0000-01-01T00:00'),
    event(2, '0000-01-01'),
    event(4, '2026-12-05T10:00'),
  ]);
  expect([...file.matchAll(/UID:event-(\d)@/g)].map(([, id]) => id)).toEqual(['1', '2', '4']);
});
