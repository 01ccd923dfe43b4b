import { expect, test } from 'vitest';
import { sayEdit, tellEdit } from './edits.ts';

test('a change is told by the names of its fields', () => {
  const edit = { fields: ['status', 'sources'] };
  expect(sayEdit('research', edit)).toBe('Статус, источники');
  expect(tellEdit('research', edit)).toBe('Изменено: статус, источники.');
});

test('a first publication names no fields', () => {
  expect(tellEdit('drug', { fields: [] })).toBe('Запись опубликована.');
});
