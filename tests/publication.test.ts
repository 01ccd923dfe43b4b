import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRecord } from '#domain/kinds/index.ts';
import { fewPages } from '#domain/publication.ts';
import type { PublicationStatus } from '#contract/publication.ts';
import { cleanPdf } from '#server/thread/pdf.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { signatureOf } from '#server/publication/purge.ts';
import { mediaTypeOf } from '#domain/media-type.ts';
import { browserFlags, findShell } from '../scripts/check/browser.ts';
import { dialect } from './sample/database.ts';
import { startLivePortal, type LivePortal } from './sample/live-portal.ts';
import { waitUntil } from './sample/wait-until.ts';

const secret = 'тайна тайна тайна';

describe.runIf(dialect === 'sqlite')('publication of changes', { timeout: 400_000 }, () => {
  let portal: LivePortal;
  let server: LivePortal['server'];
  let settings: LivePortal['settings'];
  let worker: LivePortal['worker'];
  let editor: LivePortal['editor'];
  let admin: LivePortal['admin'];
  let status: LivePortal['status'];
  let text: LivePortal['text'];
  let shows: LivePortal['shows'];
  let change: LivePortal['change'];
  let diseases: LivePortal['diseases'];
  const purges: { body: string; time: string; signature: string }[] = [];
  let refusals = 1;
  /** A cache that is unreachable at first. */
  const cache = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { 'x-register-time': time, 'x-register-signature': signature } = request.headers;
      const isAway = refusals > 0;
      if (isAway) refusals -= 1;
      else purges.push({ body, time: String(time), signature: String(signature) });
      response.writeHead(isAway ? 503 : 200).end();
    });
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve));
    portal = await startLivePortal({
      PURGE_URL: `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`,
      PURGE_SECRET: secret,
    });
    ({ server, settings, worker, editor, admin, status, text, shows, change, diseases } = portal);
  }, 400_000);
  afterAll(async () => {
    await portal.drop();
    await new Promise((resolve) => cache.close(resolve));
  });

  test('B268 an edit reaches its page, and the editor sees it queued, rendered and live with its time', async () => {
    const [disease] = await diseases();
    const { id, title } = disease!;
    const states: PublicationStatus[] = [];
    const over = new AbortController();
    const watching = (async () => {
      const response = await fetch(new URL('/api/editors/publication/events?for=120', server.url), {
        headers: { cookie: [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        signal: over.signal,
      });
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      let rest = '';
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
        rest += part;
        const events = rest.split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const [, json] = /^event: status\ndata: (.*)$/s.exec(event) ?? [];
          if (json) states.push(JSON.parse(json) as PublicationStatus);
        }
      }
    })().catch((error: unknown) => {
      if (!over.signal.aborted) throw error;
    });
    await waitUntil('the status is streamed', () => states.length > 0);
    const before = states[0]!.last!.id;
    await change(id, { title: `${title} (уточнено сейчас)` });
    await shows(`/deseases/${id}/`, '(уточнено сейчас)');
    const live = await waitUntil('the edit is live', () =>
      states.find(({ last, state }) => last!.id > before && last!.state === 'live' && state === 'idle'),
    );
    over.abort();
    await watching;
    expect(live.last).toMatchObject({ mode: 'content', records: [{ id, url: `/deseases/${id}/` }] });
    expect(live.last!.live_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
    expect(live.addresses).toContain(`/deseases/${id}/`);
    expect(live).toMatchObject({ next: [], next_total: 0, problems: [] });
    expect(states.some(({ state }) => state === 'running' || state === 'queued')).toBe(true);
    // An idle publisher does not fail either.
    await pause(300);
    expect(server.context.publication.now).toEqual({ state: 'idle', step: undefined });
  });

  test('A13 a chosen picture is published in its sizes while a page shows it', async () => {
    const published = path.join(settings.DATA_DIR, 'site', 'current');
    const red = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#a00' } })
      .png()
      .toBuffer();
    const file = new File([new Uint8Array(red)], 'Схема.png', { type: 'image/png' });
    const added = await editor.post('/api/editors/files', { file, title: 'Схема' }, 'multipart');
    const { id: number, picture: src } = added.data as { id: number; picture: string };
    expect(src).toMatch(/^\/media\/[0-9a-f]{16}-1600x800\.webp$/);
    let id: number | undefined;
    const write = async (picture: { src: string; alt: string } | null) => {
      const written = await server.database.transaction((tx) =>
        writeRecord(tx, {
          kind: 'news',
          id,
          fields: {
            title: 'Новость с картинкой',
            date: '2026-11-20',
            picture,
            body: picture && `![Схема](${src})`,
          },
          origins: 'editor',
          state: 'published',
          author: 'test',
        }),
      );
      id = written.id;
    };
    // The editor sees it before publication.
    const early = await fetch(new URL(src, server.url));
    expect([early.status, early.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await fetch(new URL(src.replace('x800', 'x801'), server.url))).status).toBe(404);
    await write({ src: `${src}#left-top`, alt: 'Красное поле' });
    const page = path.join(published, 'news', String(id), 'index.html');
    const html = await waitUntil(
      'the news is published',
      () => existsSync(page) && readFileSync(page, 'utf8'),
    );
    const images = [...html.matchAll(/<img[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes('/media/'));
    expect(images).toHaveLength(2);
    expect(images[0]).toContain('data-focus="left-top"');
    for (const tag of images) expect(tag).toMatch(/width="1600" height="800"/);
    // Without the server: every address on the page is a file.
    const addresses = new Set(images.flatMap((tag) => tag.match(/\/media\/[\w-]+\.webp/g) ?? []));
    const widths = await Promise.all(
      [...addresses].map(async (one) => (await sharp(path.join(published, one)).metadata()).width),
    );
    expect(widths.toSorted((a, b) => a - b)).toEqual([480, 960, 1600]);
    const served = await fetch(new URL([...addresses][0]!, server.url));
    expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const uses = (
      (await editor.get('/api/editors/files')).data.items as { id: number; uses: object[] }[]
    ).find((one) => one.id === number)?.uses;
    expect(uses).toMatchObject([{ record: id }]);
    await write(null);
    await waitUntil('unused pictures are removed', () =>
      [...addresses].every((one) => !existsSync(path.join(published, one))),
    );
    expect(await text(`/news/${id}/`)).not.toContain('/media/');
  });

  test('B269 a broken record keeps its old page, and the editor sees the field at fault', async () => {
    const [, disease] = await diseases();
    const { id, title } = disease!;
    const page = await text(`/deseases/${id}/`);
    const row = await server.database.kysely
      .selectFrom('records')
      .select('data')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const setData = (data: string) =>
      server.database.transaction((tx) =>
        tx.updateTable('records').set({ data }).where('id', '=', id).execute(),
      );
    // Only direct access to the database can store such a record.
    await setData(JSON.stringify({ ...(JSON.parse(row.data) as object), signs: 'не список' }));
    await server.database.transaction(async (tx) => {
      const { value } = await tx
        .updateTable('meta')
        .set((eb) => ({ value: eb('value', '+', 1) }))
        .where('name', '=', 'change')
        .returning('value')
        .executeTakeFirstOrThrow();
      await tx.updateTable('records').set({ changed_seq: value }).where('id', '=', id).execute();
    });
    const { problems } = await waitUntil('the problem is reported', async () => {
      const now = await status();
      return now.problems.length > 0 && now;
    });
    expect(problems).toMatchObject([{ record: { id, kind: 'disease' }, field: 'signs' }]);
    expect(problems[0]!.field_title).toMatch(/[а-яё]/);
    expect(await text(`/deseases/${id}/`)).toBe(page);
    await setData(row.data);
    await change(id, { title: `${title} (исправлено)` });
    await shows(`/deseases/${id}/`, '(исправлено)');
    await waitUntil('the problem is gone', async () => (await status()).problems.length === 0);
  });

  test('G69 a removed record redirects to its successor or says that it is gone', async () => {
    const [, , one, other, next] = await diseases();
    const remove = (id: number, successor: number | null) =>
      server.database.transaction((tx) =>
        writeRecord(tx, {
          kind: 'disease',
          id,
          fields: {},
          origins: 'editor',
          author: 'test',
          state: 'archived',
          successor,
        }),
      );
    await remove(one!.id, next!.id);
    await remove(other!.id, null);
    const request = (id: number) => fetch(new URL(`/deseases/${id}/`, server.url), { redirect: 'manual' });
    await waitUntil('the record is gone', async () => (await request(other!.id)).status === 410);
    const gone = await request(other!.id);
    expect(await gone.text()).toMatch(/Запись\sснята\sс\sпубликации/);
    const moved = await request(one!.id);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/deseases/${next!.id}/`]);
  });

  test('the history of publications has records and addresses, and the catalogue can be rolled back to any', async () => {
    const items = await diseases();
    const { id, title } = items.at(-1)!;
    const before = await waitUntil('the publisher is idle', async () => {
      const now = await status();
      return now.state === 'idle' && now.next_total === 0 && now;
    });
    await change(id, { title: 'Совсем другое название' });
    await shows(`/deseases/${id}/`, 'Совсем другое название');
    const { items: history } = (
      await waitUntil('the history holds the edit', async () => {
        const answer = await editor.get(`/api/editors/publications?record=${id}`);
        return answer.data.items[0]?.state === 'live' && answer;
      })
    ).data as { items: { id: number; records: { title: string }[] }[] };
    const shown = await editor.get(`/api/editors/publications/${history[0]!.id}`);
    expect(shown.data.addresses).toContain(`/deseases/${id}/`);
    const wish = { publication: String(before.last!.id), reason: 'Проверка отката' };
    expect((await editor.post('/api/admin/rollback', wish)).status).toBe(403);
    const tried = await admin.post('/api/admin/rollback', { ...wish, dry_run: 'true' });
    expect(tried.data).toMatchObject({ changed: 1, records: [{ id }], refused: [] });
    expect(await text(`/deseases/${id}/`)).toContain('Совсем другое название');
    const done = await admin.post('/api/admin/rollback', wish);
    expect(done.data).toMatchObject({ changed: 1, refused: [] });
    await shows(`/deseases/${id}/`, title);
  });

  test('the cache gets signed purges until it confirms', async () => {
    const sent = await waitUntil('the cache is notified at the second attempt', async () => {
      const answer = await editor.get('/api/editors/purges?state=sent&page_size=100');
      const tried = (answer.data.items as { attempts: number; total: number }[]).find(
        ({ attempts }) => attempts > 1,
      );
      return tried && answer.data;
    });
    expect(sent.items[0].addresses[0]).toMatch(/^\//);
    for (const { body, time, signature } of purges) expect(signature).toBe(signatureOf(secret, time, body));
    const urls = purges.flatMap(({ body }) => (JSON.parse(body) as { urls: string[] }).urls);
    for (const address of ['/deseases/', '/deseases/index.json'])
      expect(urls).toContain(new URL(address, settings.SITE_URL).href);
  });

  test("a draft is previewed by the site's pages without a trace in them", async () => {
    const { id } = (await diseases())[5]!;
    const { data } = (await (await fetch(new URL(`/api/diseases/${id}`, server.url))).json()) as {
      data: AnyRecord;
    };
    const preview = await worker.preview({ ...data, title: 'Черновик названия' });
    expect(preview.html).toContain('Черновик названия');
    expect(await text(`/deseases/${id}/`)).not.toContain('Черновик названия');
  });

  test('B148 a changed menu is in header, footer and phone menu of every page', async () => {
    const put = (code: string, items: { title: string; url: string }[]) =>
      editor.post(`/api/editors/navigation/${code}`, { items: JSON.stringify(items) });
    const { data } = (await editor.get('/api/editors/navigation')) as {
      data: { code: string; items: { title: string; url: string }[] }[];
    };
    const extra = (code: string) => [
      ...data.find((menu) => menu.code === code)!.items,
      { title: `Пункт «${code}» <b>`, url: '/page/' },
    ];
    for (const code of ['main', 'mobile', 'footer']) expect((await put(code, extra(code))).status).toBe(200);
    const shown = (page: string) =>
      ['main', 'mobile', 'footer'].every((code) => page.includes(`Пункт «${code}» &lt;b&gt;`));
    for (const address of ['/', '/deseases/', '/research/', '/page/'])
      await waitUntil(`${address} shows the menus`, async () => shown(await text(address)));
    expect((await put('main', [{ title: 'Зло', url: 'javascript:alert(1)' }])).status).toBe(400);
    expect(await text('/deseases/')).toMatch(/header-link[^>]*aria-current="page"[^>]*>\s*Заболевания/);
  });

  test('a correction goes before the pages of a changed menu', async () => {
    const idle = (what: string) =>
      waitUntil(what, async () => {
        const now = await status();
        return now.state === 'idle' && now.next_total === 0 && now;
      });
    const { last } = await idle('the publisher rests');
    const { data: menus } = (await editor.get('/api/editors/navigation')) as {
      data: { code: string; items: { title: string; url: string }[] }[];
    };
    const items = [
      ...menus.find(({ code }) => code === 'footer')!.items,
      { title: 'Ещё пункт', url: '/page/' },
    ];
    await editor.post('/api/editors/navigation/footer', { items: JSON.stringify(items) });
    const { id } = (await diseases())[6]!;
    await change(id, { prognosis: 'Исправлено без промедления.' });
    await shows(`/deseases/${id}/`, 'Исправлено без промедления.');
    await idle('the menu is everywhere');
    const { items: made } = (await editor.get('/api/editors/publications')).data as {
      items: { id: number; state: string; changed: number; records: { id: number }[] }[];
    };
    const since = made.filter((one) => one.id > last!.id).toSorted((one, other) => one.id - other.id);
    const first = since.findIndex(({ records }) => records.some((record) => record.id === id));
    expect(since[first]!.changed).toBeLessThan(fewPages);
    const later = since.slice(first + 1).reduce((sum, { changed }) => sum + changed, 0);
    expect(later).toBeGreaterThan(fewPages);
    expect(since.map(({ state }) => state)).toEqual(since.map(() => 'live'));
    for (const one of await diseases()) expect(await text(`/deseases/${one.id}/`)).toContain('Ещё пункт');
  });

  test('with the server stopped, plain files show a record with its picture and document', async () => {
    const published = path.join(settings.DATA_DIR, 'site', 'current');
    const add = async (name: string, bytes: Buffer) => {
      const file = new File([new Uint8Array(bytes)], name);
      return (await editor.post('/api/editors/files', { file, title: name }, 'multipart')).data as {
        url: string;
        picture: string;
      };
    };
    const blue = sharp({ create: { width: 1200, height: 600, channels: 3, background: '#00a' } });
    const { picture } = await add('Схема.png', await blue.png().toBuffer());
    const paper = await readFile(path.join(import.meta.dirname, '../public/upload/doc/report.pdf'));
    const { url } = await add('Порядок.pdf', paper);
    const look = await cleanPdf(paper);
    const clean = Buffer.from(look.refusal === null ? look.bytes : []);
    expect(url).toMatch(/^\/media\/[0-9a-f]{16}\.pdf$/);
    const { id } = await server.database.transaction((tx) =>
      writeRecord(tx, {
        kind: 'news',
        fields: {
          title: 'Порядок выдачи',
          date: '2026-11-20',
          body: `![Схема](${picture})\n\nЧитайте [порядок](${url}).`,
        },
        origins: 'editor',
        state: 'published',
        author: 'test',
      }),
    );
    await waitUntil('the news is published', () =>
      existsSync(path.join(published, 'news', String(id), 'index.html')),
    );
    // Links are published before the page.
    const document = readFileSync(path.join(published, url));
    expect(document.equals(clean)).toBe(true);
    await portal.stop();

    const requests: string[] = [];
    const files = createServer((request, response) => {
      const address = decodeURIComponent(new URL(request.url ?? '/', 'http://files').pathname);
      requests.push(address);
      const file = path.join(published, address.endsWith('/') ? `${address}index.html` : address);
      readFile(file).then(
        (bytes) => response.writeHead(200, { 'content-type': mediaTypeOf(file) }).end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    const home = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    const executablePath = findShell();
    const browser = await chromium.launch({
      args: browserFlags,
      ...(executablePath ? { executablePath } : {}),
    });
    try {
      const page = await browser.newPage();
      await page.goto(`${home}/news/${id}/`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Порядок выдачи');
      const shown = page.getByRole('img', { name: 'Схема' });
      await shown.scrollIntoViewIfNeeded();
      await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      const link = await page.getByRole('link', { name: 'порядок', exact: true }).getAttribute('href');
      const fetched = await fetch(new URL(link ?? '', home));
      expect(fetched.headers.get('content-type')).toBe('application/pdf');
      expect(Buffer.from(await fetched.arrayBuffer()).equals(document)).toBe(true);
      await page.goto(`${home}/deseases/`);
      await page.locator('main .rows a').first().click();
      await page.waitForURL(/\/deseases\/\d+\/$/);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(requests.filter((address) => address.startsWith('/api/'))).toEqual([]);
    } finally {
      await browser.close();
      await new Promise((resolve) => files.close(resolve));
    }
  });
});
