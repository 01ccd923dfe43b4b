import type { RecordOf, kindsByName } from '#domain/kinds/index.ts';
import { isObject, ownValue } from '../json.ts';

type Research = RecordOf<(typeof kindsByName)['research']>;

/** A study of ClinicalTrials.gov, in either format: API response or flat extract. */
export interface Study {
  nct: string;
  title: string | undefined;
  officialTitle: string | undefined;
  acronym: string | undefined;
  type: Research['study_type'] | undefined;
  phase: Research['phase'] | undefined;
  status: Research['status'] | undefined;
  sponsor: string | undefined;
  conditions: string[];
  keywords: string[];
  interventions: string[];
  startedAt: string | undefined;
  completedAt: string | undefined;
  updatedAt: string | undefined;
  enrolment: number | undefined;
  enrolmentKind: Research['enrolment_kind'];
  ageFrom: number | undefined;
  ageTo: number | undefined;
  sex: Research['sex'];
  criteriaIn: string[];
  criteriaOut: string[];
  hasLocations: boolean;
  locations: { facility?: string; city?: string; country?: string }[];
  /** ORPHA codes of the searches that found it. */
  orpha: number[];
}

const studyStatuses: Readonly<Record<string, Research['status']>> = {
  recruiting: 'recruiting',
  'not yet recruiting': 'soon',
  'enrolling by invitation': 'invitation',
  'active not recruiting': 'active',
  suspended: 'suspended',
  completed: 'completed',
  terminated: 'terminated',
  withdrawn: 'withdrawn',
  unknown: 'unknown',
  'unknown status': 'unknown',
  available: 'unknown',
  'no longer available': 'unknown',
  'temporarily not available': 'unknown',
  'approved for marketing': 'unknown',
  withheld: 'unknown',
};

const studyTypes: Readonly<Record<string, Research['study_type']>> = {
  interventional: 'interventional',
  observational: 'observational',
  'expanded access': 'expanded-access',
};

/** The study, or an error message. */
export function studyOf(value: unknown): Study | string {
  if (!isObject(value)) return 'документ не объект';
  const protocol = ownValue(value, 'protocolSection');
  const flat = isObject(protocol) ? flatten(protocol) : value;
  const get = (key: string) => ownValue(flat, key);
  const nct = textOf(get('nctId'));
  if (nct === undefined || !/^NCT\d{8}$/.test(nct)) return `нет номера NCT (nctId)`;
  const statusWord = textOf(get('overallStatus')) ?? textOf(get('status'));
  const status = lookUp(studyStatuses, statusWord);
  if (statusWord !== undefined && status === undefined) return `${nct}: неизвестный статус «${statusWord}»`;
  const typeWord = textOf(get('studyType'));
  const type = lookUp(studyTypes, typeWord);
  if (typeWord !== undefined && type === undefined)
    return `${nct}: неизвестный тип исследования «${typeWord}»`;
  const title = textOf(get('briefTitle'));
  if (title !== undefined && (status === undefined || type === undefined))
    return `${nct}: нет статуса или типа исследования`;
  const phaseWords = get('phases') === undefined ? [textOf(get('phase')) ?? ''] : texts(get('phases'));
  const phase = get('phases') === undefined && get('phase') === undefined ? undefined : phaseOf(phaseWords);
  if (phase === null) return `${nct}: неизвестная фаза «${phaseWords.join(', ')}»`;
  const locations = get('locations');
  const criteria = criteriaOf(textOf(get('eligibilityCriteria')));
  const interventions = get('interventions') ?? get('drugs');
  return {
    nct,
    title,
    officialTitle: textOf(get('officialTitle')),
    acronym: textOf(get('acronym')),
    type,
    phase,
    status,
    sponsor: textOf(get('sponsor'))?.slice(0, 300),
    conditions: texts(get('conditions')),
    keywords: texts(get('keywords')),
    interventions: (Array.isArray(interventions) ? interventions : []).flatMap(
      (item) => textOf(item) ?? textOf(ownValue(item, 'name')) ?? [],
    ),
    startedAt: partialDay(get('startDate')),
    completedAt: partialDay(get('completionDate')),
    updatedAt: wholeDay(get('lastUpdateDate')),
    enrolment:
      typeof get('enrollment') === 'number' ? Math.max(0, Math.round(Number(get('enrollment')))) : undefined,
    enrolmentKind: { actual: 'actual', estimated: 'planned' }[
      (textOf(get('enrollmentType')) ?? '').toLowerCase()
    ] as Study['enrolmentKind'],
    ageFrom: years(textOf(get('minimumAge'))),
    ageTo: years(textOf(get('maximumAge'))),
    sex: { all: 'any', female: 'female', male: 'male' }[
      (textOf(get('sex')) ?? '').toLowerCase()
    ] as Study['sex'],
    ...criteria,
    hasLocations: Array.isArray(locations),
    locations: (Array.isArray(locations) ? locations : []).map(locationOf),
    orpha: texts(get('_orpha'))
      .map(Number)
      .filter((code) => Number.isInteger(code) && code > 0),
  };
}

