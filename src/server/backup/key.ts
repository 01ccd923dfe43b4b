import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';

export const placeOfKey = (dataDir: string) => path.resolve(dataDir, 'secret.key');

/** The generated key of second factors: without it a backup lets no editor in. */
export async function readKey(dataDir: string): Promise<string | null> {
  try {
    return await readFile(placeOfKey(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a backup's key; returns whether it is new. A different key is never overwritten. */
export async function putKey(dataDir: string, key: string): Promise<boolean> {
  const present = await readKey(dataDir);
  if (present === key) return false;
  if (present !== null)
    throw new OperatorError(
      `В папке данных ${path.resolve(dataDir)} уже есть данные: в ней другой ключ secret.key. Задайте пустую DATA_DIR.`,
    );
  const file = await open(placeOfKey(dataDir), 'wx', 0o600);
  try {
    await file.writeFile(key);
    await file.sync();
  } finally {
    await file.close();
  }
  return true;
}
