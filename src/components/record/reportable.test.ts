import { expect, test } from 'vitest';
import { reportableFields } from './reportable.ts';

test('a report can be about a field that readers see filled in, and about no other', () => {
  const drug = { kind: 'drug', title: 'Церезим', inn: 'имиглюцераза', atc: [], dosing: 'для врачей' };
  expect(reportableFields(drug)).toEqual([
    { field: 'title', title: 'Торговое наименование' },
    { field: 'inn', title: 'МНН' },
  ]);
});
