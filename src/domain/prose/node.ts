/**
 * A text with its shape, as editors hold it and pages draw it: the closed schema of both, and nothing else.
 *
 * Blocks: `paragraph`, `heading` (level 2–4), `bulletList`, `orderedList` (start), `blockquote`, `table` of `tableRow`
 * of `tableHeader` or `tableCell`, `image` (src, alt). A `listItem` begins with a paragraph and may hold more paragraphs
 * and lists; a cell holds one paragraph. Words: `text` with marks, and `hardBreak`.
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

/** Marks from the outermost inwards, each with its letter in `[words]{bi}`. */
export const markLetters = { bold: 'b', italic: 'i', superscript: '^', subscript: '~' } as const;

/** Addresses that pages make links of: another site, a letter, a call, or a page of the portal. */
export const address = String.raw`(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))[^\s)\\]{1,1000}`;

const whole = new RegExp(`^${address}$`, 'u');

export const isAddress = (text: string): boolean => whole.test(text);

/** Pictures lie with the portal: anyone who reads a page tells nobody else of it. */
export const isPicture = (text: string): boolean => text.startsWith('/') && isAddress(text);
