import { codeRelation, disorderType, titleStatus } from '#domain/vocabularies.ts';
import { HttpError } from '../http-error.ts';
import type { Concept, Concepts } from '../codes/concepts.ts';
import type { GivenCode, OperationInput } from './input.ts';
import { parameter, parametersOf, type Json, type NamedResource, type Resource } from './outcome.ts';
import { orphaSystem, synonymUse, systemOf } from '../codes/systems.ts';

export interface Terminology {
  concepts: Concepts;
  base: string;
  title: string;
}

const properties = [
  ['parent', 'code', 'Группа, в которую входит', 'http://hl7.org/fhir/concept-properties#parent'],
  ['child', 'code', 'Входит в группу', 'http://hl7.org/fhir/concept-properties#child'],
  ['inactive', 'boolean', 'Выведен из Orphanet', 'http://hl7.org/fhir/concept-properties#inactive'],
  ['replacedBy', 'code', 'Код, который заменил выведенный'],
  ['type', 'code', `Тип записи Orphanet: ${Object.keys(disorderType).join(', ')}`],
  ['nameStatus', 'code', `Откуда русское название: ${Object.keys(titleStatus).join(', ')}`],
  ['area', 'code', 'Область медицины, из /api/dict/therapeuticarea'],
  ['list', 'code', 'Перечень, в который входит'],
  ['icd10', 'Coding', 'Код МКБ-10'],
  ['omim', 'Coding', 'Номер OMIM'],
  ['icd11', 'Coding', 'Сущность или код МКБ-11'],
] as const;

const filters = [
  { code: 'type', description: 'Тип записи Orphanet', operator: ['in'], value: 'Список через запятую' },
  { code: 'area', description: 'Область медицины', operator: ['='], value: 'Код области' },
  { code: 'list', description: 'Перечень', operator: ['='], value: 'Код перечня' },
];

export const codeSystemId = 'orpha';
const codeSystemTitle = 'Номенклатура редких болезней Orphanet с русскими названиями';

/** The code system without its concepts, which $lookup and $expand give. */
export const codeSystem = ({ concepts, base, title }: Terminology): NamedResource => ({
  resourceType: 'CodeSystem',
  id: codeSystemId,
  url: orphaSystem,
  ...(concepts.release ? { version: concepts.release } : {}),
  name: 'Orphanet',
  title: codeSystemTitle,
  status: 'active',
  date: concepts.updated,
  publisher: title,
  description:
    'Коды ORPHA, которые есть в каталоге. Русские названия, отмеченные translated и unsure, врачами не проверены.',
  copyright: 'Orphanet, INSERM, CC BY 4.0; русские названия — по лицензии портала',
  caseSensitive: true,
  valueSet: `${base}/ValueSet/orpha`,
  hierarchyMeaning: 'is-a',
  content: 'not-present',
  count: concepts.all.length,
  filter: filters,
  property: properties.map(([code, type, description, uri]) => ({
    code,
    ...(uri ? { uri } : {}),
    description,
    type,
  })),
});

export function lookup(terminology: Terminology, input: OperationInput): Resource {
  const { concepts } = terminology;
  const [given, ...others] = input.codes();
  if (!given || others.length > 0) throw new HttpError(400, 'Нужен ровно один код.', 'coding');
  const concept = getConcept(concepts, given);
  const wanted = input.texts('property');
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  return parametersOf([
    ...parameter('name', 'valueString', codeSystemTitle),
    ...parameter('version', 'valueString', concepts.release),
    ...parameter('display', 'valueString', displayOf(concept, input.text('displayLanguage'))),
    ...(isWanted('designation')
      ? designationsOf(concept).map((designation) => ({
          name: 'designation',
          part: Object.entries(designation).map(([name, value]) => ({
            name,
            [{ language: 'valueCode', use: 'valueCoding' }[name] ?? 'valueString']: value,
          })),
        }))
      : []),
    ...propertiesOf(concepts, concept)
      .filter(({ code }) => isWanted(code))
      .map(({ part }) => ({
        name: 'property',
        part,
      })),
  ]);
}

/** The first code that is there, or why none is. */
export function validateCode(
  { concepts }: Terminology,
  codes: readonly GivenCode[],
  {
    includes = () => true,
    where = 'каталоге',
  }: { includes?: (concept: Concept) => boolean; where?: string } = {},
): Resource {
  const problems: string[] = [];
  for (const given of codes) {
    checkVersion(concepts, given);
    const concept = given.system === orphaSystem ? concepts.find(given.code) : undefined;
    if (given.system !== orphaSystem) problems.push(`Система ${given.system} здесь неизвестна.`);
    else if (!concept || !includes(concept)) problems.push(`Кода ${given.code} в ${where} нет.`);
    else if (given.display !== undefined && !isName(concept, given.display))
      problems.push(`«${given.display}» — не название кода ${given.code}: это «${concept.title}».`);
    else
      return parametersOf([
        ...parameter('result', 'valueBoolean', true),
        ...parameter('display', 'valueString', concept.title),
      ]);
  }
  return parametersOf([
    ...parameter('result', 'valueBoolean', false),
    ...parameter('message', 'valueString', problems.join(' ')),
  ]);
}

