import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { formatBytes } from '#domain/bytes.ts';
import { makeBackup } from '#server/backup/backup.ts';
import { readSettings } from '#server/settings.ts';

/** `npm run backup -- [FILE]` copies database and uploads into one file while the portal works. */
export async function run(args: string[]): Promise<void> {
  const [given, ...rest] = args;
  if (rest.length > 0) throw new OperatorError('npm run backup -- [ФАЙЛ]');
  const settings = readSettings();
  const file = given ?? (await nextFile(settings.DATA_DIR));
  const startedAt = performance.now();
  const { tables, uploads, bytes } = await makeBackup(settings, file);
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`Копия записана: ${file} (${formatBytes(bytes)}, за ${seconds} с)`);
  console.log(`Строк ${rows} в таблицах: ${Object.keys(tables).length}; файлов ${uploads.files}.`);
}

async function nextFile(folder: string): Promise<string> {
  const place = path.join(folder, 'backups');
  await mkdir(place, { recursive: true, mode: 0o700 });
  return path.join(place, `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`);
}
