import { expect, test } from 'vitest';
import { fc } from '../../../tests/chance.ts';
import { cleanText } from './plain.ts';

test.each([
  ['<p class="MsoNormal">Текст <b>важный</b><br/></p>', 'Текст важный'],
  ['p < 0,05 и x > 3', 'p < 0,05 и x > 3'],
  ['<sc<b>ript>alert(1)</sc</b>ript>', 'alert(1)'],
  ['<!-- заметка -->Текст', 'Текст'],
  ['[текст](javascript:alert(1))', 'текст'],
  ['[текст](//evil.example/a)', 'текст'],
  ['[текст](/\\evil.example)', 'текст'],
  ['[сайт](https://a.example/) и [тут](/drugs/1/)', '[сайт](https://a.example/) и [тут](/drugs/1/)'],
])('%j becomes %j', (text, kept) => expect(cleanText(text)).toBe(kept));

/** Random nesting of elements, inside names of elements too, links in links, and text. */
const { tree } = fc.letrec<{ tree: string; words: string; element: string; link: string }>((tie) => ({
  tree: fc.oneof({ maxDepth: 8 }, tie('words'), tie('element'), tie('link')),
  words: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('<', '>', '](', '[', '')),
  element: fc
    .tuple(fc.constantFrom('b', 'script', 'img', 'o:p', '!--', 'x'), fc.nat(6), tie('tree'), tie('tree'))
    .map(([name, at, inside, inner]) => `<${name.slice(0, at)}${inside}${name.slice(at)}>${inner}</${name}>`),
  link: fc
    .tuple(fc.constantFrom('javascript:', '//', '/\\', 'data:', 'https://', '/'), tie('tree'), tie('tree'))
    .map(([scheme, words, rest]) => `[${words}](${scheme}${rest})`),
}));

test('E-2 cleaning is idempotent, however the markup is nested', () => {
  fc.assert(
    fc.property(tree, (text) => {
      const once = cleanText(text);
      expect(cleanText(once)).toBe(once);
      expect(once).not.toMatch(/<\/?(?:b|script|img|o:p)(?:\s[^<>]*|\/)?>/i);
    }),
    { numRuns: 500 },
  );
});

test('extremely deep markup is removed entirely, links included', () => {
  const nested = `${'<b'.repeat(5000)}${'>'.repeat(5000)}текст`;
  expect(cleanText(nested)).toBe('текст');
  const links = cleanText(`${'['.repeat(60)}текст${'](javascript:a)'.repeat(60)}`);
  expect(cleanText(links)).toBe(links);
  expect(links).not.toMatch(/\]\(javascript:/);
});
