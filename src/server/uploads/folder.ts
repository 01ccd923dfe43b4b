import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HttpError } from '../http-error.ts';
import type { Storage, StoragePlace } from './storage.ts';

export function uploadsFolder({ DATA_DIR }: Pick<StoragePlace, 'DATA_DIR'>): Storage {
  const root = path.resolve(DATA_DIR, 'uploads');
  // Divided by the first two letters: a flat folder of a hundred thousand files is slow.
  const placeOf = (name: string) => path.join(root, name.slice(0, 2), name);

  return {
    async put(bytes, name = randomBytes(24).toString('hex')) {
      const place = placeOf(name);
      const half = `${place}.part`;
      try {
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        const file = await open(half, 'wx', 0o600);
        try {
          for await (const chunk of bytes) await file.write(chunk);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(half, place);
        await syncFolder(path.dirname(place));
        return name;
      } catch (error) {
        await rm(half, { force: true });
        if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? ''))
          throw new HttpError(507, 'На сервере кончилось место для файлов. Повторите позже.');
        throw error;
      }
    },
    async open(name) {
      try {
        return (await open(placeOf(name), 'r')).createReadStream();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(names) {
      for (const name of names) await rm(placeOf(name), { force: true });
    },
    async *list() {
      for (const folder of await namesIn(root))
        for (const name of await namesIn(path.join(root, folder))) {
          const found = await stat(path.join(root, folder, name)).catch(() => undefined);
          if (found) yield { name, at: found.mtimeMs };
        }
    },
  };
}

/** A new file survives a power cut only if its folder is synced. */
async function syncFolder(place: string): Promise<void> {
  const folder = await open(place, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function namesIn(place: string): Promise<string[]> {
  try {
    return await readdir(place);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
