import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { prepareWords } from '#domain/signs/reader/lexicon.ts';
import { readNote } from '#domain/signs/reader/note.ts';
import { joinNames } from '#domain/signs/words.ts';
import { figuresOf, type JudgedNote } from './sample/signs/figures.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const notesOf = (part: string) =>
  read(`sample/signs/${part}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JudgedNote);
const notes = ['development', 'held-out', 'development-2', 'held-2', 'development-3'].map(notesOf);
const russian = read('../src/starter/hpo-signs-ru.tsv');
const terms = new Set(
  russian
    .trim()
    .split('\n')
    .map((line) => line.split('\t', 1)[0]),
);

test('judged signs have Russian names, and each is judged once', () => {
  for (const note of notes.flat()) {
    const judged = [...note.present, ...note.absent, ...(note.uncertain ?? [])];
    expect(
      judged.filter((id) => !terms.has(id)),
      note.text,
    ).toEqual([]);
    expect(new Set(judged).size, note.text).toBe(judged.length);
    expect(
      (note.family ?? []).filter((id) => !terms.has(id)),
      note.text,
    ).toEqual([]);
  }
});

test('there are 503 development notes and twice 100 held out, without overlap', () => {
  const texts = notes.map((part) => part.map(({ text }) => text.toLowerCase()));
  expect(texts.map(({ length }) => length)).toEqual([300, 100, 153, 100, 50]);
  expect(new Set(texts.flat()).size).toBe(703);
});

/** Development parts. Figures of the held-out parts: `npm run bench -- notes PART`. */
test.each([
  ['development', { precision: 0.965, recall: 0.95, negation: 0.97, uncertainty: 0.96 }],
  ['development-2', { precision: 0.92, recall: 0.91, negation: 0.92, uncertainty: 1 }],
  ['development-3', { precision: 0.8, recall: 0.75, negation: 0.89, uncertainty: 1 }],
] as const)('signs of the %s notes are read no worse than before', (part, least) => {
  const words = prepareWords(joinNames(russian, read('../src/starter/sign-words.tsv')));
  const figures = figuresOf(notesOf(part), (text) => readNote(text, words).signs);
  for (const name of ['precision', 'recall', 'negation', 'uncertainty'] as const)
    expect(figures[name], name).toBeGreaterThanOrEqual(least[name]);
  expect(figures.leaks, 'signs of relatives given to the patient').toBe(0);
});
