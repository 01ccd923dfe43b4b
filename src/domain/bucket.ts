import { SaxesParser } from 'saxes';

/** A place in S3-compatible storage. */
interface Bucket {
  name: string;
  region: string;
  /** Address of the bucket, without a trailing slash. */
  address: string;
  /** Key prefix: empty, or ends with a slash. */
  prefix: string;
}

/**
 * Parses `s3://bucket/prefix?endpoint=https://storage.example&region=ru-1`; endpoint and region default to
 * Amazon's.
 */
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

/** Address of an object such as `news/1/index.html`. */
export const objectIn = ({ address, prefix }: Bucket, key: string) =>
  `${address}/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`;

/** An object: key without prefix, size, and last change in milliseconds. */
interface BucketObject {
  name: string;
  size: number;
  at: number;
}

/** All objects under the prefix, page by page (ListObjectsV2); `fetchPage` returns the XML or throws. */
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
