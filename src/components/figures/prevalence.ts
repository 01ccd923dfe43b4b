import { counted } from '#domain/plural.ts';
import { prevalenceClass, type prevalenceType } from '#domain/vocabularies.ts';
import { formatFigure } from '#domain/numbers.ts';

export interface Prevalence {
  type: keyof typeof prevalenceType;
  class?: keyof typeof prevalenceClass | undefined;
  /** Cases per 100,000, or a number of cases when the type is `cases`. */
  figure?: number | undefined;
  unit?: 'cases' | 'families' | undefined;
  place: string;
  validated?: boolean | undefined;
}

/** Article 44 of the Russian law on health care: an orphan disease has at most 10 cases per 100,000. */
export const orphanThreshold = 10;

/** The axis runs from 1 in 10 million to 1 in 1,000, all per 100,000. */
const lowest = 0.01;
const highest = 100;
export const axis = { from: 4, to: 296 } as const;

/** Where a value per 100,000 stands on the logarithmic axis; what lies outside stays at its end. */
export function placeOnAxis(per100000: number): number {
  const kept = Math.min(highest, Math.max(lowest, per100000));
  const share = Math.log10(kept / lowest) / Math.log10(highest / lowest);
  return round(axis.from + share * (axis.to - axis.from));
}

/** The bar of a prevalence: its class, or its figure as a thin mark; `undefined` when it is a count of cases. */
export function barOf(
  prevalence: Prevalence,
): { x: number; width: number; isOpen: 'start' | 'end' | null } | undefined {
  const range = rangeOf(prevalence);
  if (!range) return undefined;
  const x = placeOnAxis(range.from);
  const width = round(placeOnAxis(range.to) - x);
  const isOpen = range.from < lowest ? 'start' : range.to > highest ? 'end' : null;
  if (width >= 6) return { x, width, isOpen };
  return { x: Math.min(Math.max(axis.from, round(x - 3)), axis.to - 6), width: 6, isOpen };
}

function rangeOf({ type, class: name, figure }: Prevalence): { from: number; to: number } | undefined {
  if (type === 'cases') return undefined;
  if (name) return prevalenceClass[name];
  return figure !== undefined && figure > 0 ? { from: figure, to: figure } : undefined;
}

/** «1–9 на 100 000», «0,5 на 100 000», «Описано: 12 случаев». */
export function sayPrevalence({ type, class: name, figure, unit }: Prevalence): string {
  if (type === 'cases' && figure !== undefined)
    return `Описано: ${counted(figure, unit === 'families' ? families : cases)}`;
  // Orphanet gives a mean beside the class; the class is what its readers know, a lone figure is said as it is.
  if (name) return prevalenceClass[name].title;
  return figure === undefined ? 'Нет данных' : `${formatFigure(figure)} на 100 000`;
}

const cases = ['случай', 'случая', 'случаев'] as const;
const families = ['семья', 'семьи', 'семей'] as const;

/** How many entries each type is worth when one must stand for all. */
const types: readonly Prevalence['type'][] = ['point', 'birth', 'lifetime', 'incidence', 'cases'];
const places: readonly RegExp[] = [/росси|russia/i, /весь мир|во вс[её]м мире|worldwide/i, /европ|europe/i];

/** The entry that stands for all: prevalence before birth prevalence, Russia before the world before Europe, checked before not. */
export function headline<P extends Prevalence>(entries: readonly P[]): P | undefined {
  let best: P | undefined;
  let bestRank = Infinity;
  for (const entry of entries) {
    const isSaid = entry.class !== undefined || entry.figure !== undefined;
    if (!isSaid) continue;
    const place = places.findIndex((pattern) => pattern.test(entry.place));
    const rank =
      types.indexOf(entry.type) * 100 +
      (place < 0 ? places.length : place) * 10 +
      (entry.validated ? 0 : 2) +
      (entry.class ? 0 : 1);
    if (rank < bestRank) [best, bestRank] = [entry, rank];
  }
  return best;
}

const round = (value: number) => Math.round(value * 10) / 10;
