import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkNames, type NamePair } from './names.ts';
import { namesOf, readNames, readStarter } from './starter.ts';

test('names of the whole base and the starter catalogue are consistent', async () => {
  const { lines } = await readStarter(join(import.meta.dirname, '../../src/starter'));
  const names = await readNames();
  expect(names.length).toBe(9960);
  expect(checkNames([...names, ...namesOf(lines)])).toEqual([]);
});

const pair = (title: string, english = 'Disease', more: Partial<NamePair> = {}): NamePair => ({
  orpha: 999_001,
  title,
  title_en: english,
  isOfficial: false,
  ...more,
});

test.each([
  ['genitive', [pair('Синдром глаукома — апноэ сна')]],
  ['genitive', [pair('X-сцепленный синдром паркинсонизм — спастичность')]],
  ['term', [pair('Тяжёлая умственная отсталость')]],
  ['term', [pair('Синдром микроцефалии-лицевых дисморфий')]],
  ['note', [pair('ЗАБОЛЕВАНИЕ, НЕ ОТНОСЯЩЕЕСЯ К РЕДКИМ В ЕВРОПЕ: Гипоспадия', '', { isOfficial: true })]],
  ['letters', [pair('Cиндром Марфана', '', { isOfficial: true })]],
  [
    'eponym',
    [pair('Синдром Ушера', 'Usher syndrome'), pair('Синдром Ашера, тип 1', 'Usher syndrome type 1')],
  ],
  ['eponym', [pair('Болезнь Канаван', 'Canavan disease'), pair('Форма Канавана', 'Mild Canavan disease')]],
])('a violation of the rule «%s» is found', (rule, names) => {
  expect(checkNames(names).map((finding) => finding.rule)).toEqual([rule]);
});

test('surnames, quoted words and Orphanet’s own words are ignored', () => {
  const fine = [
    pair('Синдром Коффина — Лоури', 'Coffin-Lowry syndrome'),
    pair('Синдром Кулена — де Вриса', 'Koolen-De Vries syndrome'),
    pair('Синдром «ногти — надколенник»', 'Nail-patella syndrome'),
    pair('Синдром глаукомы-апноэ сна', 'Glaucoma-sleep apnea syndrome'),
    pair('Х-сцепленная умственная отсталость', '', { isOfficial: true }),
    pair('Синдром Пфайффера', 'Pfeiffer syndrome'),
    pair('Кардиокраниальный синдром Пфайффера', 'Pfeiffer type cardiocranial syndrome'),
  ];
  expect(checkNames(fine)).toEqual([]);
});
