import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A minimal S3 server for one bucket, which verifies signatures. */
export interface TestBucket {
  settings: Record<'UPLOADS_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>;
  objects: Map<string, { bytes: Buffer; at: Date }>;
  /** Answers all requests with this status until reset to 0, and counts them. */
  fault: { status: number; answered: number };
}

const region = 'ru-test-1';
const secret = 'тайный ключ';
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

export async function startBucket(): Promise<TestBucket> {
  const objects: TestBucket['objects'] = new Map();
  const fault = { status: 0, answered: 0 };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (fault.status) fault.answered += 1;
      const [status, answer = ''] = fault.status ? [fault.status] : answerTo(request, body, objects);
      response.writeHead(status).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      UPLOADS_URL: `s3://people/private/files?endpoint=http://127.0.0.1:${port}&region=${region}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: secret,
    },
    objects,
    fault,
  };
}

function answerTo(
  request: IncomingMessage,
  body: Buffer,
  objects: TestBucket['objects'],
): [number, (string | Buffer)?] {
  const claimedHash = request.headers['x-amz-content-sha256'];
  if (!isSigned(request)) return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>'];
  if (claimedHash !== 'UNSIGNED-PAYLOAD' && claimedHash !== sha256(body))
    return [400, 'XAmzContentSHA256Mismatch'];
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
  const [, bucket, ...rest] = pathname.split('/');
  const key = rest.map(decodeURIComponent).join('/');
  if (bucket !== 'people') return [404, 'NoSuchBucket'];
  if (request.method === 'GET' && key === '') return [200, listOf(objects, searchParams)];
  if (request.method === 'PUT') objects.set(key, { bytes: body, at: new Date() });
  else if (request.method === 'DELETE') return [objects.delete(key) ? 204 : 404];
  const found = objects.get(key);
  return found ? [200, request.method === 'GET' ? found.bytes : ''] : [404, 'NoSuchKey'];
}

/** Two at a time, to test paging. */
function listOf(objects: TestBucket['objects'], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted();
  const lines = keys
    .slice(0, 2)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
    );
  const next = keys.length > 2 ? `<NextContinuationToken>${keys[1]}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${lines.join('')}${next}</ListBucketResult>`;
}

/** AWS Signature Version 4, recomputed from the request. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const found = /^AWS4-HMAC-SHA256 Credential=key\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  if (!found) return false;
  const [, scope = '', names = '', signature] = found;
  const { pathname, searchParams } = new URL(url ?? '', 'http://bucket');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const [date = '', place = '', service = '', ending = ''] = scope.split('/');
  if (place !== region) return false;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [date, place, service, ending].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature;
}
