import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { siteFolders } from '#publisher/release.ts';
import { findFreePort, startProduct, type Product } from '../scripts/check/product.ts';
import { startBucket, type TestBucket } from './sample/bucket.ts';
import { dialect } from './sample/database.ts';
import { publishedStarter } from './sample/published-starter.ts';
import { waitUntil } from './sample/wait-until.ts';

const prefix = 'site/';

describe.runIf(dialect === 'sqlite')('PUBLISH_URL, set on a published site', { timeout: 400_000 }, () => {
  test('gets every file and nothing outdated, wherever the portal is killed and whatever the storage loses', async () => {
    const { settings, drop } = await publishedStarter();
    onTestFinished(drop);
    const bucket = await startBucket();
    const live = siteFolders(settings.DATA_DIR).current;
    const start = async () => {
      const environment = {
        DATA_DIR: settings.DATA_DIR,
        SITE_URL: settings.SITE_URL,
        CATALOGUE: 'none',
        HOST: '127.0.0.1',
        PORT: String(await findFreePort()),
        PUBLISH_URL: bucket.settings.UPLOADS_URL.replace('/private/files', '/site'),
        AWS_ACCESS_KEY_ID: bucket.settings.AWS_ACCESS_KEY_ID,
        AWS_SECRET_ACCESS_KEY: bucket.settings.AWS_SECRET_ACCESS_KEY,
      };
      const product = startProduct(environment, { isAlone: true });
      onTestFinished(async () => void (await product.stop('SIGKILL')));
      return product;
    };
    const delivered = () => [...bucket.objects.keys()].filter((key) => key.startsWith(prefix)).length;
    for (let round = 1; round <= 5; round += 1) {
      const before = delivered();
      const product = await start();
      await waitUntil('the delivery goes on', () => delivered() > before + 50);
      await product.stop('SIGKILL');
    }
    const product = await start();
    await expectWhole(product, bucket, live);
    await product.stop();

    // While the portal is down, the storage loses files, and the delivery record is deleted.
    const [lost = ''] = [...bucket.objects.keys()].filter((key) => key.endsWith('/index.html'));
    bucket.objects.delete(lost);
    bucket.objects.delete(`${prefix}delivery.json`);
    const repeated = await start();
    await expectWhole(repeated, bucket, live);
    expect(bucket.objects.has(lost)).toBe(true);
    await repeated.stop();

    await rm(siteFolders(settings.DATA_DIR).delivered);
    bucket.objects.set(`${prefix}deseases/987654/index.html`, {
      bytes: Buffer.from('старая'),
      at: new Date(),
    });
    bucket.fault.status = 503;
    const failing = await start();
    const address = await failing.ready;
    const problem = async () => {
      const { data } = (await (await fetch(new URL('/api/health', address))).json()) as {
        data: { state: string; problem: string | null };
      };
      return data;
    };
    await waitUntil('health names the storage', async () => {
      const { state, problem: text } = await problem();
      expect(text ?? '').not.toMatch(/people|answered|127/);
      return state === 'degraded' && /PUBLISH_URL отстаёт/.test(text ?? '');
    });
    // Each attempt has several retries: two attempts have failed.
    const before = bucket.fault.answered;
    await waitUntil('it is tried again', async () => {
      expect((await problem()).state).toBe('degraded');
      return bucket.fault.answered > before + 12;
    });
    bucket.fault.status = 0;
    await waitUntil('health is ready', async () => (await problem()).state === 'ready');
    await expectWhole(failing, bucket, live);
    await failing.stop();
  });
});

async function expectWhole(product: Product, bucket: TestBucket, live: string): Promise<void> {
  await product.ready;
  await waitUntil('the comparison has ended', () => bucket.objects.has(`${prefix}delivery.json`));
  const files = (await readdir(live, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(br|new)$|^release\.json$/.test(entry.name))
    .map((entry) => path.relative(live, path.join(entry.parentPath, entry.name)));
  const standIns = files.filter((file) => file.startsWith('gone/')).map((file) => file.slice('gone/'.length));
  const wanted = new Set([...files, ...standIns, 'delivery.json'].map((file) => prefix + file));
  await waitUntil('nothing old is left', () => [...bucket.objects.keys()].every((key) => wanted.has(key)));
  for (const file of files)
    expect([
      file,
      bucket.objects.get(prefix + file)?.bytes.equals(await readFile(path.join(live, file))),
    ]).toEqual([file, true]);
}
