import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PolicyCollector } from './policy.ts';
import { beginRelease, currentRelease, fileOf, siteFolders, switchTo } from './release.ts';

let dataDir = '';
let client = '';
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'register-release-'));
  client = path.join(dataDir, 'client');
  await mkdir(path.join(client, '_astro'), { recursive: true });
  await writeFile(path.join(client, '_astro', 'shell.a1b2.js'), 'old()');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test.each([
  ['/', 'index.html'],
  ['/deseases/7/', 'deseases/7/index.html'],
  ['/sitemap.xml', 'sitemap.xml'],
  ['/404/', '404.html'],
])('page %s is file %s', (address, file) => {
  expect(fileOf(address)).toBe(file);
});

test('readers get the new release at once and the former one stays for a while', async () => {
  await release('one');
  expect(await readLive()).toBe('one');
  await release('two');
  expect(await readLive()).toBe('two');
  expect(await readdir(siteFolders(dataDir).releases)).toHaveLength(2);
});

test('only the live release and the two before it are kept', async () => {
  for (const text of ['1', '2', '3', '4', '5']) await release(text);
  expect(await readdir(siteFolders(dataDir).releases)).toHaveLength(3);
  expect(await readLive()).toBe('5');
});

test('hashed files of a former release stay for open pages', async () => {
  await release('one');
  await rm(path.join(client, '_astro', 'shell.a1b2.js'));
  await writeFile(path.join(client, '_astro', 'shell.c3d4.js'), 'renewed()');
  await release('two');
  const assets = path.join(siteFolders(dataDir).assets, '_astro');
  expect((await readdir(assets)).toSorted()).toEqual(['shell.a1b2.js', 'shell.c3d4.js']);
});

test('dialogs of a former release stay for open pages', async () => {
  for (const text of ['one', 'two', 'three', 'four', 'five'])
    await release(text, { [`dialogs/${text}.html`]: text });
  expect((await readdir(path.join(siteFolders(dataDir).assets, 'dialogs'))).toSorted()).toEqual(
    ['one', 'two', 'three', 'four', 'five'].map((text) => `${text}.html`).toSorted(),
  );
});

test('an unfinished release leaves the live one alone and is removed with the next', async () => {
  await release('one');
  await beginRelease(dataDir, client);
  expect(await readLive()).toBe('one');
  expect(currentRelease(dataDir)?.pages).toBe(1);
  expect(await readdir(siteFolders(dataDir).releases)).toHaveLength(2);
  await release('two');
  const left = await readdir(siteFolders(dataDir).releases);
  const pages = left.map((name) => existsSync(path.join(siteFolders(dataDir).releases, name, 'index.html')));
  expect(pages).toEqual([true, true]);
});

test('a missing or truncated note means no release', async () => {
  expect(currentRelease(dataDir)).toBeUndefined();
  await mkdir(siteFolders(dataDir).current, { recursive: true });
  await writeFile(path.join(siteFolders(dataDir).current, 'release.json'), '{"version":');
  expect(currentRelease(dataDir)).toBeUndefined();
});

test('the policy names inline styles and scripts once, without data blocks', () => {
  const collector = new PolicyCollector();
  const page =
    '<style>a{}</style><script>go()</script><script src="/x.js"></script><script type="application/ld+json">{}</script>';
  collector.read(Buffer.from(page));
  collector.read(Buffer.from(page));
  expect(collector.found()).toEqual({
    styles: [expect.stringMatching(/^sha256-[\w+/]{43}=$/)],
    scripts: [expect.stringMatching(/^sha256-[\w+/]{43}=$/)],
  });
});

async function release(text: string, files: Record<string, string> = {}): Promise<void> {
  const { version, folder } = await beginRelease(dataDir, client);
  for (const [file, expected] of Object.entries({ 'index.html': text, ...files })) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), expected);
  }
  const facts = { version, code: 'c', seq: 1, terms: 1, pages: 1, made_at: '2026-11-21T00:00:00Z' };
  await switchTo(dataDir, { ...facts, csp: { scripts: [], styles: [] } });
  expect(existsSync(folder)).toBe(true);
}

const readLive = () => readFile(path.join(siteFolders(dataDir).current, 'index.html'), 'utf8');
