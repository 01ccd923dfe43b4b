import { readInline, type ProseNode } from '#domain/editing/prose-document.ts';
import { isParagraph, partsOf } from '#domain/paragraphs.ts';
import { escapeHtml } from '#domain/escape.ts';
import { isOuter, outerRel } from './outer-link.ts';

/** A field of prose as blocks: paragraphs, lists (lines beginning with «- » or «1. ») and headings («## »). */
export type Block = (
  | { type: 'paragraph'; html: string }
  | { type: 'heading'; html: string }
  | { type: 'list'; isOrdered: boolean; items: string[] }
) & {
  /** Paragraphs, as sources number them, that end here. */
  ends?: number[];
};

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph = 0;
  for (const part of partsOf(text)) {
    let lines: string[] = [];
    const flush = () => {
      if (lines.length) blocks.push({ type: 'paragraph', html: inlineHtml(lines.join(' ')) });
      lines = [];
    };
    for (const line of part.split('\n').map((one) => one.trim())) {
      const heading = /^#{2,4}\s+(\S.*)$/.exec(line)?.[1];
      const item = /^([-*•]|\d{1,2}[.)])\s+(\S.*)$/.exec(line);
      if (heading) {
        flush();
        blocks.push({ type: 'heading', html: inlineHtml(heading) });
      } else if (item) {
        flush();
        const isOrdered = /\d/.test(item[1] ?? '');
        const last = blocks.at(-1);
        const html = inlineHtml(item[2] ?? '');
        if (last?.type === 'list' && last.isOrdered === isOrdered) last.items.push(html);
        else blocks.push({ type: 'list', isOrdered, items: [html] });
      } else if (line) lines.push(line);
    }
    flush();
    const end = blocks.at(-1);
    if (end && isParagraph(part)) (end.ends ??= []).push((paragraph += 1));
  }
  return blocks;
}

/** Emphasis and links to http(s) addresses or to our own pages; everything else is text. */
export const inlineHtml = (text: string): string => readInline(text).map(htmlOf).join('');

const tags: Record<string, string> = { bold: 'strong', italic: 'em' };

function htmlOf({ text = '', marks = [] }: ProseNode): string {
  return marks.reduceRight((html, { type, attrs }) => {
    if (type !== 'link') return `<${tags[type]}>${html}</${tags[type]}>`;
    const href = String(attrs?.['href']);
    return `<a href="${escapeHtml(href)}"${isOuter(href) ? ` rel="${outerRel}"` : ''}>${html}</a>`;
  }, escapeHtml(text));
}

/** The first sentence or so of a text, for descriptions: whole words, at most `limit` characters. */
export function opening(text: string, limit = 160): string {
  const plain = text.replace(/[#*]+/g, '').replace(/\s+/g, ' ').trim();
  if (plain.length <= limit) return plain;
  const cut = plain.slice(0, limit - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2)).replace(/[\s,;:—-]+$/, '')}…`;
}
