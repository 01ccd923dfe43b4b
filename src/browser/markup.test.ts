import { expect, test } from 'vitest';
import { readMarkup } from './markup.ts';

const text = (words: string) => ({ tag: 'text', text: words });

test('G24 links, bold, italics and breaks are read', () => {
  expect(readMarkup('Вы <b>следите</b>.<br>См. <a href="/profile/subscribes/">все</a>')).toEqual([
    text('Вы '),
    { tag: 'b', children: [text('следите')] },
    text('.'),
    { tag: 'br' },
    text('См. '),
    { tag: 'a', href: '/profile/subscribes/', children: [text('все')] },
  ]);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<b onclick=alert(1)>x</b>',
  '<svg/onload=alert(1)>',
  '<a href="https://x" onmouseover="alert(1)">x</a>',
])('G24 %s leaves text and the few tags that are allowed', (html) => {
  const flat = JSON.stringify(readMarkup(html));
  expect(flat).not.toMatch(/javascript:|onerror|onclick|onmouseover|evil/);
  expect(
    [...flat.matchAll(/"tag":"(\w+)"/g)].every(([, tag]) =>
      ['text', 'br', 'b', 'i', 'a'].includes(tag ?? ''),
    ),
  ).toBe(true);
});

test('G24 escaped text stays text', () => {
  expect(readMarkup('&lt;b&gt; 5 < 6 &amp; 7')).toEqual([text('<b> 5 '), text('<'), text(' 6 & 7')]);
});

test.each(['<b><i>x', '</b>x', '<a href=/x><b>y</a>z</b>', '<<b>>'])('%s does not break parsing', (html) => {
  expect(readMarkup(html).length).toBeGreaterThan(0);
});
