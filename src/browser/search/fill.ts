import type { HighlightSpan } from '#domain/search/highlight.ts';

/** The template of this name, cloned; what it says is put in by `fill`. */
export function copyOf(name: string): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-pattern="${name}"]`)!;
  return document.importNode(template.content, true);
}

/**
 * Puts words into a pattern: each into the element that `data-fill` calls by its name. A text becomes text and pieces
 * with marks become marks, never markup; of a list the pattern's first element is cloned for each of its items; an
 * element without words goes. `attributes`, `text` and `items` are of the element itself.
 */
export function fill<Place extends Element | DocumentFragment>(place: Place, words: object): Place {
  const { attributes = {}, text, items, ...parts } = words as Own & Record<string, unknown>;
  for (const [name, value] of Object.entries(attributes)) (place as Element).setAttribute(name, value);
  if (text !== undefined) place.replaceChildren(...nodesOf(text));
  if (items) cloneFor(place, items);
  else for (const part of partsOf(place)) put(part, parts[part.dataset['fill']!]);
  return place;
}

type Text = string | readonly HighlightSpan[];

interface Own {
  attributes?: Record<string, string>;
  text?: Text;
  items?: readonly object[];
}

function put(part: HTMLElement, value: unknown): void {
  if (value === undefined) part.remove();
  else if (isText(value)) part.replaceChildren(...nodesOf(value));
  else if (Array.isArray(value)) cloneFor(part, value as object[]);
  else fill(part, value as object);
}

function cloneFor(list: Element | DocumentFragment, items: readonly object[]): void {
  const pattern = list.firstElementChild!;
  list.replaceChildren(...items.map((item) => fill(pattern.cloneNode(true) as Element, item)));
}

const isText = (value: unknown): value is Text =>
  typeof value === 'string' ||
  (Array.isArray(value) && (value.length === 0 || 'isMarked' in (value[0] as object)));

/** A title whose marked pieces are marks (ruling G24: never through innerHTML). */
function nodesOf(text: Text): (Node | string)[] {
  if (typeof text === 'string') return [text];
  return text.map((piece) => {
    if (!piece.isMarked) return piece.text;
    const mark = document.createElement('mark');
    mark.textContent = piece.text;
    return mark;
  });
}

/** Elements to be filled that stand in no other such element of the pattern. */
function partsOf(place: Element | DocumentFragment): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('[data-fill]')].filter((part) => {
    const around = part.parentElement?.closest('[data-fill]');
    return !around || around === place || !place.contains(around);
  });
}
