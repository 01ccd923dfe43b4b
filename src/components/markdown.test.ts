// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { fc } from '../../tests/chance.ts';
import { renderMarkdown } from './markdown.ts';

test('headings begin at the second level and have anchors for the list of contents', () => {
  const { html, contents } = renderMarkdown('# Цели\n\nТекст\n\n## Как *мы* работаем\n\n### Мелко');
  expect(contents).toEqual([
    { id: 'section-1', title: 'Цели' },
    { id: 'section-2', title: 'Как мы работаем' },
  ]);
  expect(html).toContain('<h2 id="section-1">Цели</h2>');
  expect(html).not.toContain('<h1');
});

test.each([
  ['a script', '<script>alert(1)</script>текст'],
  ['a handler', '<b onclick="alert(1)">текст</b>'],
  ['a dangerous link', '[текст](javascript:alert(1))'],
  ['a frame', '<iframe src="https://example.org"></iframe>текст'],
  ['a picture of another host', '![текст](https://example.org/a.png)'],
  ['a style', 'текст <span style="position:fixed">a</span>'],
])('%s in an editor’s text does not reach the page', (_, text) => {
  const { html } = renderMarkdown(text);
  expect(html).not.toMatch(/<script|onclick|javascript:|<iframe|<img|style=/i);
});

test('a wide table scrolls inside a region that the keyboard reaches', () => {
  const { html } = renderMarkdown('| А | Б |\n|---|---|\n| 1 | 2 |');
  expect(html).toMatch(/<section class="prose-table" aria-label="Таблица" tabindex="0"><table>/);
});

test('a cell of a table names its column, for phones that show a row as a card', () => {
  const { html } = renderMarkdown('| Что | Чьё |\n|---|---|\n| Коды | Orphanet |');
  expect(html).toContain('<td data-title="Что">Коды</td>');
  expect(html).toContain('<td data-title="Чьё">Orphanet</td>');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/%5Cevil.example',
  '\\\\\\\\evil.example',
  '/&#9;/evil.example',
])('a link to %s, which only looks like our page, is none', (address) =>
  expect(renderMarkdown(`[текст](<${address}>)`).html).not.toContain('href='),
);
test('a link to another site says nothing of the page it stands on', () => {
  expect(renderMarkdown('[сайт](https://a.example/)').html).toContain(
    '<a href="https://a.example/" rel="noopener noreferrer">сайт</a>',
  );
  expect(renderMarkdown('[тут](/drugs/1/)').html).toContain('<a href="/drugs/1/">тут</a>');
});

/** Markdown as trees of what it may hold, and of what it may not. */
const { tree } = fc.letrec<{ tree: string; words: string; block: string; inline: string }>((tie) => ({
  tree: fc.oneof({ maxDepth: 6 }, tie('words'), tie('inline'), tie('block')),
  words: fc.string({ unit: 'grapheme', maxLength: 10 }),
  inline: fc
    .tuple(
      tie('tree'),
      fc.constantFrom(
        '//evil.example',
        'javascript:alert(1)',
        'JaVaScRiPt&colon;x',
        'https://a.example',
        '/a/',
      ),
      fc.constantFrom<(words: string, address: string) => string>(
        (words, address) => `[${words}](${address})`,
        (words, address) => `<a href="${address}" onclick="x()">${words}</a>`,
        (words, address) => `![${words}](${address})`,
        (words, address) => `<${address}>${words}`,
        (words) => `**${words}**`,
        (words) => `<svg onload=x()>${words}</svg>`,
      ),
    )
    .map(([words, address, write]) => write(words, address)),
  block: fc
    .tuple(
      tie('tree'),
      tie('tree'),
      fc.constantFrom('\n\n', '\n- ', '\n> ', '\n| ', '\n## ', '\n```\n', '\n<script>\n'),
    )
    .map(([one, other, between]) => one + between + other),
}));

test('E-2 whatever an editor writes, its page holds nothing that runs and no link in disguise', () => {
  fc.assert(
    fc.property(tree, (text) => {
      const page = document.createElement('div');
      page.innerHTML = renderMarkdown(text).html;
      expect(
        page.querySelector('script, style, iframe, object, embed, form, input, img, svg, base'),
      ).toBeNull();
      for (const element of page.querySelectorAll('*'))
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^on|^style$|^srcdoc$/);
          if (name !== 'href') continue;
          expect(value).toMatch(/^(?:https?:|mailto:|tel:|#|[/?]|[^:]*$)/i);
          if (!/^\w+:/.test(value))
            expect(new URL(value, 'https://register.example/page/a/').host).toBe('register.example');
        }
    }),
    { numRuns: 300 },
  );
});
