import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Note {
  id: number;
  text: string;
  present: string[];
  absent: string[];
  uncertain?: string[];
  family?: string[];
}

const read = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const notes = ['development', 'held-out', 'development-2', 'held-2', 'development-3'].map((part) =>
  read(`sample/signs/${part}.jsonl`).map((line) => JSON.parse(line) as Note),
);
const terms = new Set(read('../src/starter/hpo-signs-ru.tsv').map((line) => line.split('\t', 1)[0]));

test('judged signs of the notes are terms that have a Russian name, and none is judged twice', () => {
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

test('there are 503 notes to develop with and twice 100 held out, and no note is in two parts', () => {
  const texts = notes.map((part) => part.map(({ text }) => text.toLowerCase()));
  expect(texts.map(({ length }) => length)).toEqual([300, 100, 153, 100, 50]);
  expect(new Set(texts.flat()).size).toBe(703);
});
