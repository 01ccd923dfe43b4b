import { isParagraph, partsOf } from '../paragraphs.ts';
import { readInline } from './inline.ts';
import { isPicture, type ProseNode } from './node.ts';

/** A block with the paragraph numbers, as in sources, that end with it. */
interface Block {
  node: ProseNode;
  ends?: number[];
}

const item = /^([-*•]|\d{1,2}[.)])\s+(\S.*)$/;
const heading = /^(#{1,4})\s+(\S.*)$/;
/** «> 38 °C» is a value, not a quotation; a quotation that begins with a digit is escaped. */
const quote = /^>(?:$| (?:\\(?=\d)|(?!\d)))/;
/** Deeper quotations stay literal. */
const maxDepth = 5;
const rule = /^\|(?: *:?-+:? *\|)+$/;
const picture = /^!\[((?:[^[\]\\]|\\.){0,500})\]\(([^\s)\\]{1,1000})\)$/u;

/** Parses a prose field into blocks for rendering and editing. */
export function readBlocks(text: string, depth = 0): Block[] {
  const reader = new Reader(depth);
  let paragraph = 0;
  for (const part of partsOf(text)) {
    reader.read(part.split('\n'));
    const end = reader.blocks.at(-1);
    if (end && isParagraph(part)) (end.ends ??= []).push((paragraph += 1));
  }
  return reader.blocks;
}

/** Parses a prose field into a document. */
export function parseProse(text: string): ProseNode {
  const content = readBlocks(text).map(({ node }) => node);
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

const paragraph = (words: string): ProseNode => {
  const content = words === '\\' ? [] : readInline(words);
  return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' };
};

/** Parser of lines. A line with only a backslash ends a list, so that another may follow. */
class Reader {
  readonly blocks: Block[] = [];
  readonly #depth: number;
  /** Lines of the open paragraph. */
  #lines: string[] = [];
  /** Open lists, outermost first, with the indent of their items. */
  #lists: { node: ProseNode; indent: number }[] = [];
  #isClosed = false;

  constructor(depth: number) {
    this.#depth = depth;
  }

  read(lines: readonly string[]): void {
    for (let at = 0; at < lines.length;) at += this.#block(lines, at, at === 0);
    this.#flush();
  }

  /** Parses a block or a line of it; returns the number of consumed lines. */
  #block(lines: readonly string[], at: number, isFirst: boolean): number {
    const line = lines[at] ?? '';
    const words = line.trim();
    const run = (is: (one: string) => boolean) => {
      const end = lines.findIndex((one, place) => place >= at && !is(one.trim()));
      return lines.slice(at, end < 0 ? lines.length : end).map((one) => one.trim());
    };
    const found = item.exec(words);
    const title = heading.exec(words);
    const image = picture.exec(words);
    if (words === '\\') {
      this.#flush();
      this.#isClosed = true;
    } else if (title) {
      this.#add({
        type: 'heading',
        attrs: { level: Math.max(title[1]?.length ?? 2, 2) },
        content: readInline(title[2] ?? ''),
      });
    } else if (found) {
      this.#flush();
      this.#item(line.length - line.trimStart().length, found[1] ?? '', found[2] ?? '');
    } else if (image && isPicture(image[2] ?? '')) {
      const alt = (image[1] ?? '').replace(/\\(.)/gu, '$1');
      this.#add({ type: 'image', attrs: { src: image[2], alt } });
    } else if (this.#depth < maxDepth && quote.test(words)) {
      const quoted = run((one) => quote.test(one));
      const text = quoted.map((one) => one.replace(quote, '')).join('\n');
      this.#add({ type: 'blockquote', content: readBlocks(text, this.#depth + 1).map(({ node }) => node) });
      return quoted.length;
    } else if (rule.test(words) || (words.startsWith('|') && rule.test(lines[at + 1]?.trim() ?? ''))) {
      const rows = run((one) => one.startsWith('|'));
      this.#add(tableOf(rows));
      return rows.length;
    } else if (
      !(line !== words && !isFirst && this.#lines.length === 0 && this.#within(line, words)) &&
      words
    )
      this.#lines.push(words);
    return 1;
  }

  #add(node: ProseNode): void {
    this.#flush();
    this.blocks.push({ node });
  }

  #flush(): void {
    if (this.#lines.length > 0) this.blocks.push({ node: paragraph(this.#lines.join(' ')) });
    this.#lines = [];
  }

  #item(indent: number, marker: string, words: string): void {
    const isOrdered = /\d/.test(marker);
    const type = isOrdered ? 'orderedList' : 'bulletList';
    const entry: ProseNode = { type: 'listItem', content: [paragraph(words)] };
    const start = Number.parseInt(marker, 10);
    const fresh = (): ProseNode => ({
      type,
      ...(isOrdered && start !== 1 ? { attrs: { start } } : {}),
      content: [entry],
    });
    // A list is open until another block follows.
    if (this.blocks.at(-1)?.node !== this.#lists[0]?.node) this.#lists = [];
    while (this.#lists.length > 1 && indent < (this.#lists.at(-1)?.indent ?? 0)) this.#lists.pop();
    const isClosed = this.#isClosed;
    this.#isClosed = false;
    const list = this.#lists.at(-1);
    const inner = list && indent >= list.indent + 2 ? list.node.content?.at(-1)?.content : undefined;
    const goesOn = inner ? inner.at(-1) : list?.node;
    if (goesOn?.type === type && !isClosed) {
      goesOn.content?.push(entry);
      if (inner) this.#lists.push({ node: goesOn, indent });
      return;
    }
    const node = fresh();
    if (!inner) {
      this.#lists.pop();
      const outer = this.#lists.at(-1)?.node.content?.at(-1)?.content;
      if (outer) outer.push(node);
      else this.blocks.push({ node });
    } else inner.push(node);
    this.#lists.push({ node, indent });
  }

  /** An indented line below an item is another paragraph of it. */
  #within(line: string, words: string): boolean {
    const indent = line.length - line.trimStart().length;
    if (words === '' || this.blocks.at(-1)?.node !== this.#lists[0]?.node) return false;
    const list = this.#lists.findLast((one) => one.indent < indent);
    const inner = list?.node.content?.at(-1)?.content;
    if (!list || !inner) return false;
    this.#lists.length = this.#lists.indexOf(list) + 1;
    inner.push(paragraph(words));
    return true;
  }
}

/** Rows of a table: `| one | two |`. The header is above the rule, if any. */
function tableOf(rows: readonly string[]): ProseNode {
  const isHeaded = !rule.test(rows[0] ?? '');
  const cells = rows.filter((_, at) => at !== (isHeaded ? 1 : 0)).map(cellsOf);
  const width = Math.max(...cells.map(({ length }) => length));
  return {
    type: 'table',
    content: cells.map((words, row) => ({
      type: 'tableRow',
      content: Array.from({ length: width }, (_, column) => ({
        type: row === 0 && isHeaded ? 'tableHeader' : 'tableCell',
        content: [paragraph(words[column] ?? '')],
      })),
    })),
  };
}

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll(String.raw`\|`, '|').trim());
