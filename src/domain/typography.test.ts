import { expect, test } from 'vitest';
import { bound } from './typography.ts';

test.each([
  ['Центр имени Н. И. Пирогова', 'Центр имени Н.·И.·Пирогова'],
  ['Клиника, г. Санкт-Петербург', 'Клиника, г.·Санкт-Петербург'],
  ['Больница № 40', 'Больница №·40'],
  ['Набор у детей и взрослых', 'Набор у·детей и·взрослых'],
  ['Болезнь Шарко — Мари', 'Болезнь Шарко·— Мари'],
  ['Ниманна-Пика тип C', 'Ниманна-Пика тип C'],
  ['1–9 на 100 000', '1–9 на·100·000'],
])('in «%s» stays together what belongs together', (title, expected) => {
  expect(bound(title).replaceAll('\u00a0', '·')).toBe(expected);
  expect(bound(title).replaceAll('\u00a0', ' ')).toBe(title);
});
