import { isPicture, type ProseMark, type ProseNode } from '#domain/prose/node.ts';
import { normalizeDocument } from '../normalizeDocument.ts';
import { isHidden, isStruck, marksOf } from './marks.ts';
import { classFontsOf, readSigns, symbolFontOf } from './symbolFonts.ts';
import { wordItem } from './word.ts';

/** What a text brought along that it cannot hold here, and how many of each. */
export type LeftOut = ReadonlyMap<Left, number>;
export type Left = 'picture' | 'formula' | 'struck' | 'embedded' | 'sign';

interface Pasted {
  document: ProseNode;
  left: LeftOut;
}

const headings: Record<string, number> = { H1: 2, H2: 2, H3: 3, H4: 4, H5: 4, H6: 4 };
const silent = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'HEAD',
  'TITLE',
  'META',
  'LINK',
  'COL',
  'COLGROUP',
  'HR',
  'NOSCRIPT',
]);
const embedded = new Set([
  'IFRAME',
  'OBJECT',
  'EMBED',
  'VIDEO',
  'AUDIO',
  'CANVAS',
  'SVG',
  'INPUT',
  'SELECT',
  'TEXTAREA',
]);
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER LI MAIN NAV OL P PRE SECTION SUMMARY TABLE UL'.split(
    ' ',
  ),
);

/** HTML of a clipboard – Word, Excel, Google Docs, web pages – as a text with its shape. No figure is changed. */
export function fromHtml(html: string): Pasted {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const left = new Map<Left, number>();
  const reader = new Reader(classFontsOf(page), (kind) => left.set(kind, (left.get(kind) ?? 0) + 1));
  const content = reader.blocks(page.body, []).map(spaced);
  return { document: normalizeDocument({ type: 'doc', content }), left };
}

class Reader {
  #classFonts: ReadonlyMap<string, string>;
  #leave: (kind: Left) => void;

  constructor(classFonts: ReadonlyMap<string, string>, leave: (kind: Left) => void) {
    this.#classFonts = classFonts;
    this.#leave = leave;
  }

  /** The blocks in an element; words that stand between them are paragraphs. */
  blocks(parent: Element, marks: readonly ProseMark[]): ProseNode[] {
    const found: ProseNode[] = [];
    let line: ProseNode[] = [];
    const flush = () => {
      if (line.length > 0) found.push({ type: 'paragraph', content: line });
      line = [];
    };
    for (const child of parent.childNodes) {
      const isBlock =
        child instanceof Element &&
        (blocks.has(child.tagName) || child.querySelector('p, div, table, ul, ol, h1, h2, h3') !== null);
      const picture = child instanceof Element && child.tagName === 'IMG' ? this.#picture(child) : undefined;
      if (!isBlock && !picture) {
        line.push(...this.words(child, marks));
        continue;
      }
      flush();
      if (picture) found.push(picture);
      else if (child instanceof Element) this.#block(child, marks, found);
    }
    flush();
    return found;
  }

