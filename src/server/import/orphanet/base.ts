import type { Source } from '#domain/kinds/index.ts';
import type { Overlays } from '../../catalogue/overlays.ts';
import { signOf, type Disease, type OrphanetFields } from './disease.ts';

/** What the whole base says of one entity of Orphanet, in the fields of our kind; Russian names stand in the overlays. */
export interface BaseEntity {
  fields: OrphanetFields & { orpha: number; title_en: string; icd10cm?: string[] };
  sources: readonly Source[];
}

/** The first line of the file: what many entities share is written once. */
export interface BaseHead {
  base: 'orphanet';
  /** Day of the newest source. */
  date: string;
  /** Sources with the fields that rest on them; entities name them by place. */
  sources: Source[];
  /** HPO number → its English label. */
  signs: Record<string, string>;
  /** Symbol → what is true of the gene in every disease. */
  genes: Record<string, GeneFacts>;
  /** Code of МКБ-10 → the Russian name of the rubric. */
  rubrics: Record<string, string>;
}

type Gene = Disease['genes'][number];
type GeneFacts = Pick<Gene, 'name' | 'hgnc' | 'omim' | 'locus'>;
const geneFacts = ['name', 'hgnc', 'omim', 'locus'] as const;

/** A line after the first. */
export type BaseLine = Omit<BaseEntity['fields'], 'signs' | 'genes' | 'icd10'> & {
  /** Frequency (empty where Orphanet names none) → HPO numbers. */
  signs?: Record<string, string[]>;
  genes?: Partial<Gene>[];
  icd10?: { code: string; relation?: Disease['icd10'][number]['relation'] }[];
  /** Places in `sources` of the head. */
  sources: number[];
};

/** The file as lines, in the order of the codes; the same entities give the same text. */
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

/** The fields of a line, whole again. */
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

/** The gene without what the head says of it; the first disease that names a gene tells the head. */
function withoutFacts(gene: Gene, known: Record<string, GeneFacts>): Partial<Gene> {
  const { symbol, ...part } = gene;
  known[symbol] ??= Object.fromEntries(
    geneFacts.flatMap((fact) => (gene[fact] === undefined ? [] : [[fact, gene[fact]]])),
  );
  const facts: Record<string, unknown> = known[symbol];
  const own = Object.entries(part).filter(([name, value]) => facts[name] !== value);
  return { symbol, ...Object.fromEntries(own) };
}
