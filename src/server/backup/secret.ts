import { OperatorError } from '#domain/operator-error.ts';
import { makeKeyFile, placeOfOwnKey, readKeyFile } from '../local-key.ts';
import type { Settings } from '../settings.ts';

/** Key of backups: BACKUP_KEY, or one generated for the first backup. */
export async function backupSecret(
  { BACKUP_KEY }: Pick<Settings, 'BACKUP_KEY'>,
  { isNewFine }: { isNewFine: boolean },
): Promise<{ secret: string; isNew: boolean; place: string | null }> {
  if (BACKUP_KEY) return { secret: BACKUP_KEY, isNew: false, place: null };
  const place = placeOfOwnKey('backup.key');
  const found = readKeyFile(place);
  if (found) return { secret: found, isNew: false, place };
  if (!isNewFine)
    throw new OperatorError(`Копия зашифрована: задайте BACKUP_KEY или положите её ключ в ${place}.`);
  try {
    return { secret: makeKeyFile(place), isNew: true, place };
  } catch (cause) {
    throw new OperatorError(
      `Ключ копий нельзя записать в ${place}: задайте BACKUP_KEY, не меньше 16 знаков, и храните его отдельно от копий.`,
      { cause },
    );
  }
}
