import { expect, test } from 'vitest';
import { describeEdit, describeRecordEdit } from './edits.ts';

test('a change is described by the names of its fields', () => {
  const edit = { fields: ['status', 'sources'] };
  expect(describeEdit('research', edit)).toBe('Статус, источники');
  expect(describeRecordEdit('research', edit)).toBe('Изменено: статус, источники.');
});

test('a first publication names no fields', () => {
  expect(describeRecordEdit('drug', { fields: [] })).toBe('Запись опубликована.');
});
