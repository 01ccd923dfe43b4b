import { expect, test } from 'vitest';
import { kindsByName } from './kinds/index.ts';
import { currentSection, desktopMenu, mobileMenu, siteMap } from './menus.ts';

test('B079 B080 the desktop menu has six items in order, leading to their lists', () => {
  expect(desktopMenu.map(({ titles, path }) => [titles.many, path])).toEqual([
    ['Заболевания', '/deseases/'],
    ['Терапия', '/drugs/'],
    ['Исследования', '/research/'],
    ['Клинические случаи', '/cases/'],
    ['Учреждения', '/clinics/'],
    ['Наблюдательные проекты', '/observational_projects/'],
  ]);
});

test('B093 the mobile menu has seven items in order', () => {
  expect(mobileMenu.map(({ titles }) => titles.many)).toEqual([
    'Заболевания',
    'Терапия',
    'Исследования',
    'Мероприятия',
    'Учреждения',
    'Наблюдательные проекты',
    'Новости',
  ]);
});

test('every public section is reachable from the footer', () => {
  const reached = new Set(siteMap.map(({ name }) => name));
  for (const kind of [...desktopMenu, ...mobileMenu])
    expect(reached.has(kind.name) || kind.readers === 'doctors').toBe(true);
});

test('B081 a section is current on its list and below it', () => {
  const { disease, drug } = kindsByName;
  expect(currentSection(disease, '/deseases/')).toBe('page');
  expect(currentSection(disease, '/deseases/355/')).toBe('true');
  expect(currentSection(drug, '/deseases/355/')).toBeUndefined();
});
