import { expect, test } from 'vitest';
import { whyPieces } from './match-reason.ts';

test.each([
  ['synonym', 'Глюкоцереброзидоз', 'синоним: Глюкоцереброзидоз'],
  ['abbreviation', 'СМА', 'сокращение: СМА'],
  ['gene', 'RET', 'ген RET'],
  ['code', 'E75.2', 'МКБ-10 E75.2'],
  ['code', '5C56.0Y', 'МКБ-11 5C56.0Y'],
  ['code', 'A16AB02', 'АТХ A16AB02'],
  ['code', 'ORPHA:355', 'ORPHA:355'],
  ['code', 'MONDO:0015626', 'MONDO:0015626'],
  ['code', 'ЛП-№(001102)-(РГ-RU)', 'РУ ЛП-№(001102)-(РГ-RU)'],
  ['code', 'NCT01234567', 'NCT01234567'],
] as const)('the reader sees by which %s a record was found: %s', (source, text, expected) => {
  const pieces = whyPieces({ source, pieces: [{ text, isMarked: true }] });
  expect(pieces.map((piece) => piece.text).join('')).toBe(expected);
  expect(pieces.at(-1)).toEqual({ text, isMarked: true });
});