function locationOf(value: unknown): Study['locations'][number] {
  const [facility, city, country] = ['facility', 'city', 'country'].map((key) =>
    textOf(ownValue(value, key)),
  );
  return {
    ...(facility ? { facility } : {}),
    ...(city ? { city } : {}),
    ...(country ? { country } : {}),
  };
}

/** Flattens the API's sections to the names of extracts. */
function flatten(protocol: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [identification, state, design, arms, eligibility] = [
    'identificationModule',
    'statusModule',
    'designModule',
    'armsInterventionsModule',
    'eligibilityModule',
  ].map((module) => ownValue(protocol, module));
  const conditions = ownValue(protocol, 'conditionsModule');
  const sponsors = ownValue(protocol, 'sponsorCollaboratorsModule');
  const enrolment = ownValue(design, 'enrollmentInfo');
  return {
    nctId: ownValue(identification, 'nctId'),
    briefTitle: ownValue(identification, 'briefTitle'),
    officialTitle: ownValue(identification, 'officialTitle'),
    acronym: ownValue(identification, 'acronym'),
    overallStatus: ownValue(state, 'overallStatus'),
    startDate: ownValue(ownValue(state, 'startDateStruct'), 'date'),
    completionDate: ownValue(ownValue(state, 'completionDateStruct'), 'date'),
    lastUpdateDate:
      ownValue(ownValue(state, 'lastUpdatePostDateStruct'), 'date') ??
      ownValue(state, 'lastUpdateSubmitDate'),
    studyType: ownValue(design, 'studyType'),
    phases: ownValue(design, 'phases') ?? [],
    enrollment: ownValue(enrolment, 'count'),
    enrollmentType: ownValue(enrolment, 'type'),
    sponsor: ownValue(ownValue(sponsors, 'leadSponsor'), 'name'),
    conditions: ownValue(conditions, 'conditions'),
    keywords: ownValue(conditions, 'keywords'),
    interventions: ownValue(arms, 'interventions'),
    eligibilityCriteria: ownValue(eligibility, 'eligibilityCriteria'),
    sex: ownValue(eligibility, 'sex'),
    minimumAge: ownValue(eligibility, 'minimumAge'),
    maximumAge: ownValue(eligibility, 'maximumAge'),
    locations: ownValue(ownValue(protocol, 'contactsLocationsModule'), 'locations') ?? [],
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap(
    (item) => textOf(typeof item === 'number' ? String(item) : item) ?? [],
  );

/** `ACTIVE_NOT_RECRUITING` equals `active, not recruiting`. */
function lookUp<Value>(list: Readonly<Record<string, Value>>, word: string | undefined): Value | undefined {
  const key = (word ?? '')
    .toLowerCase()
    .replace(/[_,\s]+/g, ' ')
    .trim();
  return Object.hasOwn(list, key) ? list[key] : undefined;
}

/** `null` for an unknown value. */
function phaseOf(words: readonly string[]): Research['phase'] | null {
  const parts = words
    .flatMap((word) => word.toUpperCase().split('/'))
    .map((word) => word.replace(/[^A-Z0-9]/g, ''));
  const known = parts.filter((part) => part !== '' && part !== 'NA');
  if (known.length === 0) return 'none';
  if (known.includes('EARLYPHASE1')) return 'early-1';
  const numbers = known.map((part) => /^PHASE([1-4])$/.exec(part)?.[1]);
  if (numbers.includes(undefined)) return null;
  const phase = [...new Set(numbers)].toSorted().join('-');
  return (['1', '1-2', '2', '2-3', '3', '4'] as const).find((name) => name === phase) ?? null;
}

const partialDay = (value: unknown) => /^\d{4}(-\d{2}(-\d{2})?)?$/.exec(textOf(value) ?? '')?.[0];
const wholeDay = (value: unknown) => /^\d{4}-\d{2}-\d{2}/.exec(textOf(value) ?? '')?.[0];

/** `18 Years` → 18, `6 Months` → 0.5. */
function years(age: string | undefined): number | undefined {
  const [, figure, unit] = /^(\d+)\s+(year|month|week|day)s?$/i.exec(age ?? '') ?? [];
  if (figure === undefined || unit === undefined) return undefined;
  const inYear = { year: 1, month: 12, week: 52, day: 365 }[unit.toLowerCase()] ?? 1;
  const found = Math.round((Number(figure) / inYear) * 100) / 100;
  return found <= 120 ? found : undefined;
}

/** Inclusion and exclusion criteria by line; text in another form is left out. */
function criteriaOf(criteria: string | undefined): { criteriaIn: string[]; criteriaOut: string[] } {
  const [, before = '', inside = '', outside = ''] =
    /^([\s\S]*?)inclusion criteria:?([\s\S]*?)(?:exclusion criteria:?([\s\S]*))?$/i.exec(criteria ?? '') ??
    [];
  if (before.trim() !== '' || criteria === undefined) return { criteriaIn: [], criteriaOut: [] };
  return { criteriaIn: items(inside), criteriaOut: items(outside) };
}

const items = (list: string) =>
  list
    .split(/\n\s*\n|\n\s*(?=[-*•]|\d+[.)]\s)/)
    .map((item) =>
      item
        .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((item) => item.length > 1);
