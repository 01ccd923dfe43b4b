import { allCards, fieldsBetween, getFields, rangesOf } from '#data/catalogue.ts';
import { formatAgeSpans } from '#domain/entitlements.ts';
import { formatGenes } from '#domain/genes.ts';
import { shardStarts } from '#domain/search/starts.ts';
import type { DiseaseRow, SignLinkRow, SignLinks } from '#domain/signs/records.ts';
import { isGroup } from '#domain/tier.ts';
import { whoPaysByOwnRules } from '../access/entitlements.ts';

/** Records are read in such lots: so many whole ones are in memory at once. */
const readTogether = 500;

const needed = ['orpha', 'type', 'title', 'genes', 'lists'] as const;

/** Files of diseases, as those of the search are cut: the records that ship are changed most. */
export const signShards = (): number[] => shardStarts.map((_, shard) => shard);

/** What the aid by signs shows of the diseases in one file. */
export function diseaseRows(shard: number): DiseaseRow[] {
  const from = shardStarts[shard]!;
  const to = shardStarts[shard + 1] ?? Infinity;
  const paid = new Set(allCards('entitlement').flatMap(({ diseases = [] }) => diseases));
  return rangesOf(['disease'], readTogether)
    .filter((start) => start >= from && start < to)
    .flatMap((start) => fieldsBetween('disease', start, start + readTogether, needed))
    .filter(({ orpha, type }) => orpha !== undefined && !isGroup(type))
    .map((disease) => [
      disease.id,
      disease.orpha!,
      disease.title,
      formatGenes(disease.genes)?.text ?? '',
      disease.lists.length > 0 || paid.has(disease.id) ? payersOf(disease) : [],
    ]);
}

/** Who pays for this disease in the whole of Russia: «до 18 лет — фонд «Круг добра»». */
function payersOf(disease: Parameters<typeof whoPaysByOwnRules>[0]): string[] {
  const said = whoPaysByOwnRules(disease).own.map(({ rule, spans }) =>
    [formatAgeSpans(spans), `${rule.payer}${rule.condition ? ' (при условии)' : ''}`]
      .filter((words) => words !== 'любой возраст')
      .join(': '),
  );
  return [...new Set(said)];
}

/** Tests, drugs, studies and institutions with the diseases that they are for. */
export function signLinks(): SignLinks {
  const rows = (kind: 'diagnostic' | 'drug' | 'research'): SignLinkRow[] =>
    allCards(kind).flatMap(({ id, title, diseases = [] }) =>
      diseases.length > 0 ? [[id, title, diseases] as const] : [],
    );
  const clinics = allCards('clinic').flatMap(({ id, title, short }) => {
    const diseases = getFields('clinic', id, ['diseases'])?.diseases ?? [];
    return diseases.length > 0 ? [[id, short ?? title, diseases] as const] : [];
  });
  return { tests: rows('diagnostic'), drugs: rows('drug'), studies: rows('research'), clinics };
}
