import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from './sample/database.ts';
import { startLivePortal, type LivePortal } from './sample/live-portal.ts';
import { waitUntil } from './sample/wait-until.ts';

/** Each of these renders the whole site several times. */
describe.runIf(dialect === 'sqlite')('changes on every page', { timeout: 400_000 }, () => {
  let portal: LivePortal;
  let editor: LivePortal['editor'];
  let admin: LivePortal['admin'];
  let status: LivePortal['status'];
  let text: LivePortal['text'];
  let shows: LivePortal['shows'];
  let change: LivePortal['change'];
  let diseases: LivePortal['diseases'];
  beforeAll(async () => {
    portal = await startLivePortal();
    ({ editor, admin, status, text, shows, change, diseases } = portal);
  }, 400_000);
  afterAll(() => portal.drop());

  test("the portal's name set by an editor is used everywhere, and can be restored (B060, B065)", async () => {
    const rename = (words: Record<string, string>) => editor.post('/api/editors/site', words);
    const words = {
      title: 'Атлас <редких> болезней',
      subtitle: 'центры и препараты',
      tagline: 'Для врачей и семей',
      short: 'Атлас редких',
    };
    expect((await editor.get('/api/editors/site')).data).toMatchObject({
      title: 'Регистр орфанных заболеваний',
      tagline: 'Каталог для врачей и партнёров',
    });
    expect((await rename({ ...words, short: 'Слишком длинное имя' })).status).toBe(400);
    expect((await rename(words)).status).toBe(200);
    const page = await waitUntil('the home page shows the name', async () => {
      const now = await text('/');
      return now.includes('<title>Атлас &lt;редких&gt; болезней. Для врачей и семей</title>') && now;
    });
    expect(page).toMatch(/<h1[^>]*>Атлас &lt;редких&gt; болезней<\/h1>/);
    expect(page).toMatch(/class="logo[^]{0,2000}Атлас\s*<br[^>]*>\s*&lt;редких&gt; болезней/);
    expect(page).toContain('центры и препараты');
    expect(page).toMatch(/property="og:site_name" content="Атлас (<|&lt;)редких(>|&gt;) болезней"/);
    const { id } = (await diseases())[0]!;
    await shows(`/deseases/${id}/`, ' — Атлас &lt;редких&gt; болезней. Для врачей и семей</title>');
    await shows('/manifest.webmanifest', '"short_name":"Атлас редких"');
    await shows('/opensearch.xml', '<ShortName>Атлас редких</ShortName>');
    await shows('/changes/feed.xml', 'Атлас &lt;редких&gt; болезней');
    await shows('/llms.txt', '# Атлас <редких> болезней');
    await shows('/index.json', 'Атлас <редких> болезней');
    await shows('/api/page/home', '"title":"Атлас <редких> болезней","subtitle":"центры и препараты"');
    await shows('/api/openapi.json', '"title":"Атлас <редких> болезней"');

    expect((await rename({ title: '', subtitle: '', tagline: '', short: '' })).data).toMatchObject({
      title: 'Регистр орфанных заболеваний',
    });
    await shows('/', '<title>Регистр орфанных заболеваний. Каталог для врачей и партнёров</title>');
  });

  test('a long publication is stopped with a consistent site, and the rest is published on request', async () => {
    const idle = () =>
      waitUntil('the publisher is idle', async () => {
        const now = await status();
        return now.state === 'idle' && now;
      });
    const stopAtWork = async () => {
      await waitUntil('the publisher is rendering', async () => {
        const now = await status();
        return now.step === 'rendering' && now.total > 150 && now.done < now.total;
      });
      expect((await editor.post('/api/editors/publication/stop', {})).status).toBe(200);
      return await waitUntil('the publication stops', async () => {
        const now = await status();
        return now.state !== 'running' && now;
      });
    };
    const before = await idle();
    expect((await editor.post('/api/editors/publication/stop', {})).status).toBe(409);

    // A new directory: nothing of it is visible.
    expect((await admin.post('/api/admin/publication', { mode: 'full' })).status).toBe(200);
    const stopped = await stopAtWork();
    expect(stopped).toMatchObject({ state: 'stopped', live: before.live, last: { state: 'broken' } });
    expect(stopped.last!.message).toContain('прежний сайт целиком');

    // Changes published meanwhile wait, with their published and future state.
    const { id, title } = (await diseases())[6]!;
    await change(id, { title: 'Ждёт, пока продолжат' });
    const waiting = await waitUntil('the edit waits', async () => {
      const now = await status();
      return now.next_total === 1 && now;
    });
    expect(waiting).toMatchObject({ state: 'stopped', next: [{ id, author: 'test' }] });
    expect((await editor.get(`/api/editors/publication/waiting/${id}`)).data).toMatchObject({
      action: 'edit',
      differences: [{ field: 'title', removed: [title], added: ['Ждёт, пока продолжат'] }],
    });
    expect(await text(`/deseases/${id}/`)).not.toContain('Ждёт, пока продолжат');

    // In place: menus are on every page.
    const { data: menus } = (await editor.get('/api/editors/navigation')) as {
      data: { code: string; items: { title: string; url: string }[] }[];
    };
    const main = menus.find(({ code }) => code === 'main')!.items;
    const put = (items: typeof main) =>
      editor.post('/api/editors/navigation/main', { items: JSON.stringify(items) });
    await put([...main, { title: 'Пункт после остановки', url: '/page/' }]);
    await editor.post('/api/editors/publication', { mode: 'content' });
    const half = await stopAtWork();
    expect(half.state).toBe('stopped');
    expect(half.last!.message).toMatch(/обновлено \d+ из \d+ страниц/);
    // The record went before the menu.
    expect(half.next_total).toBe(0);
    expect(await text(`/deseases/${id}/`)).toContain('Ждёт, пока продолжат');

    await editor.post('/api/editors/publication', { mode: 'content' });
    const done = await idle();
    expect(done).toMatchObject({ next_total: 0, last: { state: 'live', records: [{ id }] } });
    expect(await text('/deseases/')).toContain('Пункт после остановки');
    expect((await editor.get(`/api/editors/publication/waiting/${id}`)).data).toEqual({
      action: 'none',
      differences: [],
    });
    await admin.post('/api/admin/publication', { mode: 'verify' });
    const verified = await waitUntil('the verification ends', async () => {
      const now = await status();
      return now.last!.mode === 'verify' && now.last!.state === 'live' && now;
    });
    expect(verified.last).toMatchObject({ changed: 0, removed: 0 });
  });
});
