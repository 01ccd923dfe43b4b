import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { prepareWords } from '../../src/domain/signs/reader/lexicon.ts';
import { readNote } from '../../src/domain/signs/reader/note.ts';
import { joinNames, packNames } from '../../src/domain/signs/words.ts';
import { figuresOf, type Figures, type JudgedNote, type Read } from '../../tests/sample/signs/figures.ts';
import { longestMatch } from './notes/peer.ts';
import { measured, type Row } from './common/measured.ts';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFile(new URL(file, root), 'utf8');
const maxMs = 10;

/** Held-out parts are measured only by name, so that they are not used up. */
const parts = ['development', 'development-2', 'development-3', 'held-out', 'held-2'] as const;
type Part = (typeof parts)[number];
const usual: readonly Part[] = ['development', 'development-2', 'development-3'];

/**
 * Accuracy of reading signs in judged notes (the named or development parts), compared with a plain
 * longest-name search without negation. Held-out notes give figures only.
 */
export async function prove(_isLong: boolean, given: readonly string[]): Promise<Row[]> {
  const names = joinNames(
    await read('src/starter/hpo-signs-ru.tsv'),
    await read('src/starter/sign-words.tsv'),
  );
  const words = prepareWords(names);
  const size = brotliCompressSync(packNames(names), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }).length;
  console.log(
    `Признаков ${names.length}, имён ${names.flatMap((one) => one.names).length}, ${size} Б в Brotli`,
  );
  const ours: Read = (text) => readNote(text, words).signs;
  const peer = longestMatch(names);
  const rows: Row[] = [];
  for (const part of given.length > 0 ? parts.filter((name) => given.includes(name)) : usual) {
    const lines = (await read(`tests/sample/signs/${part}.jsonl`)).trim().split('\n');
    const notes = lines.map((line) => JSON.parse(line) as JudgedNote);
    console.log(`  ${part}, заметок ${notes.length}`);
    console.log(`    длиннейшее имя из списка: ${textOf(figuresOf(notes, peer))}`);
    const figures = figuresOf(notes, ours);
    const isGood = figures.f1 >= 0.8 && figures.precision >= 0.88 && figures.negation >= 0.95;
    rows.push(
      measured(
        {
          target: 'signs: заметки',
          figure: `${part}: ${textOf(figures)}`,
          goal: 'F1 ≥ 0,80, точность ≥ 0,88, отрицания ≥ 0,95',
        },
        isGood,
      ),
    );
    const time = timeOf(notes, ours);
    rows.push(
      measured(
        {
          target: 'signs: время чтения',
          figure: `${part}: ${time.toFixed(1)} мс процессора на 1000 знаков`,
          goal: `≤ ${maxMs} мс`,
        },
        time <= maxMs,
      ),
    );
  }
  return rows;
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

const textOf = ({ f1, precision, recall, negation, uncertainty, leaks }: Figures) =>
  `F1 ${f1.toFixed(3)}, точность ${precision.toFixed(3)}, полнота ${recall.toFixed(3)}; отрицания ${negation.toFixed(3)}, сомнения ${uncertainty.toFixed(3)}, признаков родни приписано больному ${leaks}`;
