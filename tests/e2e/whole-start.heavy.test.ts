import { readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort, makeFolder, startProduct, type Product } from '../../scripts/check/product.ts';
import { fc, seed } from '../chance.ts';
import { waitUntil } from '../sample/wait-until.ts';

const minutes = 60_000;

describe('npm start with the whole base of Orphanet', { timeout: 10 * minutes }, () => {
  let folder: string;
  let settings: Record<string, string>;
  let product: Product;

  beforeAll(async () => {
    folder = await makeFolder('whole');
    settings = { DATA_DIR: folder, PORT: String(await findFreePort()), CATALOGUE: 'whole' };
  });
  afterAll(async () => {
    await product.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const start = () => (product = startProduct(settings, { isAlone: true }));
  /** What the publisher knows of, missing or not. */
  const listed = (table: 'page' | 'missing'): string[] => {
    const copy = new DatabaseSync(join(folder, 'site/snapshot.sqlite'), { readOnly: true });
    try {
      const asked = table === 'page' ? 'select address from page' : 'select address from missing';
      const rows = copy.prepare(asked).all() as { address: string }[];
      return rows.map(({ address }) => address).filter((address) => address.startsWith('/'));
    } finally {
      copy.close();
    }
  };

  /** A busy server refuses with 503 and says when to come again. */
  const get = (address: string, origin: string): Promise<Response> =>
    waitUntil(`${address} is answered`, async () => {
      const answer = await fetch(new URL(address, origin));
      const wait = answer.status === 503 ? Number(answer.headers.get('retry-after') ?? 0) : 0;
      if (wait === 0) return answer;
      await answer.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
      return undefined;
    });

  /** Of fifty addresses drawn by chance and some that everybody asks for, those that do not answer with 200. */
  async function silentOf(addresses: readonly string[], origin: string): Promise<string[]> {
    const known = ['/', '/deseases/', '/deseases/index.json', '/sitemap-index.xml', '/search/'];
    const drawn = fc.sample(fc.constantFrom(...addresses), { numRuns: 50, seed });
    const silent: string[] = [];
    for (const address of [...known, ...drawn.filter((one) => one !== '/404/')]) {
      const answer = await get(address, origin);
      const { byteLength } = await answer.arrayBuffer();
      if (answer.status !== 200 || byteLength === 0) silent.push(`${answer.status} ${address}`);
    }
    return silent;
  }

  test('killed while it takes the base in, it takes it in at the next start, and each address answers', async () => {
    start();
    await waitUntil('the base is being imported', () => product.output().includes('Вся база Orphanet'));
    await product.stop('SIGKILL');
    const origin = await start().ready;
    const answer = (await (await get('/api/diseases?page_size=1', origin)).json()) as {
      data: { total: number };
    };
    expect(answer.data.total).toBeGreaterThan(7000);
    const addresses = listed('page');
    expect(addresses.length).toBeGreaterThan(10_000);
    expect(await silentOf(addresses, origin)).toEqual([]);
  });

  test('killed while its pages go onto the disk, it goes on with the same site', async () => {
    const site = await readlink(join(folder, 'site/current'));
    const before = listed('missing');
    await waitUntil('pages are written', () => listed('missing').length < before.length);
    await product.stop('SIGKILL');
    const left = listed('missing').length;
    expect(left).toBeLessThan(before.length);
    const origin = await start().ready;
    expect(await readlink(join(folder, 'site/current'))).toBe(site);
    expect(listed('missing').length).toBeLessThanOrEqual(left);
    expect(await silentOf(listed('page'), origin)).toEqual([]);
  });
});