  #block(element: Element, marks: readonly ProseMark[], found: ProseNode[]): void {
    if (this.#isLeft(element)) return;
    const level = headings[element.tagName];
    const own = [...marks, ...marksOf(element)];
    const word = wordItem(element);
    if (word) putWordItem(found, word, this.words(word.words, own));
    // The page shows headings bold by itself.
    else if (level)
      found.push({ type: 'heading', attrs: { level }, content: plainly(this.#children(element, [])) });
    else if (element.tagName === 'UL' || element.tagName === 'OL') found.push(this.#list(element, own));
    else if (element.tagName === 'TABLE') found.push(...this.#table(element, own));
    else if (element.tagName === 'BLOCKQUOTE')
      found.push({ type: 'blockquote', content: this.blocks(element, own) });
    else found.push(...this.blocks(element, own));
  }

  /** Words of anything, blocks inside of it parted by breaks of the line. */
  words(node: Node, marks: readonly ProseMark[]): ProseNode[] {
    if (node.nodeType === Node.TEXT_NODE) return textOf(node, this.#read(node), marks);
    if (!(node instanceof Element) || this.#isLeft(node)) return [];
    if (node.tagName === 'BR') return [{ type: 'hardBreak' }];
    if (node.tagName === 'IMG') {
      this.#leave('picture');
      return [];
    }
    const said = this.#children(node, [...marks, ...marksOf(node)]);
    return blocks.has(node.tagName) || node.tagName === 'TR' ? [blockEdge, ...said, blockEdge] : said;
  }

  #children = (element: Element, marks: readonly ProseMark[]): ProseNode[] =>
    [...element.childNodes].flatMap((child) => this.words(child, marks));

  #read = (node: Node): string =>
    readSigns(node.textContent ?? '', symbolFontOf(node, this.#classFonts), () => this.#leave('sign'));

  #isLeft(element: Element): boolean {
    if (silent.has(element.tagName) || isHidden(element)) return true;
    const kind =
      element.tagName.toUpperCase() === 'MATH' || element.tagName.startsWith('M:')
        ? 'formula'
        : isStruck(element)
          ? 'struck'
          : embedded.has(element.tagName.toUpperCase())
            ? 'embedded'
            : undefined;
    if (kind && (kind !== 'struck' || element.textContent?.trim())) this.#leave(kind);
    return kind !== undefined;
  }

  /** A picture of the portal stays; all others are left out and counted. */
  #picture(element: Element): ProseNode | undefined {
    const src = element.getAttribute('src') ?? '';
    if (!isPicture(src)) return undefined;
    return { type: 'image', attrs: { src, alt: element.getAttribute('alt') ?? '' } };
  }

  #list(element: Element, marks: readonly ProseMark[]): ProseNode {
    const items: ProseNode[] = [];
    for (const child of element.children) {
      const last = items.at(-1);
      // Google Docs puts a deeper list beside the item, not into it.
      if ((child.tagName === 'UL' || child.tagName === 'OL') && last)
        last.content?.push(this.#list(child, marks));
      else items.push({ type: 'listItem', content: asItem(this.blocks(child, marks)) });
    }
    const start = Number(
      element.getAttribute('start') ?? element.firstElementChild?.getAttribute('value') ?? 1,
    );
    return element.tagName === 'OL'
      ? { type: 'orderedList', attrs: { start: Number.isInteger(start) ? start : 1 }, content: items }
      : { type: 'bulletList', content: items };
  }

  /** Cells that go over several columns or rows leave empty ones behind: each value stays in its column. */
  #table(element: Element, marks: readonly ProseMark[]): ProseNode[] {
    const rows = [...element.querySelectorAll('tr')].filter(
      (row) => row.closest('table') === element && !isHidden(row),
    );
    const caption = element.querySelector(':scope > caption');
    const above = caption ? this.blocks(caption, marks) : [];
    const only = rows.length === 1 && rows[0]?.cells.length === 1 ? rows[0].cells[0] : undefined;
    if (only) return [...above, ...this.blocks(only, marks)];
    const grid: (ProseNode | undefined)[][] = rows.map(() => []);
    rows.forEach((row, at) => {
      const isHead =
        at === 0 &&
        [...row.cells].every((cell) => cell.tagName === 'TH' || row.parentElement?.tagName === 'THEAD');
      let column = 0;
      for (const cell of row.cells) {
        if (isHidden(cell)) continue;
        while (grid[at]?.[column]) column += 1;
        const content = this.#children(
          cell,
          [...marks, ...marksOf(cell)].filter(({ type }) => !isHead || type !== 'bold'),
        );
        for (let down = 0; down < Math.min(cell.rowSpan || 1, rows.length - at); down += 1)
          for (let over = 0; over < Math.min(cell.colSpan, 100); over += 1)
            (grid[at + down] ?? [])[column + over] = {
              type: isHead ? 'tableHeader' : 'tableCell',
              content: [{ type: 'paragraph', content: down + over === 0 ? content : [] }],
            };
      }
    });
    const filled = grid.map((row) => ({
      type: 'tableRow',
      content: Array.from(row, (cell) => cell ?? { type: 'tableCell', content: [{ type: 'paragraph' }] }),
    }));
    return [...above, { type: 'table', content: filled }];
  }
}

/** Spaces and breaks of a source are one space; those that keep a value with its unit stay. */
function textOf(node: Node, text: string, marks: readonly ProseMark[]): ProseNode[] {
  if (node.parentElement?.closest('pre'))
    return text
      .split('\n')
      .flatMap((line, at) => [
        ...(at > 0 ? [{ type: 'hardBreak' }] : []),
        { type: 'text', text: line, marks: [...marks] },
      ]);
  return [{ type: 'text', text: text.replace(/[ \t\r\n\f]+/g, ' '), marks: [...marks] }];
}

/** Where a block begins or ends among words; two of them, or one beside a break, are one break. */
const blockEdge: ProseNode = { type: 'hardBreak', attrs: { isEdge: true } };

/** Spaces that met when what stood between them was left out are one. */
function spaced(node: ProseNode): ProseNode {
  const content: ProseNode[] = [];
  for (const child of node.content ?? []) {
    const last = content.at(-1);
    if (child === blockEdge && (last === undefined || last.type === 'hardBreak')) continue;
    if (child.type === 'hardBreak' && last === blockEdge) content.pop();
    const isAfterSpace = last?.type === 'text' && last.text?.endsWith(' ');
    content.push(
      isAfterSpace && child.text?.startsWith(' ')
        ? { ...child, text: child.text.slice(1) }
        : child === blockEdge
          ? child
          : spaced(child),
    );
  }
  return { ...node, ...(node.content ? { content } : {}) };
}

const plainly = (nodes: readonly ProseNode[]): ProseNode[] =>
  nodes.map((node) => ({
    ...node,
    ...(node.marks ? { marks: node.marks.filter(({ type }) => type !== 'bold') } : {}),
  }));

/** An item begins with a paragraph and holds paragraphs and lists; other blocks are their words. */
function asItem(content: readonly ProseNode[]): ProseNode[] {
  const own = content.flatMap((block): ProseNode[] => {
    if (block.type === 'paragraph' || block.type.endsWith('List')) return [block];
    if (block.type === 'heading') return [{ type: 'paragraph', content: block.content ?? [] }];
    if (block.type === 'blockquote') return asItem(block.content ?? []);
    if (block.type !== 'table') return [];
    return (block.content ?? []).map((row) => ({
      type: 'paragraph',
      content: (row.content ?? []).flatMap((cell, at) => [
        ...(at > 0 ? [{ type: 'text', text: ' | ' }] : []),
        ...(cell.content?.[0]?.content ?? []),
      ]),
    }));
  });
  return own[0]?.type === 'paragraph' ? own : [{ type: 'paragraph' }, ...own];
}

/** Word writes items as paragraphs with a level. */
function putWordItem(
  found: ProseNode[],
  { level, start }: { level: number; start: number | undefined },
  words: ProseNode[],
): void {
  const type = start === undefined ? 'bulletList' : 'orderedList';
  let place = found;
  for (let depth = 1; depth < level; depth += 1) {
    const inner = place.at(-1)?.content?.at(-1)?.content;
    if (!place.at(-1)?.type.endsWith('List') || !inner) break;
    place = inner;
  }
  const item: ProseNode = { type: 'listItem', content: [{ type: 'paragraph', content: words }] };
  const last = place.at(-1);
  if (last?.type === type) last.content?.push(item);
  else place.push({ type, ...(start === undefined ? {} : { attrs: { start } }), content: [item] });
}
