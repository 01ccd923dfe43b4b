import { escapeHtml } from '#domain/escape.ts';
import { imageAttributes } from '#domain/media.ts';
import { readInline } from '#domain/prose/inline.ts';
import { markLetters, type ProseNode } from '#domain/prose/node.ts';
import { plainLines, plainWords } from '#domain/prose/plain.ts';
import { readBlocks, parseProse } from '#domain/prose/read.ts';
import { bound } from '#domain/typography.ts';
import { isOuter, outerRel } from './outer-link.ts';

interface Article {
  html: string;
  /** Headings of the highest level with their anchors, for a list of contents; an article of its own has them. */
  contents: { id: string; title: string }[];
}

interface Manner {
  /** Level of the highest headings: 2 for an article of its own, 3 for a section of a page. */
  level?: 2 | 3;
  /** Superscripts of sources: of the whole text, and of its paragraphs by number. */
  citation?: string;
  paragraphs?: ReadonlyMap<number, string> | undefined;
}

/** A field of prose as pages show it: all that the desk's editor can write, and no other markup. */
export function renderProse(text: string, { level = 3, citation = '', paragraphs }: Manner = {}): Article {
  const blocks = readBlocks(text);
  const contents: Article['contents'] = [];
  const html = blocks.map(({ node, ends = [] }, at) => {
    const end =
      ends.map((number) => paragraphs?.get(number) ?? '').join('') +
      (at === blocks.length - 1 ? citation : '');
    if (level === 3 || node.type !== 'heading' || node.attrs?.['level'] !== 2)
      return blockHtml(node, end, level - 2);
    const id = `section-${contents.length + 1}`;
    contents.push({ id, title: plainWords(node) });
    return `<h2 id="${id}">${wordsHtml(node)}</h2>`;
  });
  return { html: html.join(''), contents };
}

/** `end` stands after the last words; `deeper` is added to the levels of headings. */
function blockHtml(node: ProseNode, end: string, deeper: number): string {
  const { type, attrs = {}, content = [] } = node;
  const inner = () =>
    content.map((block, at) => blockHtml(block, at === content.length - 1 ? end : '', deeper)).join('');
  switch (type) {
    case 'heading': {
      const tag = `h${Number(attrs['level']) + deeper}`;
      return `<${tag}>${wordsHtml(node)}</${tag}>${end && `<p>${end}</p>`}`;
    }
    case 'bulletList':
      return `<ul>${inner()}</ul>`;
    case 'orderedList':
      return `<ol${attrs['start'] === undefined ? '' : ` start="${Number(attrs['start'])}"`}>${inner()}</ol>`;
    case 'listItem': {
      const [first, ...rest] = content;
      const below = rest.map((block, at) => blockHtml(block, at === rest.length - 1 ? end : '', deeper));
      return `<li>${first ? wordsHtml(first) : ''}${rest.length > 0 ? below.join('') : end}</li>`;
    }
    case 'blockquote':
      return `<blockquote>${inner()}</blockquote>`;
    case 'table':
      return tableHtml(content) + (end && `<p>${end}</p>`);
    case 'image':
      return `<p>${imageHtml(String(attrs['src']), String(attrs['alt']))}${end}</p>`;
    default:
      return `<p>${wordsHtml(node)}${end}</p>`;
  }
}

/** No picture of a text is wider than its column. */
function imageHtml(src: string, alt: string): string {
  const attributes = { ...imageAttributes(src, '(max-width: 42rem) 100vw, 42rem'), alt };
  const html = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  return `<img ${html.join(' ')} loading="lazy" decoding="async">`;
}

/** Focusable, so that the keyboard scrolls it; each cell knows its column's heading: on a phone it stands before it. */
function tableHtml(rows: readonly ProseNode[]): string {
  const titles = (rows[0]?.content ?? []).map((cell) =>
    cell.type === 'tableHeader' ? plainWords(cell) : '',
  );
  const rowsHtml = rows.map(({ content = [] }) => {
    const cells = content.map((cell, column) => {
      const words = wordsHtml(cell.content?.[0] ?? cell);
      if (cell.type === 'tableHeader') return `<th scope="col">${words}</th>`;
      const title = titles[column];
      return `<td${title ? ` data-title="${escapeHtml(title)}"` : ''}>${words}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  const isHeaded = rows[0]?.content?.[0]?.type === 'tableHeader';
  const head = isHeaded ? `<thead>${rowsHtml[0]}</thead>` : '';
  const body = rowsHtml.slice(isHeaded ? 1 : 0).join('');
  return `<section class="table"${isHeaded ? ' data-stacks' : ''} aria-label="Таблица" tabindex="0"><table>${head}<tbody>${body}</tbody></table></section>`;
}

/** Emphasis and links to http(s) addresses or to our own pages; everything else is text. */
export const inlineHtml = (text: string): string => readInline(text).map(htmlOf).join('');

const wordsHtml = ({ content = [] }: ProseNode): string => content.map(htmlOf).join('');

const tags: Record<keyof typeof markLetters, string> = {
  bold: 'strong',
  italic: 'em',
  superscript: 'sup',
  subscript: 'sub',
};

function htmlOf({ type, text = '', marks = [] }: ProseNode): string {
  if (type === 'hardBreak') return '<br>';
  return marks.reduceRight(
    (html, mark) => {
      const tag = tags[mark.type as keyof typeof tags];
      if (mark.type !== 'link') return `<${tag}>${html}</${tag}>`;
      const href = String(mark.attrs?.['href']);
      return `<a href="${escapeHtml(href)}"${isOuter(href) ? ` rel="${outerRel}"` : ''}>${html}</a>`;
    },
    escapeHtml(bound(text)),
  );
}

/** The first sentence or so of a text, for descriptions: whole words, at most `limit` characters. */
export function opening(text: string, limit = 160): string {
  const plain = plainLines(parseProse(text)).join(' ').replace(/\s+/g, ' ').trim();
  if (plain.length <= limit) return plain;
  const cut = plain.slice(0, limit - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2)).replace(/[\s,;:—-]+$/, '')}…`;
}

const sentence = /^.*?[.!?…](?=\s+[«А-ЯЁA-Z\d]|$)/s;

/** The first sentence of a text, without the marks of lists and headings. */
export function firstSentence(text: string): string {
  const plain = text.replace(/^[#\s-]+/, '').trim();
  return sentence.exec(plain)?.[0] ?? plain;
}

/** So many characters are read in one glance. */
const glance = 200;

/** Whether a text is one short paragraph, so that no section of its own is needed for it. */
export const isSentence = (text: string | undefined): text is string =>
  text !== undefined && text.length <= glance && !text.includes('\n');
