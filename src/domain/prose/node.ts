/**
 * A rich text as edited and rendered: the closed schema of both.
 *
 * Blocks: `paragraph`, `heading` (level 2–4), `bulletList`, `orderedList` (start), `blockquote`, `table` of
 * `tableRow` of `tableHeader` or `tableCell`, `image` (src, alt). A `listItem` begins with a paragraph and
 * may hold more paragraphs and lists; a cell holds one paragraph. Inline: `text` with marks, and `hardBreak`.
 */
export interface ProseNode {
  type: string;
  attrs?: Record<string, unknown>;
  text?: string;
  marks?: ProseMark[];
  content?: ProseNode[];
}

export interface ProseMark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** Marks from outer to inner, with their letters in `[words]{bi}`. */
export const markLetters = { bold: 'b', italic: 'i', superscript: '^', subscript: '~' } as const;

/** Link targets: another site, mail, phone, or a page of the portal. */
export const address = String.raw`(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))[^\s)\\]{1,1000}`;

const whole = new RegExp(`^${address}$`, 'u');

export const isAddress = (text: string): boolean => whole.test(text);

/** Pictures must be local: readers of a page contact no other host. */
export const isPicture = (text: string): boolean => text.startsWith('/') && isAddress(text);
