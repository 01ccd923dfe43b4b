import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { openDatabase } from '#server/database/database.ts';
import { importFile } from '#server/import/run.ts';
import type { Settings } from '#server/settings.ts';
import { Progress } from './progress.ts';

const folder = path.join(import.meta.dirname, '../src/starter');

/** Fills an empty catalogue with the one that ships; a catalogue with a single record in it is left alone. */
export async function loadStarter(settings: Settings): Promise<void> {
  const database = await openDatabase(settings);
  try {
    const found = await database.kysely.selectFrom('records').select('id').limit(1).executeTakeFirst();
    if (found) return;
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
  } finally {
    await database.close();
  }
}
