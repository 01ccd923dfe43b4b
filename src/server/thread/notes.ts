import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareWords, type SignWords } from '#domain/signs/reader/lexicon.ts';
import { readNote, type NoteReading } from '#domain/signs/reader/note.ts';
import { joinNames } from '#domain/signs/words.ts';

const starterFolder = join(import.meta.dirname, '../../starter');
let signWords: Promise<SignWords> | undefined;

/** Signs of a note, by the shipped names, which are loaded on first use. */
export async function readOwnNote(text: string): Promise<NoteReading> {
  return readNote(text, await (signWords ??= loadSignWords()));
}

async function loadSignWords(): Promise<SignWords> {
  const [labels, words] = await Promise.all(
    ['hpo-signs-ru.tsv', 'sign-words.tsv'].map((file) => readFile(join(starterFolder, file), 'utf8')),
  );
  return prepareWords(joinNames(labels!, words!));
}
