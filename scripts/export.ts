import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { OperatorError } from '#domain/operator-error.ts';
import { openDatabase } from '#server/database/database.ts';
import { exportCatalogue } from '#server/import/export.ts';
import { readSettings } from '#server/settings.ts';

/** `npm run export -- FILE`: exports the catalogue for `npm run import -- records FILE`; .gz compresses. */
export async function run(args: string[]): Promise<void> {
  const [file, ...rest] = args;
  if (file === undefined || rest.length > 0)
    throw new OperatorError('Нужен файл: npm run export -- ФАЙЛ.ndjson[.gz].');
  const database = await openDatabase(readSettings());
  try {
    // A partial file must not look complete.
    const unfinished = `${file}.part`;
    const lines = Readable.from(exportCatalogue(database.kysely));
    const target = createWriteStream(unfinished);
    if (file.endsWith('.gz')) await pipeline(lines, createGzip(), target);
    else await pipeline(lines, target);
    await rename(unfinished, file);
    console.log(`Каталог записан: ${file}`);
  } finally {
    await database.close();
  }
}
