import { expect, test } from 'vitest';
import { barePage } from './bare-page.ts';

test('B246 while the site cannot render, the reader gets a message and a link home', () => {
  const html = barePage({ title: 'Сервис на обслуживании' });
  expect(html).toContain('<h1>Сервис на обслуживании</h1>');
  expect(html).toContain('<a href="/">');
  expect(html).toContain('<link rel="icon" href="/favicon.svg"');
});

test('a message is escaped', () => {
  const text = '<img src=x onerror=alert(1)> "$&';
  const html = barePage({ title: text, sentences: [text], back: `/"><script>` });
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt; &quot;\$&amp;/g)).toHaveLength(3);
  expect(html).toContain('href="/&quot;&gt;&lt;script&gt;"');
});
