import type { Piece } from '#domain/search/highlight.ts';

/** An element with its attributes and what stands in it; text stays text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A title whose marked pieces are marks (ruling G24: never through innerHTML). */
export const marked = (pieces: readonly Piece[]): (Node | string)[] =>
  pieces.map(({ text, isMarked }) => (isMarked ? element('mark', {}, [text]) : text));
