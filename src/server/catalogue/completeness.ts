import { z } from 'zod';
import { isEmpty } from '#domain/editing/equality.ts';
import { metaOf, type Kind } from '#domain/kinds/kind.ts';

/**
 * Share of filled fields in per cent, and the empty ones by weight. Fields of cards, facets, links and search weigh
 * double; a missing source counts as a gap.
 */
export function completenessOf(
  kind: Kind,
  fields: Readonly<Record<string, unknown>>,
  sources: readonly unknown[],
) {
  const weighted = weightedFields(kind).map((one) => ({ ...one, isThere: !isEmpty(fields[one.field]) }));
  const parts = [
    ...weighted,
    { field: 'sources', title: 'Источники', weight: 2, isThere: sources.length > 0 },
  ];
  const sum = (list: typeof parts) => list.reduce((total, { weight }) => total + weight, 0);
  return {
    score: Math.round((100 * sum(parts.filter(({ isThere }) => isThere))) / sum(parts)),
    missing: parts
      .filter(({ isThere }) => !isThere)
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ field, title }) => ({ field, title })),
  };
}

interface WeightedField {
  field: string;
  title: string;
  weight: number;
}

const completenessFields = new WeakMap<Kind, readonly WeightedField[]>();

/** Weighted fields of a kind, cached: every write needs them. */
function weightedFields(kind: Kind): readonly WeightedField[] {
  const before = completenessFields.get(kind);
  if (before) return before;
  const weighty = new Set([
    ...kind.card,
    ...Object.keys(kind.links),
    ...kind.facets.map(({ field }) => field.split('.')[0] ?? ''),
    ...Object.values(kind.searched)
      .flat()
      .map((field) => field.split('.')[0] ?? ''),
  ]);
  const weighted = Object.entries(kind.fields.shape)
    .filter(([, field]) => metaOf(field).readers !== 'doctors' && z.safeParse(field, undefined).success)
    .map(([name, field]) => ({
      field: name,
      title: metaOf(field).title ?? name,
      weight: weighty.has(name) ? 2 : 1,
    }));
  completenessFields.set(kind, weighted);
  return weighted;
}
