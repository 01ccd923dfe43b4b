import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import type { Settings } from '../settings.ts';

/** Where the key of copies lies when the operator has set none: away from DATA_DIR, which the copies are made of. */
export const placeOfBackupKey = (environment: NodeJS.ProcessEnv = process.env) =>
  path.join(
    environment['XDG_CONFIG_HOME'] || path.join(homedir(), '.config'),
    'orphan-register',
    'backup.key',
  );

/** The key of copies: BACKUP_KEY, or one of our own that is made for the first copy. */
export async function backupSecret(
  { BACKUP_KEY }: Pick<Settings, 'BACKUP_KEY'>,
  { isNewFine }: { isNewFine: boolean },
): Promise<{ secret: string; isNew: boolean; place: string | null }> {
  if (BACKUP_KEY) return { secret: BACKUP_KEY, isNew: false, place: null };
  const place = placeOfBackupKey();
  const found = await readFile(place, 'utf8').catch(() => undefined);
  if (found) return { secret: found.trim(), isNew: false, place };
  if (!isNewFine)
    throw new OperatorError(`Копия зашифрована: задайте BACKUP_KEY или положите её ключ в ${place}.`);
  const secret = randomBytes(32).toString('base64url');
  try {
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    await writeFile(place, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    throw new OperatorError(
      `Ключ копий нельзя записать в ${place}: задайте BACKUP_KEY, не меньше 16 знаков, и храните его отдельно от копий.`,
      { cause },
    );
  }
  return { secret, isNew: true, place };
}
