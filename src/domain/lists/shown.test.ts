import { expect, test } from 'vitest';
import { kindsByName, publicKinds } from '../kinds/index.ts';
import { readAsked } from './asked.ts';
import { factsOf } from './facts.ts';
import { formHtml } from './form.ts';
import type { ListAnswer } from './list.ts';
import { viewsOf } from './records.ts';
import { partsOf } from './shown.ts';

const today = () => '2026-11-22';
const facts = factsOf(kindsByName.research);
const asked = readAsked(new URLSearchParams('?status=recruiting&phase=3'), facts.fields);
const facets = [
  { field: 'status', title: 'Статус', values: [{ id: 'recruiting', value: 'Набор открыт', count: 0 }] },
  { field: 'phase', title: 'Фаза', values: [{ id: '3', value: 'Фаза III', count: 0 }] },
];
const empty: ListAnswer = {
  items: [],
  total: 0,
  page: 1,
  page_size: 20,
  facets,
  linked: [],
  removals: [
    { field: 'status', value: 'recruiting', count: 26 },
    { field: 'phase', value: '3', count: 0 },
  ],
  years: [],
};

test('an empty list says which filter to take off, and how much that gives', () => {
  const { records, count, chips } = partsOf(facts, asked, empty, today, 40);
  expect(count).toBe('<b>0\u00a0протоколов</b> из 40');
  expect(records).toContain(
    'href="/research/?phase=3">Снять фильтр «Набор открыт»</a> — станет 26\u00a0протоколов',
  );
  expect(records).not.toContain('Снять фильтр «Фаза III»');
  expect(chips).toContain('aria-label="Снять фильтр «Фаза III»"');
});

test('a page behind the last one says so, and leads to the last', () => {
  const beyond = { ...empty, removals: [], total: 26, page: 9 };
  const { records } = partsOf(facts, { ...asked, page: 9 }, beyond, today, 40);
  expect(records).toContain('Страницы 9 в этом списке нет: последняя — 2.');
  expect(records).toContain('href="/research/?phase=3&amp;status=recruiting&amp;page=2">К последней');
  expect(records).not.toContain('не подходит ни одна запись');
});

const hostile = '<img src=x onerror=alert(1)>" \'&';
const strange = {
  id: 7,
  title: hostile,
  title_en: hostile,
  lead: hostile,
  place: hostile,
  inn: hostile,
  city: hostile,
  sponsor: hostile,
  method: hostile,
  about: hostile,
  topics: [hostile],
  cities: [hostile],
  phones: [hostile],
  atc: [hostile],
  started_at: '2024-05',
  starts_at: '2026-11-28T10:00',
  numbers: [{ registry: 'NCT', number: hostile }],
  diseases: [1],
};

const listed = publicKinds.filter(({ keyedBy }) => keyedBy !== 'code');
test.each(listed.flatMap((kind) => viewsOf(kind.name).map((view) => [kind.name, view] as const)))(
  'rows of %s as %s hold every title as text, with and without fields',
  (name, view) => {
    const kind = listed.find((one) => one.name === name)!;
    const answer: ListAnswer = {
      ...empty,
      items: [strange, { id: 8, title: 'Пусто' }],
      total: 2,
      linked: [{ id: 1, title: hostile }],
    };
    const { records } = partsOf(factsOf(kind), { ...asked, facets: {}, view }, answer, today, 2);
    expect(records).not.toContain('<img');
    expect(records).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(records).toContain('Пусто');
    expect(records).not.toContain('undefined');
  },
);

test('the form marks what is chosen, and unfolds a long facet whose last value is chosen', () => {
  const values = Array.from({ length: 20 }, (_, index) => ({
    id: `v${index}`,
    value: `Значение ${index}`,
    count: index,
  }));
  const html = formHtml(facts, [{ field: 'status', title: 'Статус', values }], {
    ...asked,
    facets: { status: ['v19'] },
  });
  expect(html).toContain('value="v19" checked');
  expect(html).toContain('<details class="facet-more" open>');
  expect(html.match(/type="checkbox"/g)).toHaveLength(20);
});

test('on the axis of time the years narrow the list, and studies without days are told as such', () => {
  const answer: ListAnswer = {
    ...empty,
    items: [{ id: 7, title: 'С датой', started_at: '2024-05' }],
    total: 1,
    years: [
      { year: 2025, count: 3 },
      { year: 2024, count: 1 },
    ],
  };
  const inTime = (year?: string) =>
    partsOf(facts, { ...asked, year, view: 'time' }, answer, today, 4).records;
  expect(inTime()).toContain('href="/research/?phase=3&amp;status=recruiting&amp;year=2024&amp;view=time"');
  expect(inTime('2024')).toContain('year=2024&amp;view=time" aria-current="true"');
  expect(inTime()).toContain('class="gantt"');
  const without = partsOf(
    facts,
    { ...asked, view: 'time' },
    { ...answer, items: [{ id: 7, title: 'Без даты' }] },
    today,
  );
  expect(without.records).toContain('в каталоге не указано');
  expect(without.records).toContain('Без даты');
});

test('what is known of a drug, what is known not to be and what nobody has compared are three different words', () => {
  const rowsOf = (items: ListAnswer['items']) =>
    partsOf(factsOf(kindsByName.drug), { ...asked, facets: {} }, { ...empty, items, total: 1 }, today)
      .records;
  const unknown = rowsOf([{ id: 1, title: 'Первый' }]);
  expect(unknown.match(/Не сверено/g)).toHaveLength(2);
  expect(unknown).not.toMatch(/не зарегистрирован|не входит/i);
  const known = rowsOf([
    {
      id: 1,
      title: 'Первый',
      registration: { state: 'not-registered' },
      lists: ['krug-dobra'],
      lists_checked: ['krug-dobra', 'vital'],
    },
  ]);
  expect(known).toContain('Не зарегистрирован в России');
  expect(known).toContain('Круг добра');
  expect(known).toContain('не входит: ЖНВЛП');
  const lapsed = rowsOf([
    { id: 1, title: 'Первый', registration: { state: 'registered', valid_until: '2026-11-21' } },
  ]);
  expect(lapsed).toContain('Срок регистрации истёк 21\u00a0ноября 2026');
  expect(lapsed).not.toContain('Зарегистрирован в России');
});

test('the status of a study never stands without its day, in any view', () => {
  for (const view of viewsOf('research')) {
    const { records } = partsOf(
      facts,
      { ...asked, view },
      {
        ...empty,
        total: 1,
        items: [
          {
            id: 7,
            title: 'Исследование',
            status: 'recruiting',
            status_checked_at: '2025-07-03',
            started_at: '2024-05',
          },
        ],
      },
      today,
    );
    expect(records).toContain('Набор открыт на\u00a003.07.2025');
  }
});
