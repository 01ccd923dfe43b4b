import { formatBytes } from '#domain/bytes.ts';
import { makeBackup } from '#server/backup/backup.ts';
import { backupSecret } from '#server/backup/file.ts';
import { readSettings } from '#server/settings.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run backup -- [FILE] [--open]`: backs up database and uploads into one file during operation.
 * Encrypted with BACKUP_KEY or a key generated outside the data; `--open` leaves it plain.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    name: 'backup',
    arguments: '[ФАЙЛ]',
    about: 'Копия базы и загруженных файлов одним зашифрованным файлом; портал может работать.',
    options: { open: { about: 'не шифровать' } },
  });
  const isOpen = values.open;
  const [given] = positionals;
  const settings = readSettings();
  const startedAt = performance.now();
  const key = isOpen ? undefined : await backupSecret(settings, { isNewFine: true });
  const { uploads, bytes, file } = await makeBackup(settings, given ?? new Date(), key?.secret);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`Копия записана: ${file} (${formatBytes(bytes)}, файлов ${uploads}, за ${seconds} с)`);
  if (key?.isNew)
    console.log(
      `Копии зашифрованы ключом ${key.place}: перепишите его в надёжное место, без него их не открыть.`,
    );
  if (isOpen)
    console.log(
      'Копия не зашифрована: в ней сведения о людях. Ключа второго фактора (secret.key) в ней нет, сохраните его отдельно.',
    );
}
