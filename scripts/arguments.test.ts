import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

const usage = {
  name: 'import',
  arguments: 'ФОРМАТ [ФАЙЛ]',
  about: 'Загружает файл.',
  options: {
    'dry-run': { about: 'ничего не сохранять' },
    out: { value: 'ФАЙЛ', about: 'куда записать' },
  },
} as const;

test('options and words are read in any order', () => {
  expect(readArguments(['--out', 'a.ndjson', 'records', 'b.csv', '--dry-run'], usage)).toEqual({
    values: { out: 'a.ndjson', 'dry-run': true },
    positionals: ['records', 'b.csv'],
  });
  expect(readArguments(['records', '--out=-'], usage).values).toEqual({ out: '-', 'dry-run': false });
});

test.each([
  [['records', '--dryrun'], 'Ключа --dryrun нет.'],
  [['records', '-x'], 'Ключа -x нет.'],
  [['records', '--out'], 'После --out нужно значение: ФАЙЛ.'],
  [['records', '--out', '--dry-run'], 'После --out нужно значение: ФАЙЛ.'],
  [['records', '--dry-run=1'], 'Ключу --dry-run значение не нужно.'],
  [[], 'Не хватает: ФОРМАТ.'],
  [['records', 'a', 'b'], 'Лишнее: b.'],
  [['records', '--constructor'], 'Ключа --constructor нет.'],
])('%j is refused with the usage', (args, problem) => {
  expect(() => readArguments(args, usage)).toThrow(problem);
  expect(() => readArguments(args, usage)).toThrow(
    'npm run import -- ФОРМАТ [ФАЙЛ] [--dry-run] [--out ФАЙЛ]',
  );
});
