import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AwsClient } from 'aws4fetch';
import { bucketOf, listObjects, objectIn } from '#domain/bucket.ts';

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

const requestTimeoutMs = 60_000;

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
export function openTarget(url: string, environment: NodeJS.ProcessEnv = process.env): DeliveryTarget {
  return url.startsWith('file:') ? directory(fileURLToPath(url)) : bucket(url, environment);
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
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return [];
          throw error;
        },
      );
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.endsWith('.new')) continue;
        const file = path.join(entry.parentPath, entry.name);
        files.set(path.relative(folder, file), (await stat(file)).size);
      }
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

function bucket(
  url: string,
  { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' }: NodeJS.ProcessEnv,
): DeliveryTarget {
  const place = bucketOf(url);
  const client = new AwsClient({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    service: 's3',
    region: place.region,
    retries: 4,
  });
  async function request(method: string, address: string, init: RequestInit = {}): Promise<string> {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const response = await client.fetch(address, { method, signal, ...init });
    const text = await response.text();
    if (!response.ok && !(method === 'DELETE' && response.status === 404))
      throw new Error(`${place.name}: ${method} answered ${response.status}`);
    return text;
  }
  const send = async (method: 'PUT' | 'DELETE', file: string, init: RequestInit) =>
    void (await request(method, objectIn(place, file), init));
  return {
    put: (file, bytes, { type, cache, movedTo }) =>
      send('PUT', file, {
        body: new Uint8Array(bytes),
        headers: {
          'content-type': type,
          'cache-control': cache,
          ...(movedTo ? { 'x-amz-website-redirect-location': movedTo } : {}),
        },
      }),
    remove: (file) => send('DELETE', file, {}),
    async list() {
      const files = new Map<string, number>();
      for await (const { name, size } of listObjects(place, (address) => request('GET', address)))
        files.set(name, size);
      return files;
    },
  };
}
