import { expect, test } from 'vitest';
import { choices, isPlain, queryOf, readListRequest, valuesIn, escapeValue, without } from './request.ts';

const fields = ['status', 'phase', 'method'];
const read = (search: string) => readListRequest(new URLSearchParams(search), fields);

test('an address parses and serialises to the same, in a stable order', () => {
  const request = read('?phase=3&status=recruiting&status=active&view=table&page=2');
  expect(request).toMatchObject({
    facets: { phase: ['3'], status: ['recruiting', 'active'] },
    view: 'table',
    page: 2,
  });
  expect(queryOf(request)).toBe('?phase=3&status=active&status=recruiting&view=table&page=2');
  expect(read(queryOf(request)).facets).toEqual({ phase: ['3'], status: ['active', 'recruiting'] });
});

test('a comma list and repeated keys mean the same; a comma inside a value stays in it', () => {
  expect(read('?status=a,b').facets).toEqual(read('?status[]=a&status[]=b').facets);
  const value = 'ДНК, 100 %, кровь';
  expect(valuesIn(escapeValue(value))).toEqual([value]);
  expect(read(queryOf({ ...read(''), facets: { method: [value] } })).facets).toEqual({ method: [value] });
});

test('a city applies only to lists with places and is not a filter', () => {
  const request = readListRequest(new URLSearchParams('?near=Томск&status=active'), [...fields, 'near']);
  expect(queryOf(request)).toBe(`?status=active&near=${encodeURIComponent('Томск')}`);
  expect(choices(request)).toEqual([{ field: 'status', value: 'active' }]);
  expect(isPlain({ ...request, facets: {} })).toBe(false);
  expect(isPlain(read('?near=Томск'))).toBe(true);
});

test.each(['', '?utm_source=letter', '?status=', '?view=cards', '?page=0', '?page=two'])(
  '%j is the plain list',
  (search) => {
    expect(isPlain(read(search))).toBe(true);
    expect(queryOf(read(search))).toBe('');
  },
);

test('a choice is removed one by one, and the page resets', () => {
  const request = read('?phase=3&status=recruiting&status=active&letter=b&page=4');
  expect(choices(request)).toHaveLength(4);
  expect(queryOf(without(request, 'status', 'active'))).toBe('?phase=3&status=recruiting&letter=b');
  expect(queryOf(without(without(request, 'phase', '3'), 'letter', 'b'))).toBe(
    '?status=active&status=recruiting',
  );
});
