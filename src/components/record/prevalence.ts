import { formatFigure } from '#domain/numbers.ts';
import { counted } from '#domain/plural.ts';
import { prevalenceClass, type prevalenceType } from '#domain/vocabularies.ts';

export interface Prevalence {
  type: keyof typeof prevalenceType;
  class?: keyof typeof prevalenceClass | undefined;
  /** Per 100,000, or a number of cases when the type is `cases`. */
  figure?: number | undefined;
  unit?: 'cases' | 'families' | undefined;
  place: string;
  validated?: boolean | undefined;
}

/** «1–9 на 100 000», «0,5 на 100 000», «Описано: 12 случаев». */
export function formatPrevalence({ type, class: name, figure, unit }: Prevalence): string {
  if (type === 'cases' && figure !== undefined)
    return `Описано: ${counted(figure, unit === 'families' ? families : cases)}`;
  // Orphanet adds a mean to a class; readers know the class.
  if (name) return prevalenceClass[name].title;
  return figure === undefined ? 'Нет данных' : `${formatFigure(figure)} на 100 000`;
}

const cases = ['случай', 'случая', 'случаев'] as const;
const families = ['семья', 'семьи', 'семей'] as const;

/** Rank of each type as headline. */
const typeOrder: readonly Prevalence['type'][] = ['point', 'birth', 'lifetime', 'incidence', 'cases'];
const places: readonly RegExp[] = [/росси|russia/i, /весь мир|во вс[её]м мире|worldwide/i, /европ|europe/i];

/**
 * The most significant entry: prevalence before birth prevalence, Russia before world before Europe,
 * validated before not.
 */
export function headline<P extends Prevalence>(entries: readonly P[]): P | undefined {
  let best: P | undefined;
  let bestRank = Infinity;
  for (const entry of entries) {
    const hasValue = entry.class !== undefined || entry.figure !== undefined;
    if (!hasValue) continue;
    const place = places.findIndex((pattern) => pattern.test(entry.place));
    const rank =
      typeOrder.indexOf(entry.type) * 100 +
      (place < 0 ? places.length : place) * 10 +
      (entry.validated ? 0 : 2) +
      (entry.class ? 0 : 1);
    if (rank < bestRank) [best, bestRank] = [entry, rank];
  }
  return best;
}
