import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../scripts/check/product.ts';
import { lacksCompressed } from './compress.ts';
import { makeDictionary, renewDictionary } from './dictionaries.ts';
import { siteFolders } from './release.ts';

const frame = '<header><a href="/">Регистр</a><nav><a href="/drugs/">Терапия</a></nav></header>'.repeat(3);
const pageOf = (id: number) =>
  Buffer.from(
    `<!DOCTYPE html><html>${frame}<h1>Болезнь ${createHash('sha256').update(`${id}`).digest('hex')}</h1>` +
      `<section aria-labelledby="signs"><h2 id="signs">Признаки болезни</h2></section></html>`,
  );
const pages = Array.from({ length: 12 }, (_, id) => pageOf(id));

test('a dictionary holds what pages share and nothing of a single page', () => {
  const dictionary = String(makeDictionary(pages));
  expect(dictionary).toContain('<h2 id="signs">Признаки болезни</h2>');
  for (const page of pages) {
    const [own = ''] = /(?<=Болезнь )\w{64}/.exec(String(page)) ?? [];
    for (let at = 0; at + 20 <= own.length; at++) expect(dictionary).not.toContain(own.slice(at, at + 20));
  }
});

test('with it the next page costs a fraction, and the same pages give the same bytes', () => {
  const dictionary = makeDictionary(pages)!;
  expect(makeDictionary(pages.map((page) => Buffer.from(page)))?.equals(dictionary)).toBe(true);
  const next = pageOf(99);
  expect(zstdCompressSync(next, { dictionary }).length).toBeLessThan(zstdCompressSync(next).length * 0.6);
});

test('a site with few pages has no dictionary', () => {
  expect(makeDictionary(pages.slice(0, 3))).toBeUndefined();
  expect(makeDictionary([])).toBeUndefined();
  expect(makeDictionary(Array.from({ length: 5 }, () => Buffer.alloc(0)))).toBeUndefined();
});

test('a dictionary goes two weeks after the last release that named it', async () => {
  const dataDir = await makeFolder('dictionary');
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const folders = siteFolders(dataDir);
  const addresses = pages.map((_, id) => `/deseases/${id}/`);
  const publish = async (change: (page: Buffer) => string) => {
    for (const [id, page] of pages.entries()) {
      await mkdir(path.join(dataDir, `deseases/${id}`), { recursive: true });
      await writeFile(path.join(dataDir, `deseases/${id}/index.html`), change(page));
    }
  };
  const kept = async () =>
    (await readdir(path.join(folders.assets, 'dictionaries'))).filter((name) => name.endsWith('.dict'));

  await publish(String);
  const first = (await renewDictionary(folders, dataDir, { addresses, former: undefined }))!;
  const file = path.join(folders.assets, 'dictionaries', `${first}.dict`);
  const bytes = await readFile(file);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(first);
  expect(brotliDecompressSync(await readFile(`${file}.br`)).equals(bytes)).toBe(true);
  expect(await renewDictionary(folders, dataDir, { addresses, former: first })).toBe(first);
  expect(lacksCompressed(file)).toBe(false);

  await publish((page) => String(page).replaceAll('Признаки', 'Проявления'));
  const old = new Date(Date.now() - 15 * 24 * 3600 * 1000);
  await utimes(file, old, old);
  const second = (await renewDictionary(folders, dataDir, { addresses, former: first }))!;
  expect(new Set(await kept())).toEqual(new Set([`${first}.dict`, `${second}.dict`]));
  await utimes(file, old, old);
  await renewDictionary(folders, dataDir, { addresses, former: second });
  expect(await kept()).toEqual([`${second}.dict`]);

  // Words of a removed page stay in none.
  await publish((page) => String(page).replaceAll('Признаки', 'Симптомы'));
  const third = await renewDictionary(folders, dataDir, { addresses, former: undefined, hasRemoved: true });
  expect(await kept()).toEqual([`${third}.dict`]);
});

test('private pages are not part of it', async () => {
  const dataDir = await makeFolder('dictionary');
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const addresses = ['/profile/', '/cases/', '/gone/news/1/', '/cases/case/', '/profile/data/'];
  for (const address of addresses) {
    await mkdir(path.join(dataDir, address), { recursive: true });
    await writeFile(path.join(dataDir, address, 'index.html'), pages[0]!);
  }
  expect(
    await renewDictionary(siteFolders(dataDir), dataDir, { addresses, former: undefined }),
  ).toBeUndefined();
});
