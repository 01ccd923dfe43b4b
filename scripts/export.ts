import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openDatabase } from '#server/database/database.ts';
import { exportCatalogue } from '#server/import/export.ts';
import { readSettings } from '#server/settings.ts';
import { readArguments } from './arguments.ts';

/** `npm run export -- FILE`: exports the catalogue for `npm run import -- records FILE`; .gz compresses. */
export async function run(args: string[]): Promise<void> {
  const { positionals } = readArguments(args, {
    name: 'export',
    arguments: 'ФАЙЛ',
    about: 'Записывает каталог в ФАЙЛ.ndjson для npm run import -- records; .gz сжимает.',
  });
  const [file = ''] = positionals;
  await using database = await openDatabase(readSettings());
  await writeLines(file, exportCatalogue(database.kysely));
  console.log(`Каталог записан: ${file}`);
}

/** Writes a whole file or none: a partial one must not look complete. `.gz` compresses. */
export async function writeLines(
  file: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const unfinished = `${file}.part`;
  const source = Readable.from(lines);
  const target = createWriteStream(unfinished);
  if (file.endsWith('.gz')) await pipeline(source, createGzip(), target);
  else await pipeline(source, target);
  await rename(unfinished, file);
}
