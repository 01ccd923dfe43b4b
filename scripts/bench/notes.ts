import { readFile } from 'node:fs/promises';
import { prepareWords } from '#domain/signs/reader/lexicon.ts';
import { readNote } from '#domain/signs/reader/note.ts';
import { joinNames } from '#domain/signs/words.ts';
import { figuresOf, type JudgedNote, type Read } from '../../tests/sample/signs/figures.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { readArguments } from '../arguments.ts';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFile(new URL(file, root), 'utf8');

/** Held-out parts are measured only by name, so that they are not used up. */
const parts = ['development', 'development-2', 'development-3', 'held-out', 'held-2'];
const usual = parts.slice(0, 3);

export const usage = {
  name: 'bench notes',
  arguments: '[PARTS…]',
  about: `how well signs are read in judged notes, and how fast: ${parts.join(', ')}`,
} as const;

/** `npm run bench -- notes [PARTS…]`: figures only, also of held-out notes. */
export async function run(args: string[]): Promise<void> {
  const { positionals } = readArguments(args, usage);
  const unknown = positionals.find((name) => !parts.includes(name));
  if (unknown !== undefined) throw new OperatorError(`Заметок «${unknown}» нет, есть: ${parts.join(', ')}.`);
  const words = prepareWords(
    joinNames(await read('src/starter/hpo-signs-ru.tsv'), await read('src/starter/sign-words.tsv')),
  );
  const reader: Read = (text) => readNote(text, words).signs;
  for (const part of positionals.length > 0 ? positionals : usual) {
    const lines = (await read(`tests/sample/signs/${part}.jsonl`)).trim().split('\n');
    const notes = lines.map((line) => JSON.parse(line) as JudgedNote);
    const { f1, precision, recall, negation, uncertainty, leaks } = figuresOf(notes, reader);
    console.log(
      `${part}, ${notes.length} notes: F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; negation ${negation.toFixed(3)}, uncertainty ${uncertainty.toFixed(3)}, signs of relatives given to the patient ${leaks}; ${timeOf(notes, reader).toFixed(1)} ms of processor for 1000 characters`,
    );
  }
}

/** CPU time for 1,000 characters, warm. */
function timeOf(notes: readonly JudgedNote[], reader: Read): number {
  const rounds = 5;
  const { user, system } = process.cpuUsage();
  for (let round = 0; round < rounds; round++) for (const { text } of notes) reader(text);
  const spent = process.cpuUsage({ user, system });
  const characters = notes.reduce((sum, { text }) => sum + text.length, 0) * rounds;
  return (spent.user + spent.system) / characters;
}
