import { expect, test } from 'vitest';
import { portalPages } from './portal.ts';

const terms = [{ title: 'Пенетрантность', url: '/glossary/#penetrance' }];

test.each([
  ['маршрут пациента', '/access/route/'],
  ['отказали', '/access/route/'],
  ['отказали в лекарстве', '/access/route/'],
  ['не выдают препарат', '/access/route/'],
  ['жалоба', '/access/route/'],
  ['второе мнение', '/access/route/'],
  ['контакты', '/contacts/'],
  ['горячая линия', '/contacts/'],
  ['глоссарий', '/glossary/'],
  ['14 ВЗН', '/access/'],
  ['открытые данные', '/open-data/'],
  ['что такое пенетрантность', '/glossary/#penetrance'],
  ['психолог', '/resources/'],
])('«%s» leads to %s', (query, url) => {
  expect(portalPages(query, terms).map((page) => page.url)).toEqual([url]);
});

test.each(['гоше', 'мукополисахаридоз', 'жалоба гоше', 'E75.2', 'что это', ''])(
  '«%s» is no page of the portal',
  (query) => {
    expect(portalPages(query, terms)).toEqual([]);
  },
);

test.each(['болезнь крона', 'Крона', 'синдром жильбера', 'болезнь Бехтерева', 'диабет'])(
  '«%s» is said not to be rare, with the page of Orphanet that says so',
  (query) => {
    const [page] = portalPages(query);
    expect(page?.title).toContain('Orphanet не относит к редким');
    expect(page?.url).toMatch(/^https:\/\/www\.orpha\.net\/en\/disease\/detail\/\d+$/);
  },
);

test('a rare disease of a similar name is not said to be frequent', () => {
  for (const query of ['ювенильный паркинсонизм', 'болезнь Гоше', 'неонатальный сахарный диабет', 'болезнь'])
    expect(portalPages(query), query).toEqual([]);
});

test('a question for a meaning leads to the glossary where its terms are not known', () => {
  expect(portalPages('Что такое пенетрантность')).toEqual([{ title: 'Глоссарий', url: '/glossary/' }]);
});
