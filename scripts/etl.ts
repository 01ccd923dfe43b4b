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
import { readArguments } from './arguments.ts';

/**
 * `npm run etl -- FORMAT FILE… [--out FILE]`: turns public data into the records of the catalogue that they
 * change, for `npm run import -- records FILE`. Only reads the database.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    name: 'etl',
    arguments: 'ФОРМАТ ФАЙЛ…',
    about: 'Превращает открытые данные в записи для npm run import -- records; база только читается.',
    choices: () => formats.map(({ name, title }) => [name, title]),
    options: {
      out: { value: 'ФАЙЛ.ndjson[.gz]', about: 'записать записи; без него только показать, что изменится' },
    },
  });
  const [name, ...files] = positionals;
  const { out } = values;
  const format = formats.find((candidate) => candidate.name === name);
  if (!format)
    throw new OperatorError(`Формата «${name}» нет. Есть: ${formats.map((one) => one.name).join(', ')}.`);

  await using database = await openDatabase(readSettings());
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
}
