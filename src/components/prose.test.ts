import { expect, test } from 'vitest';
import { blocksOf, inlineHtml, opening } from './prose.ts';

test('blank lines part paragraphs, dashes make a list, hashes a heading', () =>
  expect(blocksOf('Первый\nабзац.\n\n## Дальше\n- раз\n- два\n\n1. три\r\n\r\nКонец')).toEqual([
    { type: 'paragraph', html: 'Первый абзац.', ends: [1] },
    { type: 'heading', html: 'Дальше' },
    { type: 'list', isOrdered: false, items: ['раз', 'два'], ends: [2] },
    { type: 'list', isOrdered: true, items: ['три'], ends: [3] },
    { type: 'paragraph', html: 'Конец', ends: [4] },
  ]));

test('a heading alone is no paragraph, and each paragraph ends where its last lines do', () =>
  expect(blocksOf('## Дети\n\nОдин.\n- а\n- б\n\nДва.').map(({ type, ends }) => [type, ends])).toEqual([
    ['heading', undefined],
    ['paragraph', undefined],
    ['list', [1]],
    ['paragraph', [2]],
  ]));

test.each([
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  [
    '[сайт](https://a.ru/?a=1&b="2")',
    '<a href="https://a.ru/?a=1&amp;b=&quot;2&quot;" rel="noopener noreferrer">сайт</a>',
  ],
  ['[сайт](https://a.ru/*b*/)', '<a href="https://a.ru/*b*/" rel="noopener noreferrer">сайт</a>'],
  ['[нет](/\\evil.example)', '[нет](/\\evil.example)'],
  ['[нет](javascript:alert(1))', '[нет](javascript:alert(1))'],
  ['[нет](//evil.example)', '[нет](//evil.example)'],
  ['[тут](/drugs/1/)', '<a href="/drugs/1/">тут</a>'],
  ['ген *GBA1* и **важно**', 'ген <em>GBA1</em> и <strong>важно</strong>'],
  ['2*3*4', '2*3*4'],
])('%j becomes %s', (text, html) => expect(inlineHtml(text)).toBe(html));

test('an opening ends with a whole word', () => {
  expect(opening('Коротко.')).toBe('Коротко.');
  expect(opening('слово '.repeat(60), 20)).toBe('слово слово слово…');
  expect(opening('а'.repeat(500), 20).length).toBeLessThanOrEqual(20);
});
