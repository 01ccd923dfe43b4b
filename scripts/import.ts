import { basename } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { openDatabase } from '#server/database/database.ts';
import { formats } from '#server/import/formats/index.ts';
import { reportLines } from '#server/import/report.ts';
import { importFile } from '#server/import/run.ts';
import { readSettings } from '#server/settings.ts';
import { Progress } from './progress.ts';

/** `npm run import -- FORMAT FILE [--dry-run] [--publish]`: imports a file, also during operation. */
export async function run(args: string[]): Promise<void> {
  const words = args.filter((argument) => !argument.startsWith('--'));
  const flags = new Set(args.filter((argument) => argument.startsWith('--')));
  const [format, path, ...rest] = words;
  for (const flag of flags)
    if (flag !== '--dry-run' && flag !== '--publish')
      throw new OperatorError(`Ключа ${flag} нет: есть --dry-run и --publish.`);
  if (format === undefined) {
    listFormats();
    return;
  }
  if (path === undefined || rest.length > 0) {
    throw new OperatorError('Нужны формат и файл: npm run import -- ФОРМАТ ФАЙЛ [--dry-run] [--publish].');
  }

  const startedAt = performance.now();
  const isDry = flags.has('--dry-run');
  const progress = new Progress(isDry ? 'Пробный импорт' : 'Импорт');
  const database = await openDatabase(readSettings());
  try {
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
  } finally {
    progress.end();
    await database.close();
  }
  if (flags.has('--publish') && !isDry) {
    const { run: publish } = await import('./publish.ts');
    await publish([]);
  }
}

function listFormats(): void {
  console.log('npm run import -- ФОРМАТ ФАЙЛ [--dry-run] [--publish]\n\nФорматы:');
  const width = Math.max(...formats.map(({ name }) => name.length));
  for (const { name, title } of formats) console.log(`  ${name.padEnd(width)}  ${title}`);
  console.log('\n--dry-run  показать, что изменится, и ничего не сохранить');
  console.log('--publish  обновить после импорта опубликованный сайт');
}
