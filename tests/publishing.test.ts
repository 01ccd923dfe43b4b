import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openWritableReplica } from '#data/writable-replica.ts';
import type { PublicationResult } from '#domain/publication.ts';
import { publish, verify } from '#publisher/publish.ts';
import { siteFolders } from '#publisher/release.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import type { Server } from '#server/main.ts';
import { canary, letCanariesIn } from './sample/canaries.ts';
import { addPublishedCase } from './sample/cases.ts';
import { dialect } from './sample/database.ts';
import { decompressed, startPublishedPortal, tear, type PublishedPortal } from './sample/published-portal.ts';
import type { Publication } from '#publisher/publication.ts';

/** Linked from drugs, tests, clinics and rules. */
const pompe = 'ORPHA:365';

/** What tells the digests of the open data follows every record. */
const openDataFiles = [
  'SHA256SUMS.txt',
  'croissant.json',
  'datacite.json',
  'datapackage.json',
  'dcat.jsonld',
].map((name) => `/open-data/${name}`);

describe.runIf(dialect === 'sqlite')('the published starter catalogue', { timeout: 400_000 }, () => {
  let portal: PublishedPortal;
  let server: Server;
  let publication: Publication;
  let live = '';

  beforeAll(async () => {
    portal = await startPublishedPortal();
    ({ server, publication, live } = portal);
  }, 400_000);
  afterAll(() => portal.close());

  test('a change is served after the next publication, without a restart', async () => {
    const { id, title } = await portal.diseaseAt(1);
    await rename(id, `${title} (уточнено)`);
    expect(await shows(`/deseases/${id}/`, '(уточнено)')).toBe(false);
    const published = await publish(publication);
    expect(published).toMatchObject({ state: 'published', mode: 'content', records: [id] });
    expect(published.state === 'published' && published.changed).toContain(`/deseases/${id}/`);
    expect(await shows(`/deseases/${id}/`, `${title} (уточнено)`)).toBe(true);
  });

  test('a field that no other page shows re-renders only its page, its variants and the change lists', async () => {
    const [id, rule] = [await idOf(pompe), await idOf('RULE:pompe-adult')];
    // The first change of a day also updates the sitemap.
    await portal.change('disease', id, { about: 'Первая правка дня.' });
    await portal.change('entitlement', rule, { documents: ['Первая правка дня'] });
    await publish(publication);

    await portal.change('disease', id, { about: 'Болезнь описана другими словами.' });
    const published = await publishedPages();
    const news = await (await fetch(new URL('/changes/', server.url))).text();
    expect(news).toMatch(/<h2[^>]*>\s*[а-я]+ 20\d\d\s*<\/h2>[^]*<h3[^>]*>\s*<a[^>]*>Заболевания<[^]*Что это/);
    expect(await shows('/changes/feed.xml', 'Изменено:')).toBe(true);
    // «Что нового», its feed and the patient's sheet are rendered too: the day's second edit leaves them
    // unchanged.
    expect(published.rendered).toBe(published.changed.length + 3);
    expect(published.changed.map((address) => address.replace(/\d+(?=\.|\/index)/, 'N'))).toEqual([
      `/deseases/${id}/`,
      `/deseases/${id}/feed.xml`,
      `/deseases/N/index.json`,
      `/deseases/N/index.md`,
      '/deseases/feed.xml',
      expect.stringMatching(/^\/deseases\/(page\/N\/)?index\.json$/),
      ...openDataFiles,
      '/open-data/diseases-N.csv',
      '/open-data/diseases-N.ndjson',
      '/open-data/diseases.ndjson.gz',
    ]);

    await portal.change('entitlement', rule, { documents: ['Паспорт', 'Выписка'] });
    const ruled = await publishedPages();
    expect(ruled.changed).toContain(`/access/${rule}/`);
    expect(ruled.changed.filter((address) => /^\/(deseases|drugs)\/\d+\/$/.test(address))).toEqual([]);
    expect(ruled.rendered).toBeLessThan(13 + openDataFiles.length + 1);
  });

  test('a title re-renders only the pages that show it', async () => {
    const id = await idOf(pompe);
    await rename(id, 'Болезнь Помпе (сначала)');
    await publish(publication);
    await rename(id, 'Болезнь Помпе (потом)');
    const { changed, rendered } = await publishedPages();
    expect(rendered).toBe(changed.length);
    expect(changed).toContain(`/deseases/${id}/`);
    const silent: string[] = [];
    for (const address of changed) if (!(await shows(address, '(потом)'))) silent.push(address);
    // They have digests of files that include the title, or those files compressed.
    expect(silent).toEqual([...openDataFiles, '/open-data/diseases.ndjson.gz', '/search/names.json']);
    expect(changed).toContainEqual(expect.stringMatching(/^\/search\/names-\d+\.json$/));
  });

  test('a renamed record moves from the first page of its list to the last, and no other is lost or repeated', async () => {
    /** Records of the list's pages, in order. */
    const list = async () => {
      const pages: number[][] = [];
      for (let page = 1; ; page += 1) {
        const answer = await fetch(new URL(page === 1 ? '/drugs/' : `/drugs/page/${page}/`, server.url));
        if (answer.status !== 200) return pages;
        const [rows = ''] = /<main.*<\/main>/s.exec(await answer.text()) ?? [];
        pages.push([...rows.matchAll(/<a[^>]* href="\/drugs\/(\d+)\/"/g)].map(([, id]) => Number(id)));
      }
    };
    await publish(publication);
    const before = await list();
    const [id] = before[0]!;
    await portal.change('drug', id!, { title: 'Яяя, последний по алфавиту' });
    await publish(publication);
    const after = await list();
    expect(after.length).toBeGreaterThan(1);
    expect(after.at(-1)).toContain(id);
    expect(after.flat()).toHaveLength(before.flat().length);
    expect(new Set(after.flat())).toEqual(new Set(before.flat()));
  });

  test('compressed variants missing after a crash are added by the next publisher', async () => {
    const { id, title } = await portal.diseaseAt(1);
    await rename(id, `${title} (без сжатия)`);
    const died = publish({ ...publication, listener: { end: () => Promise.reject(new Error('died')) } });
    await expect(died).rejects.toThrow('died');
    const list = path.join(live, 'search/names-0.json');
    await rm(`${list}.br`);
    const published = await publish(publication);
    expect(published.state === 'published' && published.changed).toContain(`/deseases/${id}/`);
    expect(decompressed(list).equals(await readFile(list))).toBe(true);
  });

  test('files emptied or truncated by a power cut are repaired at the next start', async () => {
    await publish(publication);
    const [first] = (await readdir(path.join(live, 'deseases'))).filter((name) => /^\d+$/.test(name));
    const [, script = ''] = /src="(\/_astro\/[^"]+\.js)"/.exec(
      await readFile(path.join(live, 'index.html'), 'utf8'),
    )!;
    const files = [`deseases/${first}/index.html`, 'search/names-0.json', script].map((file) =>
      path.join(live, file),
    );
    const [page, other, asset] = files as [string, string, string];
    const before = await Promise.all(files.map((file) => readFile(file)));
    for (const file of [page, `${other}.br`, `${asset}.br`, asset]) await tear(file);
    // Its time may be on the disk, and its bytes not.
    for (const file of [other, `${other}.br`]) await utimes(file, 1, 1);
    await publish(publication);
    for (const [index, file] of files.entries()) {
      expect([file, readFileSync(file).equals(before[index]!)]).toEqual([file, true]);
      if (file !== page) expect([file, decompressed(file).equals(before[index]!)]).toEqual([file, true]);
    }
  });

  test('without a change there is nothing to publish', async () => {
    await publish(publication);
    expect(await publish(publication)).toEqual({ state: 'same' });
  });

  test('a new day updates pages with terms, though nothing was edited', async () => {
    await publish(publication);
    const copy = openWritableReplica(siteFolders(publication.dataDir).snapshot);
    onTestFinished(() => copy.close());
    const today = copy.note('today');
    copy.change((write) => write.putNote('today', '2020-01-01'));
    expect(await publish(publication)).toMatchObject({ state: 'published', troubles: [] });
    expect(copy.note('today')).toBe(today);
  });

  test('G69 an unpublished record says that it is gone', async () => {
    const { id } = await portal.diseaseAt(1);
    await server.database.transaction((tx) =>
      writeRecord(tx, {
        kind: 'disease',
        id,
        fields: {},
        origins: 'editor',
        state: 'archived',
        author: 'test',
      }),
    );
    await publish(publication);
    const response = await fetch(new URL(`/deseases/${id}/`, server.url));
    expect(response.status).toBe(410);
  });

  test('B269 an invalid record is reported by field, and its last good page stays up', async () => {
    const { id, title } = await portal.diseaseAt(1);
    await publish(publication);
    const before = await fingerprint(live);
    // Only direct access to the database can store such a record.
    const row = await server.database.kysely
      .selectFrom('records')
      .select('data')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await rename(id, `${title}!`);
    await setData(id, JSON.stringify({ ...(JSON.parse(row.data) as object), signs: 'не список' }));
    const published = await publish(publication);
    expect(published).toMatchObject({ troubles: [{ record: id, field: 'signs' }], changed: [], removed: [] });
    expect(await fingerprint(live)).toEqual(before);
    await setData(id, row.data);
    await rename(id, `${title}!!`);
    expect(await publish(publication)).toMatchObject({ troubles: [] });
  });

  test('B266 A-5 no closed field, person or case is in any published file or public response', async () => {
    const { id } = await portal.diseaseAt(1);
    const secret = 'канарейка-дозирование';
    const drug = await server.database.transaction(async (tx) => {
      const fields = { title: 'Закрытополин', dosing: secret, diseases: [id] };
      const written = await writeRecord(tx, {
        kind: 'drug',
        fields,
        origins: 'editor',
        state: 'published',
        author: 'test',
      });
      const story = { title: 'канарейка-случай', complaint: 'канарейка-жалоба', diseases: [id] };
      await addPublishedCase(tx, story);
      const draft = { title: 'канарейка-черновик', title_status: 'established' };
      await writeRecord(tx, {
        kind: 'disease',
        fields: draft,
        origins: 'editor',
        state: 'draft',
        author: 'test',
      });
      return written;
    });
    const words = await letCanariesIn(server.database, id);
    expect(new Set(words).size).toBeGreaterThanOrEqual(200);
    await publish(publication);
    expect(await shows(`/drugs/${drug.id}/`, 'Закрытополин')).toBe(true);
    const isLeaking = (text: Buffer | string) => text.includes(canary.russian) || text.includes(canary.latin);
    const leaking: string[] = [];
    const query = encodeURIComponent(canary.russian);
    for (const address of [
      '/api/changes',
      '/api/page/home',
      '/api/cases/teaser',
      `/api/fast-search?query=${query}`,
      `/api/search?query=${query}`,
      `/search/?q=${query}`,
    ]) {
      const text = await (await fetch(new URL(address, server.url))).text();
      // Responses that echo the query do so in one place.
      if (isLeaking(text.replaceAll(new RegExp(`${canary.russian}(?!\\d)`, 'g'), ''))) leaking.push(address);
    }
    const files = await filesIn(publication.dataDir + '/site');
    leaking.push(...files.filter((file) => isLeaking(wholeOf(file))));
    expect(leaking).toEqual([]);
  });

  test('verification finds a modified page, and no page outside the site is published', async () => {
    await publish(publication);
    const file = path.join(live, 'deseases/index.html');
    // The file may be linked into another release: it is replaced, not written.
    await rm(file);
    await writeFile(file, 'испорчено');
    expect(await verify(publication)).toEqual(['deseases/index.html']);
  });

  test('mending restores a damaged file of the code as well as a page', async () => {
    await publish(publication);
    const file = path.join(live, 'favicon.svg');
    const before = await readFile(file, 'utf8');
    await rm(file);
    await writeFile(file, 'испорчено');
    expect(await verify({ ...publication, isMending: true })).toContain('favicon.svg');
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(await verify(publication)).toEqual([]);
  });

  const idOf = async (external: string): Promise<number> =>
    (
      await server.database.kysely
        .selectFrom('records')
        .select('id')
        .where('external', '=', external)
        .executeTakeFirstOrThrow()
    ).id;
  async function publishedPages(): Promise<PublicationResult> {
    const published = await publish(publication);
    if (published.state !== 'published') throw new Error('Nothing was published');
    return published;
  }
  const rename = (id: number, title: string) => portal.change('disease', id, { title });
  const setData = (id: number, data: string) =>
    server.database.transaction((tx) =>
      tx.updateTable('records').set({ data }).where('id', '=', id).execute(),
    );
  const shows = async (address: string, text: string) =>
    (await (await fetch(new URL(address, server.url))).text()).includes(text);
});

/** Contents of a file, decompressed. */
const wholeOf = (file: string): Buffer =>
  file.endsWith('.br') ? brotliDecompressSync(readFileSync(file)) : readFileSync(file);

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function fingerprint(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const files = existsSync(folder) ? await filesIn(folder) : [];
  for (const file of files.filter((name) => !name.endsWith('release.json')).toSorted())
    hash.update(path.relative(folder, file)).update(await readFile(file));
  return hash.digest('hex');
}
