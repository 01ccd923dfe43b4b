import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Mark {
  kind: string;
  start: number;
  end: number;
}

export interface Sentence {
  text: string;
  marks: Mark[];
}

export type Half = 'development' | 'held-out';

/** Sentences of one half; personal data is marked as `{kind|words}`. */
export function readSentences(half: Half): Sentence[] {
  const lines = readFileSync(path.join(import.meta.dirname, `${half}.txt`), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(readSentence);
}

function readSentence(line: string): Sentence {
  const marks: Mark[] = [];
  let text = '';
  let last = 0;
  for (const match of line.matchAll(/\{([a-z]+)\|([^}]+)\}/g)) {
    text += line.slice(last, match.index);
    const [whole, kind = '', words = ''] = match;
    marks.push({ kind, start: text.length, end: text.length + words.length });
    text += words;
    last = match.index + whole.length;
  }
  return { text: text + line.slice(last), marks };
}
