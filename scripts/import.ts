import { basename } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { openDatabase } from '#server/database/database.ts';
import { formats } from '#server/import/formats/index.ts';
import { reportLines } from '#server/import/report.ts';
import { importFile } from '#server/import/run.ts';
import { readSettings } from '#server/settings.ts';
import { Progress } from './progress.ts';
import { readArguments } from './arguments.ts';

/** `npm run import -- FORMAT FILE [--dry-run] [--publish]`: imports a file, also during operation. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    name: 'import',
    arguments: 'ФОРМАТ ФАЙЛ',
    about: 'Загружает файл в каталог; портал может работать.',
    choices: () => formats.map(({ name, title }) => [name, title]),
    options: {
      'dry-run': { about: 'показать, что изменится, и ничего не сохранить' },
      publish: { about: 'обновить после импорта опубликованный сайт' },
    },
  });
  const [format = '', path = ''] = positionals;

  const startedAt = performance.now();
  const isDry = values['dry-run'];
  using progress = new Progress(isDry ? 'Пробный импорт' : 'Импорт');
  {
    await using database = await openDatabase(readSettings());
    const summary = await importFile(database, {
      format,
      input: path,
      isDry,
      journal: { fileName: basename(path) },
      onProgress: (done, total) => progress.report(done, total),
    });
    progress.end();
    for (const line of reportLines(summary)) console.log(line);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(`Время: ${seconds} с, наибольшая память: ${megabytes} МБ`);
    if (summary.isFruitless)
      throw new OperatorError('Ни одна строка не принята: в каталоге ничего не изменилось.');
  }
  if (values.publish && !isDry) {
    const { run: publish } = await import('./publish.ts');
    await publish([]);
  }
}
