import { isAddress, isPicture, markLetters, type ProseMark, type ProseNode } from '#domain/prose/node.ts';

/**
 * Normalises a document: removes empty blocks, trailing spaces, invisible characters, foreign marks. Storing
 * and parsing returns an equal document.
 */
export function normalizeDocument({ content = [] }: ProseNode): ProseNode {
  const blocks = content.flatMap(settledBlock);
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}

function settledBlock({ type, attrs = {}, content = [] }: ProseNode): ProseNode[] {
  switch (type) {
    case 'paragraph': {
      const words = settledWords(content);
      return words.length > 0 ? [{ type, content: words }] : [];
    }
    case 'heading': {
      const words = settledWords(content);
      const level = Math.min(Math.max(Number(attrs['level']) || 2, 2), 4);
      return words.length > 0 ? [{ type, attrs: { level }, content: words }] : [];
    }
    case 'bulletList':
    case 'orderedList':
      return settledList(type, Number(attrs['start'] ?? 1), content);
    case 'blockquote': {
      const blocks = content.flatMap(settledBlock);
      return blocks.length > 0 ? [{ type, content: blocks }] : [];
    }
    case 'table':
      return settledTable(content);
    case 'image': {
      const { src, alt } = attrs;
      if (typeof src !== 'string' || !isPicture(src)) return [];
      return [
        {
          type,
          attrs: {
            src,
            alt: typeof alt === 'string' ? settledText(alt).trim().slice(0, 500).toWellFormed().trim() : '',
          },
        },
      ];
    }
    default:
      return [];
  }
}

function settledList(type: string, start: number, items: readonly ProseNode[]): ProseNode[] {
  const content = items.flatMap((item): ProseNode[] => {
    const blocks = (item.content ?? []).flatMap(settledBlock);
    if (blocks.length === 0) return [];
    return [
      {
        type: 'listItem',
        content: blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks],
      },
    ];
  });
  if (content.length === 0) return [];
  return [{ type, ...(type === 'orderedList' && start !== 1 ? { attrs: { start } } : {}), content }];
}

/** Rows of equal width; the header is the first row or none. */
function settledTable(rows: readonly ProseNode[]): ProseNode[] {
  const words = rows.map(({ content = [] }) =>
    content.map((cell) =>
      settledWords(
        (cell.content ?? []).flatMap((block, at) => [
          ...(at > 0 ? [{ type: 'hardBreak' }] : []),
          ...(block.content ?? []),
        ]),
      ),
    ),
  );
  const width = Math.max(0, ...words.map(({ length }) => length));
  if (!words.some((row) => row.some(({ length }) => length > 0))) return [];
  const isHeaded = rows[0]?.content?.every(({ type }) => type === 'tableHeader') ?? false;
  const content = words.map((row, at) => ({
    type: 'tableRow',
    content: Array.from({ length: width }, (_, column): ProseNode => {
      const cell = row[column] ?? [];
      return {
        type: at === 0 && isHeaded ? 'tableHeader' : 'tableCell',
        content: [cell.length > 0 ? { type: 'paragraph', content: cell } : { type: 'paragraph' }],
      };
    }),
  }));
  return [{ type: 'table', content }];
}

/** Line breaks and tabs become spaces; invisible characters are removed. */
const settledText = (text: string): string =>
  text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u00AD\u200B\uFEFF]/gu, '')
    .toWellFormed();

function settledWords(nodes: readonly ProseNode[]): ProseNode[] {
  const words: ProseNode[] = [];
  for (const { type, text = '', marks = [] } of nodes) {
    if (type === 'hardBreak') words.push({ type });
    if (type !== 'text') continue;
    const cleaned = settledText(text);
    const own = settledMarks(marks);
    const last = words.at(-1);
    if (last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(own))
      last.text += cleaned;
    else if (cleaned !== '') words.push({ type, text: cleaned, ...(own.length > 0 ? { marks: own } : {}) });
  }
  return trimmed(words);
}

/** Links outermost, then the order of `markLetters`; superscript excludes subscript. */
function settledMarks(marks: readonly ProseMark[]): ProseMark[] {
  const href = marks.find(({ type }) => type === 'link')?.attrs?.['href'];
  const own = Object.keys(markLetters).filter((type) => marks.some((mark) => mark.type === type));
  return [
    ...(typeof href === 'string' && isAddress(href) ? [{ type: 'link', attrs: { href } }] : []),
    ...own.filter((type) => type !== 'subscript' || !own.includes('superscript')).map((type) => ({ type })),
  ];
}

function trimmed(words: ProseNode[]): ProseNode[] {
  const edge = (at: 0 | -1) => {
    for (let node = words.at(at); node; node = words.at(at)) {
      if (node.type === 'text') {
        node.text = at === 0 ? node.text?.trimStart() : node.text?.trimEnd();
        if (node.text) return;
      }
      if (at === 0) words.shift();
      else words.pop();
    }
  };
  edge(0);
  edge(-1);
  return words;
}
