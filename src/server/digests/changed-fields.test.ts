import { expect, test } from 'vitest';
import { changedLines } from './changed-fields.ts';
import { kindsByName } from '#domain/kinds/index.ts';

const names = { term: () => undefined, record: () => undefined };
const linesOf = (kind: keyof typeof kindsByName, before: object, after: object) =>
  changedLines(kindsByName[kind], { ...before }, { ...after }, names);

test("importers' internal fields are not news", () => {
  expect(
    linesOf(
      'research',
      { title_en: 'A study', conditions: ['Gaucher'], sites_in_russia: 1, status_checked_at: '2026-11-01' },
      { title_en: 'The study', conditions: [], sites_in_russia: 2, status_checked_at: '2026-11-22' },
    ),
  ).toEqual([]);
  expect(
    linesOf(
      'drug',
      { registration: { state: 'registered', checked_at: '2026-11-01' } },
      { registration: { state: 'registered', checked_at: '2026-11-22' } },
    ),
  ).toEqual([]);
});

test('the terms of a test are news, though registers use the same word for what they study', () =>
  expect(
    linesOf('diagnostic', { conditions: 'По направлению врача' }, { conditions: 'Бесплатно по полису' }),
  ).toEqual(['Условия: По направлению врача → Бесплатно по полису']));

test('an item of a list is named as its kind says', () => {
  const genes = (...symbols: string[]) => ({ genes: symbols.map((symbol) => ({ symbol, role: 'causal' })) });
  expect(linesOf('disease', genes('GBA1'), genes('GBA1', 'PSAP'))).toEqual(['Гены — добавлено: PSAP']);
  const lists = { lists: [{ name: 'krug-dobra' }] };
  expect(linesOf('disease', { lists: [] }, lists)).toEqual(['Перечни — добавлено: Фонд «Круг добра»']);
  const numbers = (number: string) => ({ numbers: [{ registry: 'NCT', number }] });
  expect(linesOf('research', numbers('NCT01'), numbers('NCT02'))).toEqual([
    'Номера протокола — добавлено: NCT02; убрано: NCT01',
  ]);
});
