import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { openDatabase, type Database } from '#server/database/database.ts';
import { importFile } from '#server/import/run.ts';
import type { Summary } from '#server/import/summary.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { Progress } from './progress.ts';
import { readArguments } from './arguments.ts';

const folder = path.join(import.meta.dirname, '../src/starter');

/**
 * `npm run starter -- whole`: imports the whole base of Orphanet; `-- make FOLDER` rebuilds its file, `--
 * signs FOLDER` the index of signs, from public data.
 */
export async function run(args: string[]): Promise<void> {
  const { positionals } = readArguments(args, {
    name: 'starter',
    arguments: 'ДЕЙСТВИЕ [ПАПКА]',
    about: 'Вся база Orphanet.',
    choices: () => [
      ['whole', 'загрузить её в каталог'],
      ['make ПАПКА', 'собрать её файл заново из открытых данных'],
      ['signs ПАПКА', 'собрать указатель признаков'],
    ],
  });
  const [action, data] = positionals;
  if (action === 'whole' && data === undefined) await takeWhole(readSettings());
  else if (action === 'make' && data !== undefined) {
    const { makeBase } = await import('./starter/base.ts');
    const { entities, bytes } = await makeBase(data);
    console.log(`Записей: ${entities}, файл: ${(bytes / 1e6).toFixed(2)} МБ`);
  } else if (action === 'signs' && data !== undefined) {
    const { makeSigns } = await import('./starter/signs.ts');
    const { candidates, links, bytes } = await makeSigns(data);
    console.log(
      `Болезней: ${candidates}, связей с признаками: ${links}, файл: ${Math.round(bytes / 1e3)} КБ`,
    );
  } else throw new OperatorError('Действия: whole, make ПАПКА, signs ПАПКА (npm run starter -- --help).');
}

async function takeWhole(settings: Settings): Promise<void> {
  const startedAt = performance.now();
  await loadCatalogue({ ...settings, CATALOGUE: 'starter' });
  await using database = await openDatabase(settings);
  const { records, rejectedCount } = await loadWhole(database);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `Вся база Orphanet: новых ${records.new}, изменено ${records.changed}, без изменений ${records.same}, отклонено ${rejectedCount}`,
  );
  console.log(`Время: ${seconds} с, наибольшая память: ${megabytes} МБ`);
}

/** Exists while the whole base is still to be imported into an empty catalogue. */
const wholeIsDue = 'whole base';

/**
 * Fills an empty catalogue by CATALOGUE; one with records is left alone, unless its filling was interrupted.
 */
export async function loadCatalogue(settings: Settings): Promise<void> {
  if (settings.CATALOGUE === 'none') return;
  await using database = await openDatabase(settings);
  const db = database.kysely;
  const found = await db.selectFrom('records').select('id').limit(1).executeTakeFirst();
  if (!found) {
    if (settings.CATALOGUE === 'whole')
      await database.transaction((tx) =>
        tx
          .insertInto('meta')
          .values({ name: wholeIsDue, value: 1 })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
    await loadStarter(database);
  }
  if (settings.CATALOGUE !== 'whole') return;
  const due = await db.selectFrom('meta').select('name').where('name', '=', wholeIsDue).executeTakeFirst();
  if (!due) return;
  await loadWhole(database);
  await database.transaction((tx) => tx.deleteFrom('meta').where('name', '=', wholeIsDue).execute());
}

async function loadStarter(database: Database): Promise<void> {
  const progress = new Progress('Стартовый каталог');
  const summary = await importFile(database, {
    format: 'records',
    input: folder,
    onProgress: (done, total) => progress.report(done, total),
  });
  progress.end();
  const [problem] = summary.rejections;
  if (problem)
    throw new OperatorError(`Стартовый каталог с ошибкой, строка ${problem.line}: ${problem.reason}.`);
}

/**
 * Imports the whole base in one transaction: creates missing records and updates unedited fields. Values of
 * editors and of the starter stay.
 */
async function loadWhole(database: Database): Promise<Summary> {
  using progress = new Progress('Вся база Orphanet');
  return await importFile(database, {
    format: 'base',
    input: path.join(folder, 'orphanet.ndjson.zst'),
    onProgress: (done, total) => progress.report(done, total),
  });
}
