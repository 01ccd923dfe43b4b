import type { Element, ElementContent, Root } from 'hast';
import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { isOuter, outerRel } from './outer-link.ts';

export interface Article {
  html: string;
  /** Headings of the second level with their anchors, for a list of contents. */
  contents: { id: string; title: string }[];
}

/** What an editor's markdown may become: no frames, no forms, no styles, no pictures of other hosts. */
const allowed: Options = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((tag) => tag !== 'input' && tag !== 'img'),
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
};

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize, allowed)
  .use(() => guardLinks)
  .use(rehypeStringify);

/** Markdown as HTML below an h1: headings begin at h2 and have anchors, wide tables scroll by themselves. */
export function renderMarkdown(text: string): Article {
  const tree = processor.runSync(processor.parse(text));
  const contents: Article['contents'] = [];
  arrange(tree, contents);
  return { html: processor.stringify(tree), contents };
}

/** A link says whether it leaves the site: «//host» and «/\\host», which only look like our pages, are no links. */
function guardLinks(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    guardLinks(child);
    const { href } = child.properties;
    if (child.tagName !== 'a' || typeof href !== 'string') continue;
    if (/^[/\\]\s*[/\\]/.test(decoded(href))) delete child.properties['href'];
    else if (isOuter(href)) child.properties['rel'] = outerRel.split(' ');
  }
}

/** Browsers read a backslash as a slash, however markdown has spelt it. */
const decoded = (href: string) => href.replace(/%5c/gi, '\\').replace(/[\t\n\r]|%0[9ad]/gi, '');

function arrange(parent: Root | Element, contents: Article['contents']): void {
  parent.children.forEach((child, index) => {
    if (child.type !== 'element') return;
    if (child.tagName === 'h1') child.tagName = 'h2';
    if (child.tagName === 'h2') {
      const id = `section-${contents.length + 1}`;
      child.properties = { id };
      contents.push({ id, title: textOf(child) });
    }
    if (child.tagName === 'table') parent.children[index] = scrollable(titled(child));
    else arrange(child, contents);
  });
}

/** Each cell knows the heading of its column: on a phone it stands before the value. */
function titled(table: Element): Element {
  const titles = elementsIn(table, 'th').map(textOf);
  for (const row of elementsIn(table, 'tr'))
    elementsIn(row, 'td').forEach((cell, index) => {
      if (titles[index]) cell.properties['dataTitle'] = titles[index];
    });
  return table;
}

const elementsIn = (parent: Element, tag: string): Element[] =>
  parent.children.flatMap((child) =>
    child.type !== 'element' ? [] : child.tagName === tag ? [child] : elementsIn(child, tag),
  );

/** Focusable, so that the keyboard can scroll it. */
function scrollable(table: Element): Element {
  return {
    type: 'element',
    tagName: 'section',
    properties: { className: ['prose-table'], ariaLabel: 'Таблица', tabIndex: 0 },
    children: [table],
  };
}

function textOf(node: Element): string {
  return node.children
    .map((child: ElementContent) =>
      child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : '',
    )
    .join('');
}
