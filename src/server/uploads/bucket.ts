import { createHash, randomBytes } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { bucketOf, listObjects, objectIn } from '#domain/bucket.ts';
import { StorageFailure } from './storage-failure.ts';
import type { Storage, StoragePlace } from './storage.ts';

const requestTimeoutMs = 30_000;

/** Names of our files; others are left alone. */
const isOurs = (name: string) => /^[0-9a-f]{48}$/.test(name);

/** Private files in S3-compatible storage, `UPLOADS_URL=s3://bucket/uploads?endpoint=https://…&region=…`. */
export function uploadsBucket(
  url: string,
  { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' }: Partial<StoragePlace>,
): Storage {
  const bucket = bucketOf(url);
  const client = new AwsClient({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    service: 's3',
    region: bucket.region,
    retries: 3,
  });

  /** An unexpected status is the storage's fault: logged, and worth a retry. */
  async function request(
    method: string,
    address: string,
    init: RequestInit = {},
    also = 0,
  ): Promise<Response> {
    let response: Response;
    try {
      response = await client.fetch(address, {
        method,
        signal: AbortSignal.timeout(requestTimeoutMs),
        ...init,
      });
    } catch (cause) {
      throw new StorageFailure(`${bucket.name}: ${method} was not answered`, { cause });
    }
    if (response.ok || response.status === also) return response;
    const detail = (await response.text().catch(() => '')).slice(0, 500);
    throw new StorageFailure(`${bucket.name}: ${method} answered ${response.status} ${detail}`);
  }

  return {
    async put(chunks, name = randomBytes(24).toString('hex')) {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      const body = Buffer.concat(parts);
      const response = await request('PUT', objectIn(bucket, name), {
        body,
        // The storage rejects bytes changed in transit.
        headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      });
      await response.body?.cancel();
      return name;
    },
    async open(name) {
      const response = await request('GET', objectIn(bucket, name), {}, 404);
      if (response.ok && response.body) return response.body;
      await response.body?.cancel();
      return undefined;
    },
    async remove(names) {
      for (const name of names) {
        const response = await request('DELETE', objectIn(bucket, name), {}, 404);
        await response.body?.cancel();
      }
    },
    async *list() {
      const fetchPage = async (address: string) => await (await request('GET', address)).text();
      for await (const { name, at } of listObjects(bucket, fetchPage)) if (isOurs(name)) yield { name, at };
    },
  };
}
