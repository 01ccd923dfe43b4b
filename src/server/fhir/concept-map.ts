import { HttpError } from '../http-error.ts';
import type { Terminology } from './code-system.ts';
import type { Concept, Mapping } from '../codes/concepts.ts';
import type { OperationInput } from './input.ts';
import { parameter, parametersOf, type Json, type NamedResource, type Resource } from './outcome.ts';
import { icd10System, icd11System, omimSystem, orphaSystem, systemOf } from '../codes/systems.ts';
import { ownHead } from './value-set.ts';

/**
 * Meaning of the code for the disorder, as ConceptMap of R4 has it: a disorder that is narrower than the code has
 * a wider target. `relatedto` says that the relation is not known.
 */
const equivalences = {
  exact: 'equivalent',
  broader: 'narrower',
  narrower: 'wider',
  unknown: 'relatedto',
} as const;
const reversed = { ...equivalences, broader: 'wider', narrower: 'narrower' } as const;

interface ConceptMap {
  id: string;
  title: string;
  property: Mapping['property'];
  target: string;
}

export const conceptMaps: readonly ConceptMap[] = [
  { id: 'orpha-icd10', title: 'ORPHA и МКБ-10', property: 'icd10', target: icd10System },
  { id: 'orpha-omim', title: 'ORPHA и OMIM', property: 'omim', target: omimSystem },
  { id: 'orpha-icd11', title: 'ORPHA и МКБ-11', property: 'icd11', target: icd11System },
];

const conceptMapUrl = ({ base }: Pick<Terminology, 'base'>, id: string) => `${base}/ConceptMap/${id}`;

export const conceptMapHead = (
  terminology: Terminology,
  { id, title, target }: ConceptMap,
): NamedResource => ({
  ...ownHead(terminology, 'ConceptMap', { id, title }),
  description:
    'relatedto — соответствие названо источником без отношения. Кода, которого в карте нет, может не быть в источниках: это не значит, что соответствия нет.',
  sourceUri: orphaSystem,
  targetUri: target,
});

/** The whole map, a group for each target system. */
export function conceptMap(terminology: Terminology, map: ConceptMap): Resource {
  const rows = terminology.concepts.all.flatMap((concept) =>
    concept.mappings
      .filter(({ property }) => property === map.property)
      .map((mapping) => ({ concept, mapping })),
  );
  const groups = [...Map.groupBy(rows, ({ mapping }) => mapping.system)].map(([target, ofSystem]) => ({
    source: orphaSystem,
    target,
    element: [...Map.groupBy(ofSystem, ({ concept }) => concept)].map(([{ code, title }, targets]) => ({
      code,
      display: title,
      target: targets.map(({ mapping }) => ({
        code: mapping.code,
        ...(mapping.display ? { display: mapping.display } : {}),
        equivalence: equivalences[mapping.relation],
      })),
    })),
  }));
  return { ...conceptMapHead(terminology, map), ...(groups.length > 0 ? { group: groups } : {}) };
}

/** From ORPHA to the other systems, and from them to ORPHA: the system of the code says which, so `reverse` does not. */
export function translate(terminology: Terminology, input: OperationInput, id?: string): Resource {
  const maps = mapsFor(terminology, input, id);
  const wanted = systemOf(input.text('targetsystem') ?? '');
  const matches = input.codes().flatMap(({ system, code }) => {
    const isForward = system === orphaSystem;
    const fits = maps.filter(({ target }) => isForward || isSameClassification(target, system));
    if (fits.length === 0) throw new HttpError(404, `Карты для системы ${system} здесь нет.`, 'system');
    return rowsOf(terminology, { system, code }, fits).flatMap(({ concept, mapping, map }) => {
      const target = isForward ? codingOf(mapping) : orphaCoding(concept);
      if (wanted && wanted !== system && wanted !== target.system) return [];
      const equivalence = (isForward ? equivalences : reversed)[mapping.relation];
      return [matchOf(equivalence, target, conceptMapUrl(terminology, map.id))];
    });
  });
  return parametersOf([
    ...parameter('result', 'valueBoolean', matches.length > 0),
    ...(matches.length > 0 ? [] : parameter('message', 'valueString', noMatch)),
    ...matches,
  ]);
}

const noMatch = 'В каталоге соответствия нет. Это не значит, что его не существует.';

function mapsFor(terminology: Terminology, input: OperationInput, id?: string): readonly ConceptMap[] {
  const url = input.text('url')?.split('|', 1)[0];
  if (id === undefined && url === undefined) return conceptMaps;
  const chosen = conceptMaps.filter((map) =>
    id === undefined ? conceptMapUrl(terminology, map.id) === url : map.id === id,
  );
  if (chosen.length === 0) throw new HttpError(404, `Карты ${id ?? url} здесь нет.`, 'url');
  return chosen;
}

/** ICD-11 has a system of entities and one of codes. */
const isSameClassification = (target: string, system: string) =>
  target === system || (target === icd11System && system.startsWith('http://id.who.int/icd/'));

function rowsOf(
  { concepts }: Terminology,
  { system, code }: { system: string; code: string },
  maps: readonly ConceptMap[],
): { concept: Concept; mapping: Mapping; map: ConceptMap }[] {
  const concept = system === orphaSystem ? concepts.find(code) : undefined;
  const rows = concept
    ? concept.mappings.map((mapping) => ({ concept, mapping }))
    : concepts.mappedTo(system, code);
  return rows.flatMap((row) => {
    const map = maps.find(({ property }) => property === row.mapping.property);
    return map ? [{ ...row, map }] : [];
  });
}

const codingOf = ({ system, code, display }: Mapping) => ({ system, code, ...(display ? { display } : {}) });
const orphaCoding = ({ code, title }: Concept) => ({ system: orphaSystem, code, display: title });

const matchOf = (equivalence: string, target: Json, source: string): Json => ({
  name: 'match',
  part: [
    { name: 'equivalence', valueCode: equivalence },
    { name: 'concept', valueCoding: target },
    { name: 'source', valueUri: source },
  ],
});
