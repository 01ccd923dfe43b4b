import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBucket, type BucketKeys } from '#storage/bucket.ts';
import { filesIn } from './files.ts';

/** Delivery target: a directory or S3-compatible storage. */
export interface DeliveryTarget {
  put(file: string, bytes: Uint8Array, about: About): Promise<void>;
  remove(file: string): Promise<void>;
  /** Size in bytes by name. */
  list(): Promise<Map<string, number>>;
}

/** A delivery failed: readers of the target have an older site. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}

export interface About {
  type: string;
  cache: string;
  /** Redirect, in the storage's own way. */
  movedTo?: string | undefined;
}

/**
 * `file:///srv/site`, or
 * `s3://bucket/prefix?endpoint=https://storage.example&region=ru-1`, keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
 */
export function openTarget(url: string, keys: BucketKeys = process.env): DeliveryTarget {
  return url.startsWith('file:') ? directory(fileURLToPath(url)) : bucket(url, keys);
}

function directory(folder: string): DeliveryTarget {
  return {
    async put(file, bytes) {
      const place = path.join(folder, file);
      await makeOpen(path.dirname(place));
      await writeFile(`${place}.new`, bytes);
      // Readable by another web server's user.
      await chmod(`${place}.new`, 0o644);
      await rename(`${place}.new`, place);
    },
    remove: (file) => rm(path.join(folder, file), { force: true }),
    async list() {
      const files = new Map<string, number>();
      const names = existsSync(folder) ? await filesIn(folder) : [];
      for (const name of names)
        if (!name.endsWith('.new')) files.set(name, (await stat(path.join(folder, name))).size);
      return files;
    },
  };
}

/** Folders readable by another web server's user. */
async function makeOpen(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  const made = path.relative(path.dirname(first), folder).split(path.sep);
  for (const [index] of made.entries())
    await chmod(path.join(path.dirname(first), ...made.slice(0, index + 1)), 0o755);
}

function bucket(url: string, keys: BucketKeys): DeliveryTarget {
  const storage = openBucket(url, keys);
  return {
    put: (file, bytes, { type, cache, movedTo }) =>
      storage.put(file, bytes, {
        'content-type': type,
        'cache-control': cache,
        ...(movedTo ? { 'x-amz-website-redirect-location': movedTo } : {}),
      }),
    remove: storage.remove,
    async list() {
      const files = new Map<string, number>();
      for await (const { name, size } of storage.list()) files.set(name, size);
      return files;
    },
  };
}
