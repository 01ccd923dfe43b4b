import type { Source } from '#domain/kinds/index.ts';
import type { Overlays } from '../../catalogue/overlays.ts';
import { signOf, type Disease, type OrphanetFields } from './disease.ts';

/** An Orphanet entity as fields of the kind; Russian names are in the overlays. */
export interface BaseEntity {
  fields: OrphanetFields & { orpha: number; title_en: string; icd10cm?: string[] };
  sources: readonly Source[];
}

/** First line of the file, with shared data. */
export interface BaseHead {
  base: 'orphanet';
  /** Day of the newest source. */
  date: string;
  /** Sources with their fields; entities refer to them by index. */
  sources: Source[];
  /** HPO number → English label. */
  signs: Record<string, string>;
  /** Symbol → facts of the gene in all diseases. */
  genes: Record<string, GeneFacts>;
  /** Code of МКБ-10 → Russian name of the rubric. */
  rubrics: Record<string, string>;
}

type Gene = Disease['genes'][number];
type GeneFacts = Pick<Gene, 'name' | 'hgnc' | 'omim' | 'locus'>;
const geneFacts = ['name', 'hgnc', 'omim', 'locus'] as const;

/** A following line. */
export type BaseLine = Omit<BaseEntity['fields'], 'signs' | 'genes' | 'icd10'> & {
  /** Frequency (may be empty) → HPO numbers. */
  signs?: Record<string, string[]>;
  genes?: Partial<Gene>[];
  icd10?: { code: string; relation?: Disease['icd10'][number]['relation'] }[];
  /** Indexes in `sources` of the head. */
  sources: number[];
};

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

/** Restores the fields of a line. */
export function unpackLine(
  { signs, genes, icd10, sources: _sources, ...fields }: BaseLine,
  head: BaseHead,
  overlays: Overlays,
): OrphanetFields & { orpha: number; title_en: string } {
  return {
    ...fields,
    ...(icd10 && {
      icd10: icd10.map(({ code, relation = 'unknown' }) => {
        const title = head.rubrics[code];
        return { code, ...(title === undefined ? {} : { title }), relation };
      }),
    }),
    ...(genes && {
      genes: genes.map(({ symbol = '', ...part }) => ({ symbol, ...head.genes[symbol], ...part })),
    }),
    ...(signs && {
      signs: Object.entries(signs).flatMap(([frequency, numbers]) =>
        numbers.map((hpo) =>
          signOf(overlays, {
            hpo,
            label_en: head.signs[hpo] ?? hpo,
            frequency: (frequency || undefined) as Disease['signs'][number]['frequency'],
          }),
        ),
      ),
    }),
  };
}

function byFrequency(signs: Disease['signs']): Record<string, string[]> {
  const groups = Map.groupBy(signs, ({ frequency }) => frequency ?? '');
  return Object.fromEntries([...groups].map(([frequency, some]) => [frequency, some.map(({ hpo }) => hpo)]));
}

/** A gene without facts of the head, which come from its first disease. */
function withoutFacts(gene: Gene, known: Record<string, GeneFacts>): Partial<Gene> {
  const { symbol, ...part } = gene;
  known[symbol] ??= Object.fromEntries(
    geneFacts.flatMap((fact) => (gene[fact] === undefined ? [] : [[fact, gene[fact]]])),
  );
  const facts: Record<string, unknown> = known[symbol];
  const own = Object.entries(part).filter(([name, value]) => facts[name] !== value);
  return { symbol, ...Object.fromEntries(own) };
}
