import { parseArgs } from 'node:util';
import { portalDay } from '#domain/dates.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { openDatabase } from '#server/database/database.ts';
import { openInput } from '#server/import/input.ts';
import { reportLines } from '#server/import/report.ts';
import { Summary } from '#server/import/summary.ts';
import { readSettings } from '#server/settings.ts';
import { formats } from './etl/formats.ts';
import { joinSource, lineOf, readCatalogue, recordLines } from './etl/join.ts';
import { writeLines } from './export.ts';

const usage = 'npm run etl -- ФОРМАТ ФАЙЛ… [--out ФАЙЛ.ndjson[.gz]]';

/**
 * `npm run etl -- FORMAT FILE… [--out FILE]`: turns public data into the records of the catalogue that they
 * change, for `npm run import -- records FILE`. Only reads the database.
 */
export async function run(args: string[]): Promise<void> {
  const { name, files, out } = readArguments(args);
  if (name === undefined) {
    listFormats();
    return;
  }
  const format = formats.find((candidate) => candidate.name === name);
  if (!format)
    throw new OperatorError(`Формата «${name}» нет. Есть: ${formats.map((one) => one.name).join(', ')}.`);
  if (files.length === 0) throw new OperatorError(`Нужны файлы: ${usage}.`);

  const database = await openDatabase(readSettings());
  try {
    const summary = new Summary(format.name, false);
    const catalogue = await readCatalogue(database.kysely);
    const lines: string[] = [];
    for (const file of files) {
      const input = await openInput(file, format.files);
      const source = { format, input, today: portalDay(new Date()) };
      for (const term of await joinSource(catalogue, source, summary)) lines.push(lineOf(term));
    }
    lines.push(...recordLines(catalogue));
    if (out !== undefined) await writeLines(out, lines);
    for (const line of reportLines(summary, `Записи из ${format.name}`)) console.log(line);
    if (out !== undefined) console.log(`Записано: ${out}. Дальше: npm run import -- records ${out}`);
    if (summary.isFruitless) throw new OperatorError('Ни одна строка не принята.');
  } finally {
    await database.close();
  }
}

function readArguments(args: string[]): {
  name: string | undefined;
  files: string[];
  out: string | undefined;
} {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: 'string' } },
    });
    const [name, ...files] = positionals;
    return { name, files, out: values.out };
  } catch (cause) {
    throw new OperatorError(usage, { cause });
  }
}

function listFormats(): void {
  console.log(`${usage}\n\nФорматы:`);
  const width = Math.max(...formats.map(({ name }) => name.length));
  for (const { name, title } of formats) console.log(`  ${name.padEnd(width)}  ${title}`);
  console.log('\n--out  записать записи; без него только показать, что изменится');
}
