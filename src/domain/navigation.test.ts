import { expect, test } from 'vitest';
import { publicKinds } from './kinds/index.ts';
import { currentSection, isForDoctors, navigation } from './navigation.ts';

const menu = (code: string) => navigation.find((entry) => entry.code === code)?.items ?? [];

test('B079 B080 the desktop menu has six items in order, leading to their lists', () => {
  expect(menu('main').map(({ title, url }) => [title, url])).toEqual([
    ['Заболевания', '/deseases/'],
    ['Терапия', '/drugs/'],
    ['Исследования', '/research/'],
    ['Клинические случаи', '/cases/'],
    ['Учреждения', '/clinics/'],
    ['Наблюдательные проекты', '/observational_projects/'],
  ]);
});

test('B093 the mobile menu has seven items in order', () => {
  expect(menu('mobile').map(({ title }) => title)).toEqual([
    'Заболевания',
    'Терапия',
    'Исследования',
    'Мероприятия',
    'Учреждения',
    'Наблюдательные проекты',
    'Новости',
  ]);
});

test('every section is linked from the footer', () => {
  const reached = new Set(menu('footer').map(({ url }) => url));
  for (const { url } of [...menu('main'), ...menu('mobile')]) expect(reached).toContain(url);
  for (const { path } of publicKinds.filter(({ name }) => name !== 'page')) expect(reached).toContain(path);
});

test.each([
  ['/deseases/', '/deseases/', 'page'],
  ['/deseases/', '/deseases/355/', 'true'],
  ['/drugs/', '/deseases/355/', undefined],
  ['/', '/deseases/', undefined],
  ['/page', '/pages/', undefined],
  ['https://example.ru/', '/deseases/', undefined],
])('B081 menu item %s on page %s is marked %s', (url, pathname, current) => {
  expect(currentSection(url, pathname)).toBe(current);
});

test("B082 the doctors' section is locked", () => {
  expect(menu('main').filter(({ url }) => isForDoctors(url))).toEqual([
    { title: 'Клинические случаи', url: '/cases/' },
  ]);
});
