import { realpathSync } from 'node:fs';
import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile, loadSite } from '#publisher/compiled.ts';
import { publish } from '#publisher/publish.ts';
import { renderPages } from '#publisher/render.ts';
import { siteFolders } from '#publisher/release.ts';
import { dialect } from './sample/database.ts';
import { decompressed, startPublishedPortal, tear, type PublishedPortal } from './sample/published-portal.ts';
import type { PublicationStep } from '#domain/publication.ts';

describe.runIf(dialect === 'sqlite')('a release that replaces another', { timeout: 400_000 }, () => {
  let portal: PublishedPortal;
  beforeAll(async () => {
    portal = await startPublishedPortal();
  }, 400_000);
  afterAll(() => portal.close());

  const rename = (id: number, title: string) => portal.change('disease', id, { title });

  test('a damaged replica is rebuilt, and damaged variants are not carried into the new release', async () => {
    await publish(portal.publication);
    const torn = await realpath(path.join(portal.live, 'search/names-0.json.br'));
    await tear(torn);
    await writeFile(siteFolders(portal.publication.dataDir).snapshot, 'испорчено'.repeat(1000));
    const before = await realpath(portal.live);
    const releases = new Set<string>();
    const onStep = ({ step }: PublicationStep) => {
      if (step === 'compressing') releases.add(realpathSync(portal.live));
    };
    expect(await publish({ ...portal.publication, onStep })).toMatchObject({
      state: 'published',
      troubles: [],
    });
    // Readers have the new release before its pages are compressed.
    expect([...releases]).toEqual([await realpath(portal.live)]);
    expect(releases.has(before)).toBe(false);
    expect(decompressed(path.join(portal.live, 'search/names-0.json')).length).toBeGreaterThan(0);
    await rm(torn);
  });

  test('a page that a full render cannot render stays as it was, and is reported until it is rendered (B269)', async () => {
    const { id, title } = await portal.diseaseAt(1);
    await publish(portal.publication);
    const page = path.join(portal.live, `deseases/${id}/index.html`);
    const before = await readFile(page, 'utf8');
    const whole = breakCopy(portal.publication.dataDir, id);
    const published = await publish({ ...portal.publication, isForced: true });
    const trouble = { record: null, field: null, address: `/deseases/${id}/` };
    expect(published).toMatchObject({ state: 'published', mode: 'full', troubles: [trouble] });
    expect(await readFile(page, 'utf8')).toBe(before);
    // Another edit does not clear it; its own next one repairs it.
    await rename((await portal.diseaseAt(2)).id, 'Другая болезнь');
    expect(await publish(portal.publication)).toMatchObject({ troubles: [trouble] });
    whole.restore();
    await rename(id, `${title} (снова)`);
    expect(await publish(portal.publication)).toMatchObject({ troubles: [] });
    expect(await readFile(page, 'utf8')).toContain('(снова)');
  });

  test('further threads render the same bytes', async () => {
    await publish(portal.publication);
    const { snapshot } = siteFolders(portal.publication.dataDir);
    const { entry } = await compile(portal.publication.siteUrl);
    const site = await loadSite(entry);
    site.readFrom(snapshot);
    const out = await realpath(portal.live);
    const routes = ['/deseases/[id]', '/drugs/[id]', '/open-data/[part].csv', '/open-data/SHA256SUMS.txt'];
    const listed = await Promise.all(routes.map((route) => site.addressesOf(route)));
    const addresses = listed.flatMap((route) => route.addresses);
    const job = { entry, snapshot, out, mode: 'compare' } as const;
    const { rendered, failed } = await renderPages(job, site, addresses, {}, 3);
    expect(rendered.map(({ address }) => address).toSorted()).toEqual(addresses.toSorted());
    expect([...failed, ...rendered.filter(({ isChanged }) => isChanged)]).toEqual([]);
  });
});

/** Makes a record of the replica unrenderable. */
function breakCopy(dataDir: string, id: number): { restore(): void } {
  const { snapshot } = siteFolders(dataDir);
  const set = (change: (body: string) => string): string => {
    const database = new DatabaseSync(snapshot);
    const { body } = database.prepare('select body from record where id = ?').get(id) as { body: string };
    database.prepare('update record set body = ? where id = ?').run(change(body), id);
    database.close();
    return body;
  };
  const whole = set((body) => JSON.stringify({ ...(JSON.parse(body) as object), signs: 'не список' }));
  return { restore: () => void set(() => whole) };
}
