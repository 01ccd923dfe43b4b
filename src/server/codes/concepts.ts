import { kindsByName, type RecordOf, type Source } from '#domain/kinds/index.ts';
import { isGroup } from '#domain/tier.ts';
import { followChanges, type ChangedRow } from '../catalogue/follower.ts';
import { publicRecords } from '../catalogue/rules.ts';
import type { ReadDatabase } from '../database/database.ts';
import { icd10System, icd11SystemOf, omimSystem } from './systems.ts';

type Disease = RecordOf<typeof kindsByName.disease>;
type Relation = Disease['omim'][number]['relation'];

/** A code of another system for the same disorder, with the relation of the disorder to it. */
export interface Mapping {
  property: 'icd10' | 'omim' | 'icd11';
  system: string;
  code: string;
  display: string | undefined;
  relation: Relation;
}

/** A published disease with an ORPHA code. */
export interface Concept extends Pick<
  Disease,
  'id' | 'title' | 'title_en' | 'title_status' | 'synonyms' | 'synonyms_en' | 'type'
> {
  code: string;
  isGroup: boolean;
  areas: readonly string[];
  lists: readonly string[];
  parents: readonly number[];
  mappings: readonly Mapping[];
  /** Sources of the mappings, by property. */
  sources: readonly Source[];
  /** Withdrawn by Orphanet, perhaps with the code that replaces it. */
  retired: Disease['retired'];
  updated: string;
}

/** The current concepts: one small index, which follows publications. */
export function createConcepts(db: ReadDatabase): () => Promise<Concepts> {
  const known = new Map<number, Concept>();
  let concepts = conceptsOf([]);
  const catchUp = followChanges(db, {
    portion: 100,
    async take(rows: readonly ChangedRow[]) {
      const diseases = rows.filter(({ kind }) => kind === 'disease').map(({ id }) => id);
      for (const id of diseases) known.delete(id);
      for (const disease of await publicRecords(db, 'disease', diseases)) {
        const concept = conceptOf(disease);
        if (concept) known.set(concept.id, concept);
      }
    },
    end: async () => {
      concepts = conceptsOf([...known.values()]);
    },
  });
  return async () => {
    await catchUp();
    return concepts;
  };
}

function conceptOf(disease: Disease): Concept | undefined {
  const { id, title, title_en, title_status, synonyms, synonyms_en, type, orpha, areas, parents } = disease;
  if (orpha === undefined) return undefined;
  const fields = ['orpha', 'icd10', 'omim', 'icd11'];
  return {
    id,
    title,
    title_en,
    title_status,
    synonyms,
    synonyms_en,
    type,
    code: String(orpha),
    isGroup: isGroup(type),
    areas,
    lists: disease.lists.map(({ name }) => name),
    parents,
    mappings: mappingsOf(disease),
    sources: disease.sources.filter((source) => source.fields.some((field) => fields.includes(field))),
    retired: disease.retired,
    updated: disease.updated_at,
  };
}

const mappingsOf = ({ icd10, omim, icd11 }: Disease): Mapping[] => [
  ...icd10.map((one) => mappingOf('icd10', icd10System, one)),
  ...omim.map((one) => mappingOf('omim', omimSystem, one)),
  ...icd11.map((one) => mappingOf('icd11', icd11SystemOf(one.code), one)),
];

/** The catalogue has no relation for ICD-11. */
const mappingOf = (
  property: Mapping['property'],
  system: string,
  { code, title, relation = 'unknown' }: { code: string; title?: string | undefined; relation?: Relation },
): Mapping => ({ property, system, code, display: title, relation });

export type Concepts = ReturnType<typeof conceptsOf>;

function conceptsOf(concepts: readonly Concept[]) {
  const all = concepts.toSorted((one, other) => Number(one.code) - Number(other.code));
  const byCode = new Map(all.map((concept) => [concept.code, concept]));
  const byId = new Map(all.map((concept) => [concept.id, concept]));
  const children = Map.groupBy(
    all.flatMap((child) => child.parents.map((parent) => ({ parent, child }))),
    ({ parent }) => parent,
  );
  const mapped = Map.groupBy(
    all.flatMap((concept) => concept.mappings.map((mapping) => ({ concept, mapping }))),
    ({ mapping }) => `${mapping.system}|${mapping.code}`,
  );
  const parentsOf = ({ parents }: Concept) => parents.flatMap((id) => byId.get(id) ?? []);
  const dates = all.flatMap(({ sources }) =>
    sources.filter(({ fields }) => fields.includes('orpha')).map(({ date }) => date),
  );
  return {
    all,
    find: (code: string) => byCode.get(code),
    findById: (id: number) => byId.get(id),
    parentsOf,
    childrenOf: ({ id }: Concept) => (children.get(id) ?? []).map(({ child }) => child),
    isUnder(concept: Concept, ancestor: Concept): boolean {
      const seen = new Set([concept]);
      for (const one of seen) for (const parent of parentsOf(one)) seen.add(parent);
      return concept !== ancestor && seen.has(ancestor);
    },
    mappedTo: (system: string, code: string) => mapped.get(`${system}|${code}`) ?? [],
    withCode: (code: string) =>
      all.filter((one) => one.code === code || one.mappings.some((mapping) => mapping.code === code)),
    /** Concepts with a code of МКБ-10 in this category: 'E75'. */
    withCodesIn: (category: string) =>
      all.filter(({ mappings }) =>
        mappings.some(({ property, code }) => property === 'icd10' && code.startsWith(`${category}.`)),
      ),
    /** Month of the newest Orphanet release among the sources of codes; absent without sources. */
    release: dates.toSorted().at(-1)?.slice(0, 7),
    updated:
      all
        .map(({ updated }) => updated)
        .toSorted()
        .at(-1) ?? '1970-01-01T00:00:00.000Z',
  };
}
