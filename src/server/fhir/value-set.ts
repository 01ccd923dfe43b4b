import { groupTypes } from '#domain/tier.ts';
import { diseaseList, disorderType } from '#domain/vocabularies.ts';
import { isSure } from '#domain/search/match-quality.ts';
import { maxQueryLength, shortestQuery } from '#domain/search/limits.ts';
import type { SearchIndex } from '#domain/search/index.ts';
import { HttpError } from '../http-error.ts';
import { designationsOf, displayOf, validateCode, type Terminology } from './code-system.ts';
import type { Concept } from '../codes/concepts.ts';
import type { OperationInput } from './input.ts';
import type { Json, NamedResource, Resource } from './outcome.ts';
import { orphaSystem } from '../codes/systems.ts';

interface ValueSet {
  id: string;
  title: string;
  filter: Json[];
  includes(concept: Concept): boolean;
}

const disorderTypes = Object.keys(disorderType).filter((type) => !groupTypes.some((group) => group === type));
const isDisorder = { property: 'type', op: 'in', value: disorderTypes.join(',') };

/** All codes; disorders without groups; disorders of each area and of each list. */
export const valueSetsOf = (areas: readonly { code: string; title: string }[]): ValueSet[] => [
  { id: 'orpha', title: 'Коды ORPHA каталога', filter: [], includes: () => true },
  {
    id: 'disorders',
    title: 'Редкие болезни, без групп',
    filter: [isDisorder],
    includes: ({ isGroup }) => !isGroup,
  },
  ...areas.map(({ code, title }) => ({
    id: `area-${code}`,
    title: `Редкие болезни: ${title}`,
    filter: [isDisorder, { property: 'area', op: '=', value: code }],
    includes: ({ isGroup, areas: own }: Concept) => !isGroup && own.includes(code),
  })),
  ...Object.entries(diseaseList).map(([code, title]) => ({
    id: `list-${code}`,
    title,
    filter: [{ property: 'list', op: '=', value: code }],
    includes: ({ lists }: Concept) => lists.includes(code),
  })),
];

const valueSetUrl = ({ base }: Pick<Terminology, 'base'>, id: string) => `${base}/ValueSet/${id}`;

export const valueSet = (terminology: Terminology, { id, title, filter }: ValueSet): NamedResource => ({
  ...ownHead(terminology, 'ValueSet', { id, title }),
  compose: { include: [{ system: orphaSystem, ...(filter.length > 0 ? { filter } : {}) }] },
});

export const ownHead = (
  { base, concepts, title: publisher }: Terminology,
  resourceType: 'ValueSet' | 'ConceptMap',
  { id, title }: { id: string; title: string },
) => ({
  resourceType,
  id,
  url: `${base}/${resourceType}/${id}`,
  version: concepts.updated.slice(0, 10),
  name: nameOf(id),
  title,
  status: 'active',
  date: concepts.updated,
  publisher,
});

/** A name for programs: Latin letters and digits. */
const nameOf = (id: string): string =>
  id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll('-', '');

/** The set by its address, or by the implicit address of the whole system. */
export function findValueSet(terminology: Terminology, sets: readonly ValueSet[], input: OperationInput) {
  const url = input.required('url').split('|', 1)[0]!;
  const set = url === `${orphaSystem}?fhir_vs` ? sets[0] : undefined;
  const known = set ?? sets.find(({ id }) => valueSetUrl(terminology, id) === url);
  if (!known) throw new HttpError(404, `Набора ${url} здесь нет.`, 'url');
  return known;
}

const maxCount = 1000;

export function expand(
  terminology: Terminology,
  set: ValueSet,
  input: OperationInput,
  search: SearchIndex,
): Resource {
  const filter = input.text('filter')?.trim();
  const offset = input.whole('offset', 0, [0, 1_000_000]);
  const count = input.whole('count', 100, [0, maxCount]);
  const language = input.text('displayLanguage');
  const withDesignations = input.flag('includeDesignations');
  const isActiveOnly = input.flag('activeOnly');
  const { all, findById } = terminology.concepts;
  const sought = filter ? findIds(search, filter).flatMap((id) => findById(id) ?? []) : all;
  const members = sought.filter((one) => set.includes(one) && !(isActiveOnly && one.retired));
  return {
    ...valueSet(terminology, set),
    expansion: {
      timestamp: terminology.concepts.updated,
      total: members.length,
      offset,
      parameter: [
        ...(filter ? [{ name: 'filter', valueString: filter }] : []),
        ...(language ? [{ name: 'displayLanguage', valueCode: language }] : []),
        { name: 'count', valueInteger: count },
        { name: 'offset', valueInteger: offset },
      ],
      contains: members.slice(offset, offset + count).map((concept) => ({
        system: orphaSystem,
        ...(concept.retired ? { inactive: true } : {}),
        code: concept.code,
        display: displayOf(concept, language),
        ...(withDesignations ? { designation: designationsOf(concept) } : {}),
      })),
    },
  };
}

/** Ids of diseases that certainly match, best first: the search of the portal. */
function findIds(search: SearchIndex, filter: string): number[] {
  if (filter.length < shortestQuery || filter.length > maxQueryLength)
    throw new HttpError(400, `Параметр filter: от ${shortestQuery} до ${maxQueryLength} знаков.`, 'filter');
  const answer = search.search(filter, { groups: new Set(['disease']), perGroup: search.size });
  return isSure(answer) ? answer.hits.map(({ id }) => id) : [];
}

export const validateInSet = (terminology: Terminology, set: ValueSet, input: OperationInput): Resource =>
  validateCode(terminology, input.codes(), {
    includes: (concept) => set.includes(concept),
    where: `наборе «${set.title}»`,
  });
