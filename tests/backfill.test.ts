import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOnDemandRenderer, type OnDemandRenderer } from '#publisher/on-demand.ts';
import { isDeferred } from '#publisher/plan.ts';
import { openPublisher, type Publisher } from '#publisher/publish.ts';
import { siteFolders } from '#publisher/release.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { startServer, type Server } from '#server/main.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { fc, seed } from './chance.ts';
import { dialect } from './sample/database.ts';
import { importedStarter } from './sample/published-starter.ts';

const never = () => false;
/** Stops after one portion of pages. */
const afterOne = () => {
  let requests = 0;
  return () => (requests += 1) > 4;
};

describe.runIf(dialect === 'sqlite')(
  'a site opened before its pages are rendered',
  { timeout: 400_000 },
  () => {
    let server: Server;
    let answering: OnDemandRenderer;
    let publisher: Publisher;
    let drop: () => Promise<void>;
    let live = '';
    let snapshot = '';

    beforeAll(async () => {
      const { settings, drop: dropSettings } = await importedStarter();
      drop = dropSettings;
      server = await startServer({ settings });
      ({ current: live, snapshot } = siteFolders(settings.DATA_DIR));
      publisher = begin();
      answering = startOnDemandRenderer({ dataDir: settings.DATA_DIR });
      server.context.renderer = answering;
      await publisher.publish();
    }, 400_000);
    afterAll(async () => {
      publisher.close();
      await answering.stop();
      await server.close();
      await drop();
    });

    const begin = () =>
      openPublisher({
        source: catalogueSource(server.context),
        dataDir: server.context.settings.DATA_DIR,
        siteUrl: server.context.settings.SITE_URL,
        mayGrow: true,
      });
    const request = (address: string, headers: Record<string, string> = {}) =>
      fetch(new URL(address, server.url), { headers, redirect: 'manual' });
    const isThere = (address: string) =>
      existsSync(path.join(live, address.endsWith('/') ? `${address}index.html` : address));
    const missing = () => publisher.replica().pageIndex.missing();
    const diseases = () =>
      missing()
        .filter((address) => /^\/deseases\/\d+\/$/.test(address))
        .map((address) => Number(address.split('/')[2]));
    const rename = (id: number, title: string) =>
      server.database.transaction((tx) =>
        writeRecord(tx, { kind: 'disease', id, fields: { title }, origins: 'editor', author: 'test' }),
      );

    test('serves each address with the type, cache lifetime, name and policy of a published page', async () => {
      expect(existsSync(live)).toBe(true);
      const addresses = missing();
      expect(addresses.length).toBeGreaterThan(300);
      const records = server.database.kysely.selectFrom('records').select('id').where('kind', '=', 'disease');
      expect(new Set(diseases())).toEqual(new Set((await records.execute()).map(({ id }) => id)));
      const drawn = fc.sample(fc.constantFrom(...addresses), { numRuns: 50, seed });
      const sections = ['/deseases/', '/drugs/index.json', '/sitemap-index.xml', '/deseases/feed.xml'];
      for (const address of [...sections, ...drawn]) {
        const answer = await request(address);
        expect([address, answer.status]).toEqual([address, 200]);
        const { byteLength } = await answer.arrayBuffer();
        // Some shards of the signs have no starter disease and are empty lists.
        expect(byteLength).toBeGreaterThan(address.startsWith('/diagnostics/signs/diseases-') ? 1 : 20);
        expect(isThere(address)).toBe(false);
      }
      const page = await request('/deseases/');
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/script-src 'self' 'sha256-/);
      const revalidated = await request('/deseases/', { 'if-none-match': page.headers.get('etag') ?? '' });
      expect(revalidated.status).toBe(304);
      expect((await request('/drugs/index.json')).headers.get('content-type')).toContain('application/json');
      expect((await request('/deseases/?vi=1')).status).toBe(200);
      expect((await request(`/deseases/${diseases()[0]}`)).headers.get('location')).toBe(
        `/deseases/${diseases()[0]}/`,
      );
    });

    test('unknown addresses are not found, also while nothing can be rendered', async () => {
      expect((await request('/deseases/999999999/')).status).toBe(404);
      server.context.renderer = undefined;
      const answer = await request('/deseases/');
      server.context.renderer = answering;
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
    });

    test('the most read pages come first, and an interrupted run resumes', async () => {
      const before = missing();
      await publisher.backfill(afterOne());
      const left = missing();
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThan(before.length);
      expect(before.slice(-left.length)).toEqual(left);
      expect(isThere('/deseases/')).toBe(true);
      expect(isDeferred(left.at(-1)!)).toBe(true);
      // Another process, after this one was killed.
      publisher.close();
      publisher = begin();
      await publisher.publish();
      expect(missing()).toEqual(left);
      expect((await request(left.at(-1)!)).status).toBe(200);
    });

    test('an edit is visible at once, whether its page is rendered or not', async () => {
      const id = diseases().at(-1)!;
      await rename(id, 'Болезнь, переименованная на ходу');
      expect(await publisher.publish()).toMatchObject({ state: 'published', mode: 'content' });
      expect(isThere(`/deseases/${id}/`)).toBe(false);
      expect(await (await request(`/deseases/${id}/`)).text()).toContain('Болезнь, переименованная на ходу');
      expect((await request(`/deseases/${id}/index.json`)).status).toBe(200);
    });

    test('files that releases leave out are rendered on request and follow edits', async () => {
      const full = server.database.kysely
        .selectFrom('facets')
        .select('record_id')
        .where('field', '=', 'tier')
        .where('value', '=', 'full');
      const { record_id: id } = await full.limit(1).executeTakeFirstOrThrow();
      const beside = ['index.json', 'feed.xml', 'leaflet/', 'index.md'].map(
        (name) => `/deseases/${id}/${name}`,
      );
      for (const title of ['Название до правки', 'Название после правки']) {
        await rename(id, title);
        await publisher.publish();
        for (const address of beside) {
          // The second answer comes from memory.
          for (const answer of [await request(address), await request(address)]) {
            expect([address, answer.status]).toEqual([address, 200]);
            expect(await answer.text()).toContain(title);
          }
          expect(isThere(address)).toBe(false);
        }
      }
      const [json, , leaflet] = await Promise.all(beside.map((address) => request(address)));
      expect(json!.headers.get('content-type')).toContain('application/json');
      expect(leaflet!.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
      expect((await request(beside[0]!, { 'if-none-match': json!.headers.get('etag') ?? '' })).status).toBe(
        304,
      );
      const unended = beside[2]!.slice(0, -1);
      expect([unended, (await request(unended)).headers.get('location')]).toEqual([unended, beside[2]]);
      expect(await (await request(`${beside[2]}?vi=1`)).text()).toContain('Название после правки');
      for (const unknown of ['/deseases/999999999/index.json', `/deseases/${id}/card.vcf`])
        expect((await request(unknown)).status).toBe(404);
    });

    test('a page that fails to render is reported, answers with an error, and is repaired by its next edit', async () => {
      const id = diseases().at(-1)!;
      const replica = new DatabaseSync(snapshot);
      const { body } = replica.prepare('select body from record where id = ?').get(id) as { body: string };
      const set = (text: string) => replica.prepare('update record set body = ? where id = ?').run(text, id);
      set(JSON.stringify({ ...(JSON.parse(body) as object), signs: 'не список' }));
      const events: string[] = [];
      await publisher.backfill(never, {
        end: async ({ troubles }) => void events.push(...troubles.map(({ address }) => address ?? '')),
      });
      expect(missing()).toEqual([]);
      expect(events).toContain(`/deseases/${id}/`);
      const answer = await request(`/deseases/${id}/`);
      expect(answer.status).toBe(500);
      expect(await answer.text()).toContain('<h1');
      set(body);
      replica.close();
      await rename(id, 'Болезнь, которую снова видно');
      const mended = await publisher.publish();
      expect(mended).toMatchObject({ state: 'published', troubles: [] });
      expect(await (await request(`/deseases/${id}/`)).text()).toContain('Болезнь, которую снова видно');
    });

    test('the complete site equals a fresh render, with compressed variants of large files', async () => {
      expect(await publisher.verify()).toEqual([]);
      expect(existsSync(path.join(live, 'search/names-0.json.br'))).toBe(true);
      expect(await publisher.publish()).toEqual({ state: 'same' });
    });
  },
);
