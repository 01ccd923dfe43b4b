import { expect, test } from 'vitest';
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
