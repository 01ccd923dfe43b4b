import { missingKeys } from '#server/audit/begin.ts';
import { restoreBackup } from '#server/backup/backup.ts';
import { backupSecret } from '#server/backup/file.ts';
import { openDatabase } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { readArguments } from './arguments.ts';

/** `npm run restore -- FILE`: restores a backup into an empty DATA_DIR or database. */
export async function run(args: string[]): Promise<void> {
  const { positionals } = readArguments(args, {
    name: 'restore',
    arguments: 'ФАЙЛ',
    about: 'Проверяет копию и восстанавливает её в пустую папку данных или базу.',
  });
  const [file = ''] = positionals;
  const settings = readSettings();
  const startedAt = performance.now();
  const uploads = await restoreBackup(
    settings,
    file,
    async () => (await backupSecret(settings, { isNewFine: false })).secret,
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`Копия цела, восстановлено за ${seconds} с; файлов ${uploads}.`);
  await using database = await openDatabase(settings);
  for (const sentence of await missingKeys(database)) console.log(sentence);
}
