import { expect, test } from 'vitest';
import { changedFields } from './changed.ts';
import { kindsByName } from './kinds/index.ts';

const names = { term: () => undefined, record: () => undefined };
const linesOf = (kind: keyof typeof kindsByName, before: object, after: object) =>
  changedFields(kindsByName[kind], { ...before }, { ...after }, names).map(({ text }) => text);

test('what importers keep for themselves is no news of a record', () => {
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

test('on what terms a test is done is news, though registers call what they study by the same word', () =>
  expect(
    linesOf('diagnostic', { conditions: 'По направлению врача' }, { conditions: 'Бесплатно по полису' }),
  ).toEqual(['Условия: По направлению врача → Бесплатно по полису']));

test('an item of a list is called as its kind says', () => {
  const genes = (...symbols: string[]) => ({ genes: symbols.map((symbol) => ({ symbol, role: 'causal' })) });
  expect(linesOf('disease', genes('GBA1'), genes('GBA1', 'PSAP'))).toEqual(['Гены — добавлено: PSAP']);
  const lists = { lists: [{ name: 'krug-dobra' }] };
  expect(linesOf('disease', { lists: [] }, lists)).toEqual(['Перечни — добавлено: Фонд «Круг добра»']);
  const numbers = (number: string) => ({ numbers: [{ registry: 'NCT', number }] });
  expect(linesOf('research', numbers('NCT01'), numbers('NCT02'))).toEqual([
    'Номера протокола — добавлено: NCT02; убрано: NCT01',
  ]);
});
