import type { Source } from '#domain/kinds/index.ts';
import type { Disease } from '#server/import/disease.ts';
import type { BaseFields, BaseHead, BaseLine, Gene } from '#server/import/formats/base.ts';

/** An Orphanet entity with its sources. */
export interface BaseEntity {
  fields: BaseFields;
  sources: readonly Source[];
}

/** The file as lines by code. Deterministic. */
export function packBase(date: string, entities: readonly BaseEntity[]): string {
  const head: BaseHead = { base: 'orphanet', date, sources: [], signs: {}, genes: {}, rubrics: {} };
  const places = new Map<string, number>();
  const placeOf = (source: Source) => {
    const key = JSON.stringify(source);
    const place = places.get(key) ?? head.sources.push(source) - 1;
    places.set(key, place);
    return place;
  };
  const lines = entities
    .toSorted((one, other) => one.fields.orpha - other.fields.orpha)
    .map(({ fields: { signs, genes, icd10, ...fields }, sources }): BaseLine => {
      for (const { hpo, label_en } of signs ?? []) head.signs[hpo] ??= label_en;
      for (const { code, title } of icd10 ?? []) if (title) head.rubrics[code] ??= title;
      return {
        ...fields,
        ...(signs?.length ? { signs: byFrequency(signs) } : {}),
        ...(genes?.length ? { genes: genes.map((gene) => withoutFacts(gene, head.genes)) } : {}),
        ...(icd10?.length ? { icd10: icd10.map(({ title: _title, ...code }) => code) } : {}),
        sources: sources.map(placeOf),
      };
    });
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function byFrequency(signs: Disease['signs']): Record<string, string[]> {
  const groups = Map.groupBy(signs, ({ frequency }) => frequency ?? '');
  return Object.fromEntries([...groups].map(([frequency, some]) => [frequency, some.map(({ hpo }) => hpo)]));
}

const geneFacts = ['name', 'hgnc', 'omim', 'locus'] as const;

/** A gene without facts of the head, which come from its first disease. */
function withoutFacts(gene: Gene, known: BaseHead['genes']): Partial<Gene> {
  const { symbol, ...part } = gene;
  known[symbol] ??= Object.fromEntries(
    geneFacts.flatMap((fact) => (gene[fact] === undefined ? [] : [[fact, gene[fact]]])),
  );
  const facts: Record<string, unknown> = known[symbol];
  const own = Object.entries(part).filter(([name, value]) => facts[name] !== value);
  return { symbol, ...Object.fromEntries(own) };
}
