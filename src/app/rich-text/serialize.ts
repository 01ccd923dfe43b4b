import { cleanText } from '#domain/editing/plain.ts';
import { readInline } from '#domain/prose/inline.ts';
import { markLetters, type ProseMark, type ProseNode } from '#domain/prose/node.ts';
import { parseProse } from '#domain/prose/read.ts';
import { normalizeDocument } from './normalizeDocument.ts';

/** Serialises a document for storage; `parseProse` returns `normalizeDocument(document)`. */
export function serializeProse(document: ProseNode): string {
  return writeBlocks(normalizeDocument(document).content ?? []);
}

/** Whether the text, cleaned as on saving, parses to the shown document; otherwise the editor is warned. */
export const roundTrips = (document: ProseNode, text: string): boolean =>
  JSON.stringify(parseProse(cleanText(text))) === JSON.stringify(normalizeDocument(document));

const writeBlocks = (blocks: readonly ProseNode[]): string =>
  blocks
    .map((block, at) => (isSameList(block, blocks[at - 1]) ? `\\\n${writeBlock(block)}` : writeBlock(block)))
    .filter((block) => block !== '')
    .join('\n\n');

/** Adjacent lists of one kind would be parsed as one. */
const isSameList = (block: ProseNode, before: ProseNode | undefined): boolean =>
  before?.type === block.type && block.type.endsWith('List');

function writeBlock({ type, attrs, content = [] }: ProseNode): string {
  switch (type) {
    case 'heading':
      return `${'#'.repeat(Number(attrs?.['level'] ?? 2))} ${writeLine(content)}`;
    case 'bulletList':
    case 'orderedList':
      return writeList(type, Number(attrs?.['start'] ?? 1), content, '').join('\n');
    case 'blockquote':
      return writeBlocks(content)
        .split('\n')
        .map((line) => (/^\\?\d/.test(line) ? `> \\${line}` : `> ${line}`.trimEnd()))
        .join('\n');
    case 'table':
      return writeTable(content);
    case 'image':
      return `![${String(attrs?.['alt'] ?? '').replace(/[\\[\]]/g, String.raw`\$&`)}](${String(attrs?.['src'])})`;
    default:
      return writeLine(content);
  }
}

function writeList(type: string, start: number, items: readonly ProseNode[], indent: string): string[] {
  return items.flatMap(({ content = [] }, index) => {
    // Only the first number is significant; others must look like list numbers.
    const marker = type === 'orderedList' ? `${Math.min(start + index, 99)}. ` : '- ';
    const deeper = indent + ' '.repeat(marker.length);
    const [first, ...rest] = content;
    return [
      `${indent}${marker}${writeLine(first?.content ?? [], true)}`,
      ...rest.flatMap((block, at) => [
        ...(isSameList(block, rest[at - 1]) ? [`${deeper}\\`] : []),
        ...(block.type === 'paragraph'
          ? [`${deeper}${writeLine(block.content ?? [])}`]
          : writeList(block.type, Number(block.attrs?.['start'] ?? 1), block.content ?? [], deeper)),
      ]),
    ];
  });
}

function writeTable(rows: readonly ProseNode[]): string {
  const lines = rows.map(({ content = [] }) => {
    const cells = content.map((cell) =>
      writeWords(cell.content?.[0]?.content ?? [], (words) => words.replace(/^(?=:?-+:?$)/, '\\')).replaceAll(
        '|',
        String.raw`\|`,
      ),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const rule = `|${' --- |'.repeat(rows[0]?.content?.length ?? 1)}`;
  const isHeaded = rows[0]?.content?.[0]?.type === 'tableHeader';
  return (isHeaded ? [lines[0], rule, ...lines.slice(1)] : [rule, ...lines]).join('\n');
}

/** What would be parsed as the start of a block. */
const blockStart = /^(?:#{1,4}\s|[-*•]\s|\d{1,2}[.)]\s|>(?:$| (?!\d))|\||!\[|\\$)/;

/** Serialises inline text; a literal block start is escaped. */
function writeLine(nodes: readonly ProseNode[], isItem = false): string {
  if (nodes.length === 0) return isItem ? '\\' : '';
  return writeWords(nodes, (words) => (blockStart.test(words) ? words.replace(/^(\d{0,2})/, '$1\\') : words));
}

/**
 * The simplest spelling that parses back: literal, escaped, or with explicit marks. `guard` protects the
 * beginning.
 */
function writeWords(nodes: readonly ProseNode[], guard: (words: string) => string): string {
  const serialised = JSON.stringify(nodes);
  const spellings = [
    () => writeGroup(nodes, 0, (text) => text),
    () => writeGroup(nodes, 0, escaped),
    () => writeSpans(nodes),
  ];
  for (const spell of spellings) {
    const written = guard(spell());
    if (JSON.stringify(readInline(written)) === serialised) return written;
  }
  return guard(writeSpans(nodes));
}

const escaped = (text: string) => text.replace(/[\\*[\]^~]/g, String.raw`\$&`);

const marksAround = ['link', 'bold', 'italic', 'superscript', 'subscript'] as const;
const signs = { bold: '**', italic: '*', superscript: '^', subscript: '~' } as const;

const markOf = (node: ProseNode, type: string): ProseMark | undefined =>
  node.marks?.find((mark) => mark.type === type);

/** Nested marks, from links inwards: `**a *b***`. */
function writeGroup(nodes: readonly ProseNode[], depth: number, spell: (text: string) => string): string {
  const type = marksAround[depth];
  if (!type)
    return nodes.map((node) => (node.type === 'hardBreak' ? ' \\ ' : spell(node.text ?? ''))).join('');
  const key = (node: ProseNode) => JSON.stringify(markOf(node, type) ?? null);
  const parts: string[] = [];
  for (let at = 0; at < nodes.length;) {
    const first = nodes[at] as ProseNode;
    let end = at + 1;
    while (end < nodes.length && key(nodes[end] as ProseNode) === key(first)) end += 1;
    const words = writeGroup(nodes.slice(at, end), depth + 1, spell);
    const mark = markOf(first, type);
    if (!mark) parts.push(words);
    else if (type === 'link') parts.push(`[${words}](${String(mark.attrs?.['href'])})`);
    else parts.push(signs[type] + words + signs[type]);
    at = end;
  }
  return parts.join('');
}

/** Explicit marks, `[words]{bi}`, with every character escaped: always parses back. */
function writeSpans(nodes: readonly ProseNode[]): string {
  const spans = nodes.map((node) => {
    if (node.type === 'hardBreak') return ' \\ ';
    const letters = Object.entries(markLetters)
      .flatMap(([type, letter]) => (markOf(node, type) ? [letter] : []))
      .join('');
    const words = escaped(node.text ?? '');
    return letters ? `[${words}]{${letters}}` : words;
  });
  const parts: string[] = [];
  nodes.forEach((node, at) => {
    const href = markOf(node, 'link')?.attrs?.['href'];
    const isSame = (other: ProseNode | undefined) => other && markOf(other, 'link')?.attrs?.['href'] === href;
    if (typeof href !== 'string') parts.push(spans[at] ?? '');
    else
      parts.push(
        `${isSame(nodes[at - 1]) ? '' : '['}${spans[at]}${isSame(nodes[at + 1]) ? '' : `](${href})`}`,
      );
  });
  return parts.join('');
}
