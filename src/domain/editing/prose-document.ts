/** A text as a rich editor holds it: the closed schema of what pages render, and nothing else. */
export interface ProseNode {
  type: string;
  attrs?: Record<string, unknown>;
  text?: string;
  marks?: ProseMark[];
  content?: ProseNode[];
}
interface ProseMark {
  type: string;
  attrs?: Record<string, unknown>;
}

const inline =
  /\[([^[\]]{1,500})\]\(((?:https?:\/\/|\/(?![/\\]))[^\s)\\]{1,1000})\)|\*\*([^*]+)\*\*|(?<![\p{L}\d*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\p{L}\d*])/u;

/** The words of a line with their emphasis and links, as pages read them. */
export function readInline(text: string, marks: readonly ProseMark[] = []): ProseNode[] {
  const found = inline.exec(text);
  if (!found) return text ? [{ type: 'text', text, ...(marks.length > 0 ? { marks: [...marks] } : {}) }] : [];
  const [whole, words, address, bold, italic] = found;
  const mark: ProseMark =
    words !== undefined
      ? { type: 'link', attrs: { href: address } }
      : { type: bold !== undefined ? 'bold' : 'italic' };
  return [
    ...readInline(text.slice(0, found.index), marks),
    ...readInline(words ?? bold ?? italic ?? '', [...marks, mark]),
    ...readInline(text.slice(found.index + whole.length), marks),
  ];
}

const paragraph = (text: string): ProseNode => ({ type: 'paragraph', content: readInline(text) });

/** A field of prose as a document. */
export function readProse(text: string): ProseNode {
  const content: ProseNode[] = [];
  for (const part of text.replace(/\r\n?/g, '\n').split(/\n{2,}/)) {
    let lines: string[] = [];
    const flush = () => {
      if (lines.length > 0) content.push(paragraph(lines.join(' ')));
      lines = [];
    };
    for (const line of part.split('\n').map((one) => one.trim())) {
      const heading = /^(#{2,4})\s+(\S.*)$/.exec(line);
      const item = /^([-*•]|\d{1,2}[.)])\s+(\S.*)$/.exec(line);
      if (heading) {
        flush();
        content.push({
          type: 'heading',
          attrs: { level: heading[1]?.length ?? 2 },
          content: readInline(heading[2] ?? ''),
        });
      } else if (item) {
        flush();
        const type = /\d/.test(item[1] ?? '') ? 'orderedList' : 'bulletList';
        const last = content.at(-1);
        const entry = { type: 'listItem', content: [paragraph(item[2] ?? '')] };
        if (last?.type === type) last.content?.push(entry);
        else content.push({ type, content: [entry] });
      } else if (line) lines.push(line);
    }
    flush();
  }
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

/** A document as the text that is stored. */
export function writeProse(document: ProseNode): string {
  return (document.content ?? [])
    .map(writeBlock)
    .filter((block) => block !== '')
    .join('\n\n');
}

function writeBlock({ type, attrs, content = [] }: ProseNode): string {
  if (type === 'heading') return `${'#'.repeat(Number(attrs?.['level'] ?? 2))} ${writeInline(content)}`;
  if (type === 'bulletList' || type === 'orderedList')
    return content
      .map((item, index) => {
        const words = (item.content ?? []).map((block) => writeInline(block.content ?? [])).join(' ');
        return `${type === 'orderedList' ? `${index + 1}.` : '-'} ${words}`;
      })
      .join('\n');
  return writeInline(content);
}

const writeInline = (nodes: readonly ProseNode[]): string => {
  const joined: string[] = [];
  nodes.forEach((node, index) => joined.push(writeText(node, index)));
  return joined.join('').replace(/\s+/g, ' ').trim();
};

function writeText({ text = '', marks = [] }: ProseNode, _index: number): string {
  const has = (type: string) => marks.find((mark) => mark.type === type);
  const link = has('link');
  // Spaces at the edges stand outside of the marks, or the marks would not be read back.
  const words = text.trim();
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(before.length + words.length);
  if (words === '') return text;
  let written = words;
  if (has('italic')) written = `*${written}*`;
  if (has('bold')) written = `**${written}**`;
  const href = link?.attrs?.['href'];
  if (typeof href === 'string' && isAddress(href)) written = `[${written}](${href})`;
  return before + written + after;
}

/** Addresses that pages make links of. */
export const isAddress = (address: string): boolean => /^(?:https?:\/\/|\/(?![/\\]))[^\s)\\]+$/.test(address);

/** Markdown that fields of prose do not know: tables, quotations, code, pictures, nested lists, rules. */
const beyond = /^[ \t]*(?:\||>|```|~~~|-{3,}|\*{3,}|#\s|#{5,}\s|!\[)|^ {2,}[-*\d]/m;

/** Whether a rich editor gives the text back as it was; otherwise it is edited as plain text, and nothing is lost. */
export function isProse(text: string): boolean {
  if (beyond.test(text)) return false;
  const plain = (some: string) =>
    some
      .replace(/\s+/g, ' ')
      .replace(/^[*•] /gm, '- ')
      .trim();
  return plain(writeProse(readProse(text))) === plain(text);
}
