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
