import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';

/** The file storage failed: not the user's fault, worth a retry. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

/** S3-compatible storage under one key prefix. */
export interface Bucket {
  put(key: string, bytes: Uint8Array, headers?: Record<string, string>): Promise<void>;
  /** Undefined if missing. */
  open(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  remove(key: string): Promise<void>;
  list(): AsyncGenerator<BucketObject>;
}

/** An object: key without prefix, size, and last change in milliseconds. */
interface BucketObject {
  name: string;
  size: number;
  at: number;
}

export interface BucketKeys {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
}

const requestTimeoutMs = 60_000;
const maxRetries = 4;

/**
 * `s3://bucket/prefix?endpoint=https://storage.example&region=ru-1`; endpoint and region default to Amazon's.
 */
export function openBucket(
  url: string,
  { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' }: BucketKeys,
): Bucket {
  const { hostname: bucket, pathname, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint') ?? 'https://s3.amazonaws.com';
  const address = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  const prefix = folder && `${folder}/`;
  const client = new AwsClient({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
    retries: maxRetries,
  });

  /** Undefined for a missing object; other errors are the storage's fault. */
  async function request(method: string, rest: string, init: RequestInit = {}) {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const response = await client
      .fetch(`${address}${rest}`, { method, signal, ...init })
      .catch((cause: unknown) => {
        throw new StorageFailure(`${bucket}: ${method} was not answered`, { cause });
      });
    if (response.ok) return response;
    const detail = (await response.text().catch(() => '')).slice(0, 500);
    if (response.status === 404 && ['GET', 'DELETE'].includes(method) && rest.startsWith('/'))
      return undefined;
    throw new StorageFailure(`${bucket}: ${method} answered ${response.status} ${detail}`);
  }
  const placeOf = (key: string) => `/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`;

  return {
    async put(key, bytes, headers) {
      // The storage rejects bytes changed in transit.
      const hash = createHash('sha256').update(bytes).digest('hex');
      const response = await request('PUT', placeOf(key), {
        body: new Uint8Array(bytes),
        headers: { ...headers, 'x-amz-content-sha256': hash },
      });
      await response?.body?.cancel();
    },
    async open(key) {
      return (await request('GET', placeOf(key)))?.body ?? undefined;
    },
    async remove(key) {
      const response = await request('DELETE', placeOf(key));
      await response?.body?.cancel();
    },
    /** ListObjectsV2, page by page. */
    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix });
        if (token) query.set('continuation-token', token);
        const page = readList((await (await request('GET', `?${query}`))?.text()) ?? '');
        for (const { key, ...object } of page.objects) yield { name: key.slice(prefix.length), ...object };
        token = page.next;
      } while (token);
    },
  };
}

interface ListPage {
  objects: { key: string; size: number; at: number }[];
  next: string | undefined;
}

/** Parses the response of ListObjectsV2: flat `Contents` with `Key`, `Size` and `LastModified`. */
function readList(xml: string): ListPage {
  const page: ListPage = { objects: [], next: undefined };
  let text = '';
  let [key, size, at] = ['', 0, 0];
  const parser = new SaxesParser();
  parser.on('opentag', () => (text = ''));
  parser.on('text', (more) => (text += more));
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') key = text;
    else if (name === 'Size') size = Number(text);
    else if (name === 'LastModified') at = Date.parse(text);
    else if (name === 'Contents') page.objects.push({ key, size, at });
    else if (name === 'NextContinuationToken') page.next = text;
  });
  parser.write(xml).close();
  return page;
}
