import { z } from 'zod';
import { expect, test } from 'vitest';
import { line } from './fields.ts';
import { kindsByName } from './index.ts';
import { defineKind, hintOf, type Kind } from './kind.ts';

const register = {
  name: 'register',
  path: '/registers/',
  api: 'registers',
  iblock: null,
  titles: { one: 'Регистр', many: 'Регистры', counted: ['регистр', 'регистра', 'регистров'] },
  lead: 'Регистры больных.',
  readers: 'anyone',
  keyedBy: 'id',
  order: { by: 'title' },
  pageSize: 60,
  facets: [],
  searched: { said: 'Название', titles: ['title'], synonyms: [], codes: [] },
  links: {},
  hint: [],
  card: [],
  external: null,
  groups: [],
  fields: z.strictObject({ title: line('Название') }),
} as const satisfies Kind;

test.each(['letter', 'year', 'view', 'page', 'page_size', 'sort'])(
  'a facet called %s, like a list parameter, is rejected by name',
  (field) => {
    const kind: Kind = { ...register, facets: [{ field, title: 'Год' }] };
    expect(() => defineKind(kind)).toThrow(`register: no facet may be called "${field}"`);
  },
);

test('a facet named like a list parameter is a compile error', () => {
  expect(defineKind({ ...register, facets: [{ field: 'level', title: 'Уровень' }] }).facets).toHaveLength(1);
  // @ts-expect-error Lists are asked for a year themselves.
  expect(() => defineKind({ ...register, facets: [{ field: 'year', title: 'Год' }] })).toThrow('year');
});

test('soft hyphens are dropped and spaces normalised', () => {
  const fields = { title: 'Гипер\u00adхолестеринемия у\u00a0детей', title_status: 'established' };
  const about = 'Доза 5\u00a0мг при гипер\u00adхолестеринемии.';
  expect(kindsByName.disease.fields.parse({ ...fields, about })).toMatchObject({
    title: 'Гиперхолестеринемия у детей',
    about: 'Доза 5\u00a0мг при гиперхолестеринемии.',
  });
});

test('a result names a day as readers write it, and an Orphanet number with its scheme', () => {
  const card = { id: 1, kind: 'news', title: 'Название', updated_at: '2026-11-27T00:00:00Z' };
  expect(hintOf(kindsByName.news, { ...card, date: '2026-02-25' })).toBe('25 февраля 2026');
  expect(hintOf(kindsByName.disease, { ...card, title_en: 'Gaucher disease', orpha: 355 })).toBe(
    'Gaucher disease · ORPHA:355',
  );
});
