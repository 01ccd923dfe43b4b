import { moveDatabase } from '#server/backup/backup.ts';
import { findServer } from '#server/database/lock.ts';
import { readSettings } from '#server/settings.ts';
import { readArguments } from './arguments.ts';

/** `npm run move -- DATABASE_URL`: copies the embedded database to an empty PostgreSQL. */
export async function run(args: string[]): Promise<void> {
  const { positionals } = readArguments(args, {
    name: 'move',
    arguments: 'АДРЕС',
    about: 'Переносит встроенную базу в пустую PostgreSQL: postgres://user:password@host/base.',
  });
  const [to = ''] = positionals;
  const { DATABASE_URL: url = '' } = readSettings({ DATABASE_URL: to });
  const { DATA_DIR } = readSettings({ ...process.env, DATABASE_URL: '' });
  const isServing = findServer(DATA_DIR) !== undefined;
  await moveDatabase({ DATA_DIR, DATABASE_URL: undefined }, { DATA_DIR, DATABASE_URL: url });
  console.log(
    'Перенесено и сверено построчно. Задайте DATABASE_URL и запустите сервер; загруженные файлы остались в DATA_DIR.',
  );
  if (isServing)
    console.log(
      'Сервер работал: что изменилось за время переноса, не перенесено. Остановите его и повторите в пустую базу.',
    );
}
