import { SaxesParser } from 'saxes';

/** A place in S3-compatible storage: where requests go, and what the client signs them for. */
interface Bucket {
  name: string;
  region: string;
  /** The address of the bucket itself, without a slash at its end. */
  address: string;
  /** Begins every key; empty, or ends with a slash. */
  prefix: string;
}

/** Reads `s3://bucket/prefix?endpoint=https://storage.example&region=ru-1`; endpoint and region are Amazon's by default. */
export function bucketOf(url: string): Bucket {
  const { hostname, pathname, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint') ?? 'https://s3.amazonaws.com';
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  return {
    name: hostname,
    region: searchParams.get('region') ?? 'us-east-1',
    address: `${endpoint.replace(/\/+$/, '')}/${hostname}`,
    prefix: prefix && `${prefix}/`,
  };
}

/** The address of one object: `news/1/index.html` in it. */
export const objectIn = ({ address, prefix }: Bucket, key: string) =>
  `${address}/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`;

/** An object of a bucket: its key without the prefix, its bytes, and the moment of its last change in milliseconds. */
interface BucketObject {
  name: string;
  size: number;
  at: number;
}

/** All objects under the prefix, page by page (ListObjectsV2); `fetchPage` gives the XML at an address or throws. */
export async function* listObjects(
  { address, prefix }: Bucket,
  fetchPage: (address: string) => Promise<string>,
): AsyncGenerator<BucketObject> {
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (token) query.set('continuation-token', token);
    const page = readList(await fetchPage(`${address}?${query}`));
    for (const { key, ...object } of page.objects) yield { name: key.slice(prefix.length), ...object };
    token = page.next;
  } while (token);
}

interface ListPage {
  objects: { key: string; size: number; at: number }[];
  next: string | undefined;
}

/** The answer to ListObjectsV2: a flat document of `Contents`, each with its `Key`, `Size` and `LastModified`. */
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
