import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findInvalidHtml } from '../scripts/check/html.ts';
import { findBrokenLinks } from '../scripts/check/links.ts';
import { findUnreadable } from '../scripts/check/machines.ts';
import { makeFolder } from '../scripts/check/product.ts';
import { drawPages, kindOf, listPages, sample } from '../scripts/check/site.ts';
import { findHeavyPages } from '../scripts/check/sizes.ts';

const page = (body: string, head = '') =>
  `<!DOCTYPE html><html lang="ru"><head><meta charset="utf-8"><title>Страница</title><link rel="canonical" href="https://register.example/">${head}</head><body>${body}</body></html>`;

/** Incompressible bytes. */
const noise = (outputLength: number) =>
  createHash('shake256', { outputLength }).update('noise').digest('base64');

describe('checks of a built site', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await makeFolder('site');
    const files: Record<string, string> = {
      'index.html': page(
        '<h1 id="top-of-it">Главная</h1><a href="/news/">Новости</a><a href="https://register.example/news/7/#one">Одна</a>',
      ),
      'news/index.html': page(
        '<h1>Новости</h1><a href="/news/7/#signs=HP:0001744">Признаки</a><a href="/nowhere/">Куда</a><a href="7/">Одна</a><a href="/news/7">Без черты</a><img src="/lost.png" alt="">',
      ),
      'news/7/index.html': page(
        '<h1 id="one">Одна</h1><a href="/#absent">Где</a><a href="#one">Здесь</a><a href="/?q=1">Поиск</a><a href="/api/health">API</a>',
      ),
      'heavy/index.html': page(`<h1>Много</h1><p>${noise(40_000)}</p>${'<b>!</b>'.repeat(1500)}`),
      'scripted/index.html': page(
        '<h1>Скрипт</h1>',
        '<script type="module" src="/_astro/first.js"></script>',
      ),
      '_astro/first.js': `import"./second.js";import("./late.js");`,
      '_astro/second.js': `export const text = "${noise(9000)}";`,
      '_astro/late.js': `export const text = "${noise(90_000)}";`,
      'wrong/index.html': page(
        '<h1>Ошибка</h1><p><div>Внутри</div></p><img src="/lost.png"><button id="a">1</button><i id="a">2</i>',
      ),
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
  });

  afterAll(() => rm(folder, { recursive: true }));

  test('pages are classified by address', async () => {
    expect((await listPages(folder)).map(({ address, kind }) => [address, kind])).toEqual([
      ['/', 'home'],
      ['/heavy/', 'heavy'],
      ['/news/', 'news'],
      ['/news/7/', 'news/{id}'],
      ['/scripted/', 'scripted'],
      ['/wrong/', 'wrong'],
    ]);
    expect(kindOf('/deseases/letter/b/page/2/')).toBe('deseases/letter/page');
    expect(sample(await listPages(folder), 1)).toHaveLength(6);
  });

  test('pages of every template and tier are sampled, deterministically', async () => {
    const pages = [1, 2, 3, 4].map((id) => ({
      file: `deseases/${id}/index.html`,
      address: `/deseases/${id}/`,
      kind: 'deseases/{id}',
    }));
    for (const { file } of pages) {
      await mkdir(join(folder, file, '..'), { recursive: true });
      await writeFile(join(folder, file), `<p>Запись: ${file.includes('1') ? 'полная' : 'краткая'}</p>`);
    }
    const draw = (each: number) => drawPages(folder, pages, { each, seed: 7 }, () => {});
    const drawn = await draw(1);
    expect(drawn).toHaveLength(2);
    expect(drawn).toContainEqual(pages[0]);
    expect(await draw(1)).toEqual(drawn);
    expect(await draw(Infinity)).toEqual(pages);
    await rm(join(folder, 'deseases'), { recursive: true });
  });

  test('every broken link is reported with its page, and no other', async () => {
    const { problems } = await findBrokenLinks(folder);
    expect(problems.map((problem) => problem.split(' ').slice(0, 2).join(' '))).toEqual([
      '/news/: /nowhere/',
      '/news/: /news/7',
      '/news/: /lost.png',
      '/news/7/: /#absent',
      '/wrong/: /lost.png',
    ]);
  });

  test('what a strict parser would reject is reported with its file, and nothing else', async () => {
    const files: Record<string, string> = {
      'open-data/diseases-1.ndjson': '{"id":1}\n{"id":1}\n',
      'open-data/diseases-1.csv': 'Номер,Название\n1,=2+2\n',
      'open-data/clinics-1.csv': 'Номер,Название\n1\n',
      'open-data/datapackage.json': '{"resources":[]',
      'news/feed.xml': '<rss version="2.0"><channel><title>A</title></channel></rss>',
      'drugs/feed.xml': '<rss version="2.0"><channel><title>A & B</title></channel></rss>',
      'sitemap-1.xml': '<urlset><url><loc>https://register.example/news/9/</loc></url></urlset>',
      'events/calendar.ics': 'BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n',
      'llms.txt': '# Регистр\n\n> О чём.\n\n- [Новости](https://register.example/news/)\n',
      'said/index.html': page(
        '<h1>Слова</h1>',
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"A","colour":"red"}</script>',
      ),
    };
    const made = await makeFolder('machines');
    for (const [file, text] of Object.entries({ ...files, 'news/index.html': page('<h1>Новости</h1>') })) {
      await mkdir(dirname(join(made, file)), { recursive: true });
      await writeFile(join(made, file), text);
    }
    const { problems } = await findUnreadable(made);
    const named = Map.groupBy(problems, (problem) => problem.split(': ')[0]!);
    await rm(made, { recursive: true });
    expect([...named.keys()].toSorted()).toEqual(
      Object.keys(files)
        .filter((file) => file !== 'llms.txt')
        .toSorted(),
    );
    expect(named.get('said/index.html')).toHaveLength(2);
  });

  test('a page over a budget is reported with the figure, a script with its static imports', async () => {
    const { problems } = await findHeavyPages(folder);
    const over = problems.map((problem) => problem.split(' ').slice(0, 2).join(' '));
    expect(over).toEqual(['/heavy/: html', '/heavy/: nodes', '/scripted/: scripts']);
    const [scripted] = problems.filter((problem) => problem.startsWith('/scripted/: scripts'));
    expect(Number(/ (\d+) >/.exec(scripted ?? '')?.[1])).toBeLessThan(40_000);
  });

  test('an HTML error is reported with rule and place', async () => {
    const { problems, pages } = await findInvalidHtml(folder);
    expect(pages).toBe(6);
    const inWrong = problems.filter((problem) => problem.startsWith('/wrong/index.html:'));
    for (const rule of ['no-dup-id', 'close-order', 'wcag/h37']) {
      expect(
        inWrong.some((problem) => problem.includes(` ${rule}:`)),
        rule,
      ).toBe(true);
    }
    expect(problems.filter((problem) => problem.startsWith('/index.html'))).toEqual([]);
  });
});
