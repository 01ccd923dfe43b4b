import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiSource } from '#data/source.ts';
import { startOnDemandRenderer, type OnDemandRenderer } from '#publisher/on-demand.ts';
import { publish } from '#publisher/publish.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { putTerms } from '#server/catalogue/terms.ts';
import { startServer, type Server } from '#server/main.ts';
import { testSettings } from './sample/database.ts';
import { siteUrl } from './sample/published-starter.ts';

/** More than fit on a page of a group. */
const many = 130;

describe('pages of diseases without own texts', { timeout: 200_000 }, () => {
  let server: Server;
  let answering: OnDemandRenderer;
  let drop: () => Promise<void>;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const { settings, drop: dropSettings } = await testSettings({ SITE_URL: siteUrl });
    drop = dropSettings;
    server = await startServer({ settings });
    await server.database.transaction(async (tx) => {
      await putTerms(tx, 'therapeuticarea', [
        { code: 'metabolic', title: 'Болезни обмена веществ', position: 1 },
      ]);
      const write = async (name: string, fields: Record<string, unknown>) => {
        const written = { title: name, title_status: 'established', areas: ['metabolic'], ...fields };
        const draft = { kind: 'disease', state: 'published', origins: 'base', author: 'test' } as const;
        return (ids[name] = (await writeRecord(tx, { ...draft, fields: written })).id);
      };
      const head = await write('Нарушения обмена', { type: 'category', orpha: 68367 });
      const group = await write('Лизосомные болезни', { type: 'category', parents: [head] });
      const factsId = await write('Болезнь фактов', {
        orpha: 990001,
        parents: [group],
        inheritance: ['autosomal-recessive'],
        onset: ['infancy', 'childhood'],
        definition_en: 'A rare lysosomal disease.',
      });
      await write('Подтип болезни', { type: 'clinical-subtype', parents: [factsId] });
      await write('Забытая болезнь', { parents: [head] });
      const wide = await write('Широкая группа', { type: 'category', parents: [head] });
      for (let number = 1; number <= many; number += 1)
        await write(`Аномалия ${String(number).padStart(3, '0')}`, { parents: [wide], onset: ['adult'] });
    });
    // Few of the pages are needed: each is rendered on demand.
    await publish({
      source: apiSource(server.url),
      dataDir: settings.DATA_DIR,
      siteUrl: settings.SITE_URL,
      mayGrow: true,
    });
    answering = startOnDemandRenderer({ dataDir: settings.DATA_DIR });
    server.context.renderer = answering;
  }, 200_000);
  afterAll(async () => {
    await answering.stop();
    await server.close();
    await drop();
  });

  const request = (address: string) => fetch(new URL(address, server.url));
  const readFile = async (address: string) => {
    const response = await request(address);
    expect([address, response.status]).toEqual([address, 200]);
    return response.text();
  };
  const read = (address: string) => readFile(`/${address}/`);
  /** Visible text with normalised spaces. */
  const wordsOf = async (address: string) => {
    const html = await read(address);
    return html
      .slice(html.indexOf('<main'), html.indexOf('</main>'))
      .replace(/<(sup|style|script)\b.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .replaceAll(' .', '.');
  };
  const page = (name: string) => `deseases/${ids[name]}`;

  test('a record of facts reads as sentences, states its origin and shows nothing empty', async () => {
    const words = await wordsOf(page('Болезнь фактов'));
    expect(words).toContain('Описание: по Orphanet');
    expect(words).toContain(
      'Тип наследования — аутосомно-рецессивный. Начинается в младенчестве или в детстве.',
    );
    expect(words).toContain('Составлено программой по фактам Orphanet');
    expect(words).toContain('это не значит, что лечения не существует');
    expect(words).not.toMatch(/Нет данных|Кто платит за лечение (?!редкой)|Ген(ы|) |в каталоге пока нет/);
    const html = await read(page('Болезнь фактов'));
    expect(/<details class="definition[^>]*>/.exec(html)?.[0]).not.toContain('open');
    expect(html).toContain('лицензия CC BY 4.0');
    expect(html).toMatch(/lang="en"[^>]*>\s*(<p>)?A rare lysosomal disease/);
  });

  test('a record of names and codes says so and is not indexed', async () => {
    const thin = page('Забытая болезнь');
    expect(await wordsOf(thin)).toContain(
      'Пока известны только название, коды и место в классификации Orphanet; других сведений нет.',
    );
    expect(await read(thin)).toContain('<meta name="robots" content="noindex">');
    expect(await read(page('Болезнь фактов'))).not.toContain('noindex');
    const map = await readFile('/sitemap-disease-1.xml');
    expect(map).toContain(`/${page('Болезнь фактов')}/`);
    expect(map).toContain(`/${page('Лизосомные болезни')}/`);
    expect(map).not.toContain(`/${thin}/`);
    const twin = JSON.parse(await readFile(`/${thin}/index.json`)) as {
      record: { tier: string };
    };
    expect(twin.record.tier).toBe('brief');
  });

  test('groups link down, with counts, and up', async () => {
    const head = await wordsOf(page('Нарушения обмена'));
    expect(head).toContain(`в ней ${many + 3} заболевания.`);
    expect(head).toMatch(/Группы Лизосомные болезни 2 заболевания Широкая группа 130 заболеваний/);
    expect(head).toContain('Заболевания Забытая болезнь');
    expect(await wordsOf(page('Лизосомные болезни'))).toContain('Болезнь фактов ORPHA:990001 · 1 форма');
    expect(await wordsOf(page('Подтип болезни'))).toContain(
      'Входит в Нарушения обмена Лизосомные болезни Болезнь фактов',
    );
    expect(await wordsOf('deseases/areas/metabolic')).toContain('Группы Нарушения обмена 133 заболевания');
  });

  test('a large group has further pages, and the list of diseases links to groups', async () => {
    expect(await read(page('Широкая группа'))).toContain(`/${page('Широкая группа')}/within/2/`);
    const further = await wordsOf(`${page('Широкая группа')}/within/2`);
    expect(further).toContain('Аномалия 121');
    expect(further).not.toContain('Аномалия 120');
    expect((await request(`/${page('Нарушения обмена')}/within/2/`)).status).toBe(404);
    const list = await read('deseases');
    expect(list).toContain('?type=clinical-group&amp;type=category');
    expect(await wordsOf('deseases')).toContain('Показать 3 группы классификации');
    expect(await wordsOf('deseases')).not.toContain('Лизосомные болезни');
  });
});

test('a catalogue of brief diseases alone is published, with an empty part of the sitemap', async () => {
  const { settings, drop } = await testSettings({ SITE_URL: siteUrl });
  const server = await startServer({ settings });
  const { DATA_DIR: dataDir } = settings;
  const answering = startOnDemandRenderer({ dataDir });
  try {
    const fields = { title: 'Забытая болезнь', title_status: 'established' };
    const draft = { kind: 'disease', state: 'published', origins: 'base', author: 'test' } as const;
    await server.database.transaction((tx) => writeRecord(tx, { ...draft, fields }));
    await publish({ source: apiSource(server.url), dataDir, siteUrl, mayGrow: true });
    const part = await answering.renderFile('/sitemap-disease-1.xml');
    expect(Buffer.from(part!.bytes).toString()).toMatch(/<urlset[^>]*>\s*<\/urlset>/);
  } finally {
    await answering.stop();
    await server.close();
    await drop();
  }
}, 200_000);
