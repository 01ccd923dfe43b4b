import { expect, test } from 'vitest';
import { getKind } from '../kinds/index.ts';
import { namesIn } from './list.ts';

test('a code is labelled by the facet of its vocabulary, not by a record of the same number', () => {
  const facets = [
    { field: 'subject', title: 'Субъект Федерации', values: [{ id: '77', value: 'Москва', count: 2 }] },
    { field: 'diseases', title: 'Заболевание', values: [{ id: '77', value: 'Лейциноз', count: 1 }] },
  ];
  const names = namesIn({ facets, linked: [] }, getKind('clinic'), {});
  expect(names.termOf('subject', '77')).toBe('Москва');
  expect(names.termOf('subject', '99')).toBe('99');
});
