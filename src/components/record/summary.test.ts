import { readFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nearestOf, summaryOf, type Facts, type Parent } from './summary.ts';

const nothing: Facts = { type: 'disease', inheritance: [], onset: [], prevalence: [], genes: [] };
const summarise = (facts: Partial<Facts>, parent?: Parent) =>
  summaryOf({ ...nothing, ...facts }, parent).join(' ');

test.each<[Partial<Facts>, Parent | undefined, string]>([
  [
    {
      inheritance: ['autosomal-recessive'],
      onset: ['infancy', 'childhood'],
      prevalence: [{ type: 'point', class: '1-9-100000', place: 'Весь мир' }],
      genes: [{ symbol: 'GBA1', role: 'causal' }],
    },
    { title: 'Лизосомная болезнь', type: 'category' },
    'Заболевание; распространённость в мире — 1–9 на 100 000. Тип наследования — аутосомно-рецессивный; причина — изменения в гене GBA1. Начинается в младенчестве или в детстве.',
  ],
  [
    { type: 'clinical-subtype', onset: ['neonatal'] },
    { title: 'Болезнь «трёх» сосудов', type: 'disease' },
    'Клинический подтип, основная запись — «Болезнь „трёх“ сосудов». Начинается в период новорождённости.',
  ],
  [
    { type: 'category' },
    { title: 'Редкая болезнь', type: 'category' },
    'Категория в составе группы «Редкая болезнь».',
  ],
  [
    { prevalence: [{ type: 'cases', figure: 1, unit: 'families', place: 'Италия' }] },
    undefined,
    'Заболевание; описана 1 семья (Италия).',
  ],
  [
    { prevalence: [{ type: 'cases', figure: 22, place: 'Весь мир' }] },
    undefined,
    'Заболевание; описано 22 случая.',
  ],
  [
    { onset: ['infancy', 'childhood', 'adolescent', 'adult'] },
    undefined,
    'Начинается в разном возрасте, от младенчества до взрослого возраста.',
  ],
  [{ onset: ['adult', 'elderly'] }, undefined, 'Начинается во взрослом или пожилом возрасте.'],
  [
    { onset: ['antenatal', 'childhood', 'adult'] },
    undefined,
    'Начинается до рождения, в детстве или во взрослом возрасте.',
  ],
  [{ inheritance: ['unknown'] }, undefined, 'Тип наследования неизвестен.'],
  [{ inheritance: ['not-applicable'] }, undefined, 'Тип наследования к болезни не применим (по Orphanet).'],
  [
    { inheritance: ['x-linked-dominant', 'not-applicable'] },
    undefined,
    'Тип наследования — X-сцепленный доминантный; в части случаев он не применим (по Orphanet).',
  ],
  [
    { genes: ['A', 'B', 'C', 'D', 'E'].map((symbol) => ({ symbol, role: 'causal' as const })) },
    undefined,
    'Причина — изменения в одном из 5 генов.',
  ],
  [
    {
      genes: ['GANAB', 'ALG9', 'PKD1', 'PKD2', 'DNAJB11'].map((symbol) => ({
        symbol,
        role: 'causal' as const,
        ...(symbol.startsWith('PKD') && { validity: 'definitive' as const }),
      })),
    },
    undefined,
    'Причина — изменения в генах PKD1 и PKD2 или в одном из ещё 3 генов.',
  ],
  [{ genes: [{ symbol: 'DICER1', role: 'susceptibility' }] }, undefined, 'Ген предрасположенности — DICER1.'],
  [{ genes: [{ symbol: 'HTT', role: 'causal', validity: 'refuted' }] }, undefined, ''],
  [
    {
      genes: [
        { symbol: 'BRAF', role: 'causal', origin: 'somatic' },
        { symbol: 'X1', role: 'modifying' },
      ],
    },
    undefined,
    'Причина — соматические изменения в гене BRAF.',
  ],
])('%j under %j reads as sentences', (facts, parent, text) => {
  expect(summarise(facts, parent)).toBe(text);
});

test('a subtype names its disease; others a group of their first area, clinical groups before categories', () => {
  const bone: Parent = { title: 'Кости', type: 'category', areas: ['bone'] };
  const clinical: Parent = { title: 'Дисплазия', type: 'clinical-group', areas: ['bone'] };
  const eye: Parent = { title: 'Глаза', type: 'clinical-group', areas: ['eye'] };
  const whole: Parent = { title: 'Болезнь', type: 'disease', areas: ['eye'] };
  const near = (type: Facts['type'], areas: string[]) =>
    nearestOf({ type, areas }, [eye, bone, clinical, whole])?.title;
  expect(near('clinical-subtype', ['bone'])).toBe('Болезнь');
  expect([near('disease', ['bone']), near('disease', ['heart'])]).toEqual(['Дисплазия', 'Глаза']);
});

/** All shipped entities with Russian names. */
function wholeBase() {
  const folder = path.join(import.meta.dirname, '../../starter');
  const names = new Map(
    readFileSync(path.join(folder, 'orphanet-names-ru.tsv'), 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([code = '', name = '']) => [code, name]),
  );
  const [, ...lines] = zstdDecompressSync(readFileSync(path.join(folder, 'orphanet.ndjson.zst')))
    .toString()
    .trim()
    .split('\n');
  type Line = Partial<Facts> & Pick<Facts, 'type'> & { orpha: number; areas?: string[]; parents?: string[] };
  return lines.map((line) => {
    const { areas = [], parents = [], ...facts } = JSON.parse(line) as Line;
    const title = names.get(String(facts.orpha)) ?? '';
    return { ...nothing, ...facts, title, areas, parents };
  });
}

test('every shipped entity reads as well-formed sentences', () => {
  const entities = wholeBase();
  const byCode = new Map(entities.map((entity) => [`ORPHA:${entity.orpha}`, entity]));
  const texts = entities.map((entity) => {
    const parents = entity.parents.flatMap((code) => byCode.get(code) ?? []);
    return [entity.orpha, summaryOf(entity, nearestOf(entity, parents))] as const;
  });
  expect(texts).toHaveLength(9960);
  const isWell = (sentence: string) =>
    /^[А-ЯЁ][^.].*[\p{L}\d»)]\.$/u.test(sentence) &&
    !/undefined|null|NaN|\s{2}|\s[.,;)]|[.,;(]\.|«»|; *;/.test(sentence);
  expect(texts.filter(([, sentences]) => !sentences.every(isWell))).toEqual([]);
  expect(texts.filter(([, sentences]) => sentences.join(' ').length > 500)).toEqual([]);
  // An entity without facts has no summary.
  expect(texts.filter(([, sentences]) => sentences.length === 0).length).toBeLessThan(500);
});