export function validateInSystem(terminology: Terminology, input: OperationInput): Resource {
  const url = input.text('url');
  if (url !== undefined && systemOf(url) !== orphaSystem)
    throw new HttpError(404, `Система ${url} здесь неизвестна.`, 'url');
  return validateCode(terminology, input.codes(url === undefined ? 'system' : 'url'));
}

export function subsumes({ concepts }: Terminology, input: OperationInput): Resource {
  const [one, other] = [getConcept(concepts, input.pair('A')), getConcept(concepts, input.pair('B'))];
  const outcome =
    one === other
      ? 'equivalent'
      : concepts.isUnder(other, one)
        ? 'subsumes'
        : concepts.isUnder(one, other)
          ? 'subsumed-by'
          : 'not-subsumed';
  return parametersOf(parameter('outcome', 'valueCode', outcome));
}

function getConcept(concepts: Concepts, given: GivenCode): Concept {
  if (given.system !== orphaSystem)
    throw new HttpError(404, `Система ${given.system} здесь неизвестна: есть ${orphaSystem}.`, 'system');
  checkVersion(concepts, given);
  const concept = concepts.find(given.code);
  if (!concept) throw new HttpError(404, `Кода ${given.code} в каталоге нет.`, 'code');
  return concept;
}

function checkVersion({ release }: Concepts, { system, version }: GivenCode): void {
  if (system === orphaSystem && version !== undefined && version !== release)
    throw new HttpError(
      404,
      `Версии ${version} здесь нет: есть ${release ?? 'версия без номера'}.`,
      'version',
    );
}

/** The Russian name; the English one where it is asked for and known. */
export const displayOf = (concept: Concept, language?: string): string =>
  (language && /^en\b/i.test(language) && concept.title_en) || concept.title;

export const designationsOf = ({ title, title_en, synonyms, synonyms_en }: Concept): Json[] => [
  { language: 'ru', value: title },
  ...(title_en ? [{ language: 'en', value: title_en }] : []),
  ...synonyms.map((value) => ({ language: 'ru', use: synonymUse, value })),
  ...synonyms_en.map((value) => ({ language: 'en', use: synonymUse, value })),
];

const isName = (concept: Concept, display: string): boolean =>
  designationsOf(concept).some(({ value }) => folded(String(value)) === folded(display));

const folded = (text: string) => text.trim().toLowerCase().replaceAll('ё', 'е');

function propertiesOf(concepts: Concepts, concept: Concept): { code: string; part: Json[] }[] {
  const { retired, mappings, sources } = concept;
  const property = (code: string, key: `value${string}`, value: unknown, parts: Json[] = []) => ({
    code,
    part: [{ name: 'code', valueCode: code }, { name: 'value', [key]: value }, ...parts],
  });
  return [
    ...concepts.parentsOf(concept).map(({ code }) => property('parent', 'valueCode', code)),
    ...concepts.childrenOf(concept).map(({ code }) => property('child', 'valueCode', code)),
    property('inactive', 'valueBoolean', retired !== undefined),
    ...(retired?.successor ? [property('replacedBy', 'valueCode', String(retired.successor))] : []),
    property('type', 'valueCode', concept.type),
    property('nameStatus', 'valueCode', concept.title_status),
    ...concept.areas.map((area) => property('area', 'valueCode', area)),
    ...concept.lists.map((list) => property('list', 'valueCode', list)),
    ...mappings.map(({ property: name, system, code, display, relation }) =>
      property(name, 'valueCoding', { system, code, ...(display ? { display } : {}) }, [
        subproperty('relation', 'valueCode', relation),
        subproperty('relationText', 'valueString', codeRelation[relation]),
        ...sources
          .filter(({ fields }) => fields.includes(name))
          .flatMap(({ title, version, date }) => [
            subproperty('source', 'valueString', version ? `${title}, ${version}` : title),
            subproperty('date', 'valueDateTime', date),
          ]),
      ]),
    ),
  ];
}

const subproperty = (code: string, key: `value${string}`, value: unknown): Json => ({
  name: 'subproperty',
  part: [
    { name: 'code', valueCode: code },
    { name: 'value', [key]: value },
  ],
});
