import { isAddress, type ProseMark } from '#domain/prose/node.ts';

const tags: Record<string, string> = {
  B: 'bold',
  STRONG: 'bold',
  I: 'italic',
  EM: 'italic',
  CITE: 'italic',
  SUP: 'superscript',
  SUB: 'subscript',
};

/** Styles as they are written: a clipboard is not drawn, and word processors have styles that browsers do not know. */
export const styleOf = (element: Element, name: string): string =>
  new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]+)`, 'i')
    .exec(element.getAttribute('style') ?? '')?.[1]
    ?.trim()
    .toLowerCase() ?? '';

/** What an element makes of its words: by its name, or by its style in Google Docs, Word and viewers of PDF. */
export function marksOf(element: Element): ProseMark[] {
  const found: ProseMark[] = [];
  const tag = tags[element.tagName];
  const weight = styleOf(element, 'font-weight');
  const isBold = weight ? /bold|[6-9]00/.test(weight) : tag === 'bold';
  const slant = styleOf(element, 'font-style');
  if (isBold) found.push({ type: 'bold' });
  if (slant ? slant !== 'normal' : tag === 'italic') found.push({ type: 'italic' });
  const place = raisedOf(element) ?? (tag === 'superscript' || tag === 'subscript' ? tag : undefined);
  if (place) found.push({ type: place });
  const href = element.tagName === 'A' ? (element.getAttribute('href') ?? '') : '';
  if (isAddress(href)) found.push({ type: 'link', attrs: { href } });
  return found;
}

/** Above or below the line: by `vertical-align`, by Word's raise, or moved up and down by a viewer of PDF. */
function raisedOf(element: Element): 'superscript' | 'subscript' | undefined {
  const align = styleOf(element, 'vertical-align');
  if (align === 'super' || align === 'text-top') return 'superscript';
  if (align === 'sub' || align === 'text-bottom') return 'subscript';
  const moved =
    Number.parseFloat(styleOf(element, 'mso-text-raise')) ||
    (/^-?\d/.test(align) ? Number.parseFloat(align) : 0) ||
    (styleOf(element, 'position') === 'relative' ? -Number.parseFloat(styleOf(element, 'top')) : 0);
  if (!moved || !element.textContent?.trim()) return undefined;
  return moved > 0 ? 'superscript' : 'subscript';
}

export const isHidden = (element: Element): boolean =>
  styleOf(element, 'display') === 'none' ||
  styleOf(element, 'mso-hide') === 'all' ||
  element.hasAttribute('hidden');

/** Words that were struck out are no part of a text; to take them in would turn its sense round. */
export const isStruck = (element: Element): boolean =>
  ['S', 'STRIKE', 'DEL'].includes(element.tagName) ||
  /line-through/.test(styleOf(element, 'text-decoration(?:-line)?'));
