import { expect, test } from 'vitest';
import { fc } from '../../../tests/chance.ts';
import { documents } from '../../../tests/sample/documents.ts';
import type { ProseNode } from '#domain/prose/node.ts';
import { plainLines } from '#domain/prose/plain.ts';
import { parseProse } from '#domain/prose/read.ts';
import { normalizeDocument } from './normalizeDocument.ts';
import { roundTrips, serializeProse } from './serialize.ts';

const words = (text: string, ...marks: string[]): ProseNode => ({
  type: 'text',
  text,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
const p = (...content: ProseNode[]): ProseNode => ({ type: 'paragraph', content });
const item = (...content: ProseNode[]): ProseNode => ({ type: 'listItem', content });
const doc = (...content: ProseNode[]): ProseNode => ({ type: 'doc', content });
const bullets = (...content: ProseNode[]): ProseNode => ({ type: 'bulletList', content });
const from = (start: number, ...content: ProseNode[]): ProseNode => ({
  type: 'orderedList',
  attrs: { start },
  content,
});

test('A1 every document survives storing and parsing (100,000 documents: PROSE_RUNS=100000 npm test -- unit prose)', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const text = serializeProse(document);
      expect(JSON.stringify(parseProse(text))).toBe(JSON.stringify(normalizeDocument(document)));
    }),
    { numRuns: Number(process.env.PROSE_RUNS ?? 1000) },
  );
}, 900_000);

test.each<[string, ProseNode, string]>([
  [
    'a dose below a drug',
    doc(bullets(item(p(words('Имиглюцераза')), bullets(item(p(words('доза 60 ЕД/кг каждые 2 недели'))))))),
    '- Имиглюцераза\n  - доза 60 ЕД/кг каждые 2 недели',
  ],
  [
    'the number a list begins with',
    doc(from(5, item(p(words('пять'))), item(p(words('шесть'))))),
    '5. пять\n6. шесть',
  ],
  ['two adjacent lists', doc(from(2, item(p(words('а')))), from(7, item(p(words('б'))))), '2. а\n\n\\\n7. б'],
  ['two paragraphs of an item', doc(bullets(item(p(words('а')), p(words('б'))))), '- а\n  б'],
  [
    'bold and italic inside of a word',
    doc(p(words('а', 'bold', 'italic'), words('б', 'bold'))),
    '[а]{bi}[б]{b}',
  ],
  ['a paragraph that begins as an item', doc(p(words('1. Не список'))), '1\\. Не список'],
  ['a bar and a backslash at the end of it', doc(p(words('|\\'))), '\\|\\\\'],
  ['a power of ten', doc(p(words('10'), words('9', 'superscript'), words('/л'))), '10^9^/л'],
  ['a formula', doc(p(words('H'), words('2', 'subscript'), words('O'))), 'H~2~O'],
  ['a value that looks like a quotation', doc(p(words('> 38 °C'))), '> 38 °C'],
  [
    'a quotation',
    doc({ type: 'blockquote', content: [p(words('Слова')), p(words('2 раза'))] }),
    '> Слова\n>\n> \\2 раза',
  ],
  ['a space that keeps a value with its unit', doc(p(words('10\u00A0мг'))), '10\u00A0мг'],
  ['a break of the line', doc(p(words('раз'), { type: 'hardBreak' }, words('два'))), 'раз \\ два'],
  [
    'a table',
    doc({
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: ['Что', 'Сколько'].map((one) => ({ type: 'tableHeader', content: [p(words(one))] })),
        },
        {
          type: 'tableRow',
          content: [p(words('a|b')), { type: 'paragraph' }].map((one) => ({
            type: 'tableCell',
            content: [one],
          })),
        },
      ],
    }),
    '| Что | Сколько |\n| --- | --- |\n| a\\|b |  |',
  ],
  [
    'a picture',
    doc({ type: 'image', attrs: { src: '/api/files/1', alt: 'Снимок [1]' } }),
    '![Снимок \\[1\\]](/api/files/1)',
  ],
])('A1 %s is kept', (_, document, text) => {
  expect(serializeProse(document)).toBe(text);
  expect(parseProse(text)).toEqual(normalizeDocument(document));
});

test.each([
  'Один абзац.',
  'Первый.\n\nВторой с **жирным** и *GBA1*.',
  '## Раздел\n\n- раз\n- два\n\n1. первое\n2. второе',
  'Смотрите [Orphanet](https://www.orpha.net/) и [Гоше](/deseases/1/).',
  'Генотип Pi*ZZ, [в скобках] и ~5 %, 2*3*4, 2 ^ 3, c:\\a',
])('a text of the pages passes the rich editor unchanged: %s', (text) =>
  expect(serializeProse(parseProse(text))).toBe(text),
);

test("changes by the server's cleaning are reported before saving", () => {
  const typed = doc(p(words('Пишут <b>так</b>')));
  expect(roundTrips(typed, serializeProse(typed))).toBe(false);
  const link = doc(p(words('[а](javascript:б)')));
  expect(roundTrips(link, serializeProse(link))).toBe(false);
  const far = doc(from(2024, item(p(words('год')))));
  expect(roundTrips(far, serializeProse(far))).toBe(false);
  const plain = doc(p(words('Пишут p < 0,05 и x > 3')));
  expect(roundTrips(plain, serializeProse(plain))).toBe(true);
});

test('plain lines keep powers, lists and cells', () =>
  expect(
    plainLines(
      parseProse('10^9^/л, H~2~O, T~max~\n\n3. раз\n   - два\n\n| а | б |\n| --- | --- |\n| 1 | 2 |'),
    ),
  ).toEqual(['10⁹/л, H₂O, Tmax', '3. раз', '  - два', 'а | б', '1 | 2']));

test('unclosed marks and deep quotations parse in one pass', () => {
  for (const sign of ['[', '**', '*a', '^a', 'x~1', '\\', '|', '> ', '- ', '[a](/', '[[a]{b}', '![a'])
    expect(parseProse(sign.repeat(20_000 / sign.length)).content?.length).toBeGreaterThan(0);
});
