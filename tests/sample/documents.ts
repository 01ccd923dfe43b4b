import { fc } from '../chance.ts';
import type { ProseMark, ProseNode } from '#domain/prose/node.ts';

/** Random rich text documents with characters that look like markup: stars, brackets, numbers. */
const words = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Имиглюцераза', '60 ЕД/кг', '10', '9', '/л', 'H', ' ', 'а', ', ', 'GBA1'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '*',
      '**',
      '_',
      '^',
      '~',
      '[',
      ']',
      '](',
      '](/a/)',
      '{b}',
      '(',
      ')',
      '\\',
      '\\*',
      '|',
      '| --- |',
      '---',
      '# ',
      '## ',
      '> ',
      '>',
      '- ',
      '• ',
      '1. ',
      '12) ',
      '2024. ',
      '![',
      '  ',
      '\u00A0',
      '\\\\',
      '...',
      '!',
      '> 38',
      '\\5',
      '&amp;',
      '10⁹',
      '<',
      '>',
      'https://a.example/*b*',
      '\n',
      '\t',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
);

const mark: fc.Arbitrary<ProseMark> = fc.oneof(
  fc.constantFrom('bold', 'italic', 'superscript', 'subscript').map((type) => ({ type })),
  fc
    .constantFrom('/drugs/1/', 'https://a.example/?a=1&b=*c*', 'https://b.example/a|b^c^~d~', '/a_(b')
    .map((href) => ({ type: 'link', attrs: { href } })),
);

const run: fc.Arbitrary<ProseNode> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.array(words, { minLength: 1, maxLength: 4 }), fc.array(mark, { maxLength: 3 }))
      .map(([words, marks]) => ({ type: 'text', text: words.join(''), marks })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
);
const inline = fc.array(run, { maxLength: 4 });
const paragraph: fc.Arbitrary<ProseNode> = inline.map((content) => ({ type: 'paragraph', content }));

const table: fc.Arbitrary<ProseNode> = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 3 }),
    fc.boolean(),
    fc.array(inline, { minLength: 9, maxLength: 9 }),
  )
  .map(([rows, columns, isHeaded, cells]) => ({
    type: 'table',
    content: Array.from({ length: rows }, (_, row) => ({
      type: 'tableRow',
      content: Array.from({ length: columns }, (__, column) => ({
        type: isHeaded && row === 0 ? 'tableHeader' : 'tableCell',
        content: [{ type: 'paragraph', content: cells[row * 3 + column] ?? [] }],
      })),
    })),
  }));

const image: fc.Arbitrary<ProseNode> = fc
  .tuple(fc.constantFrom('/api/files/1', '/upload/a.png'), fc.array(words, { maxLength: 4 }))
  .map(([src, alt]) => ({ type: 'image', attrs: { src, alt: alt.join('') } }));

const { block } = fc.letrec<{ block: ProseNode; list: ProseNode; quote: ProseNode }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'xsmall' },
    paragraph,
    fc
      .tuple(fc.integer({ min: 2, max: 4 }), inline)
      .map(([level, content]) => ({ type: 'heading', attrs: { level }, content })),
    table,
    image,
    tie('list'),
    tie('quote'),
  ),
  list: fc
    .tuple(
      fc.constantFrom('bulletList', 'orderedList'),
      fc.integer({ min: 0, max: 99 }),
      fc.array(
        fc.tuple(
          paragraph,
          fc.array(fc.oneof({ maxDepth: 3, depthSize: 'xsmall' }, paragraph, tie('list')), { maxLength: 2 }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([type, start, items]) => ({
      type,
      attrs: type === 'orderedList' ? { start, type: null } : {},
      content: items.map(([first, rest]) => ({ type: 'listItem', content: [first, ...rest] })),
    })),
  quote: fc
    .array(tie('block'), { minLength: 1, maxLength: 2 })
    .map((content) => ({ type: 'blockquote', content })),
}));

export const documents: fc.Arbitrary<ProseNode> = fc
  .array(block, { maxLength: 3 })
  .map((content) => ({ type: 'doc', content }));
