import type { RecordOf, kindsByName } from '#domain/kinds/index.ts';
import { unique } from '../disease.ts';
import type { ImportedFields } from '../draft.ts';
import { isObject, ownValue, type JsonObject } from '../json.ts';

type Research = RecordOf<(typeof kindsByName)['research']>;

/** A study of ClinicalTrials.gov: fields of its record, and what finds diseases, drugs and clinics. */
export type Study = Exclude<ReturnType<typeof studyOf>, string>;

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

/** The study, in either format (API response or flat extract), or an error message. */
export function studyOf(value: unknown) {
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
  const officialTitle = textOf(get('officialTitle'));
  const conditions = texts(get('conditions'));
  const locations = get('locations');
  const interventions = get('interventions') ?? get('drugs');
  const enrolment = get('enrollment');
  return {
    nct,
    title,
    /** Fields without a value are left out. */
    fields: optional({
      official_title_en: officialTitle,
      acronym: textOf(get('acronym')),
      study_type: type,
      phase,
      status,
      sponsor: textOf(get('sponsor'))?.slice(0, 300),
      started_at: partialDay(get('startDate')),
      completed_at: partialDay(get('completionDate')),
      enrolment: typeof enrolment === 'number' ? Math.max(0, Math.round(enrolment)) : undefined,
      enrolment_kind: lookUp({ actual: 'actual', estimated: 'planned' }, textOf(get('enrollmentType'))),
      age_from: years(textOf(get('minimumAge'))),
      age_to: years(textOf(get('maximumAge'))),
      sex: lookUp({ all: 'any', female: 'female', male: 'male' }, textOf(get('sex'))),
    }),
    criteria: criteriaOf(textOf(get('eligibilityCriteria'))),
    updatedAt: wholeDay(get('lastUpdateDate')),
    conditions,
    interventions: listOf(interventions).flatMap(
      (item) => textOf(item) ?? textOf(ownValue(item, 'name')) ?? [],
    ),
    texts: [title, officialTitle, ...conditions, ...texts(get('keywords'))],
    /** Undefined in extracts without places. */
    locations: Array.isArray(locations) ? locations.map(locationOf) : undefined,
    /** ORPHA codes of the searches that found it. */
    orpha: texts(get('_orpha'))
      .map(Number)
      .filter((code) => Number.isInteger(code) && code > 0),
  };
}

const optional = (fields: ImportedFields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const locationOf = (value: unknown) => ({
  facility: textOf(ownValue(value, 'facility')),
  city: textOf(ownValue(value, 'city')),
  country: textOf(ownValue(value, 'country')),
});

/** Names of extracts, with their paths in the API's answer. */
const apiPaths: Readonly<Record<string, string>> = {
  nctId: 'identificationModule.nctId',
  briefTitle: 'identificationModule.briefTitle',
  officialTitle: 'identificationModule.officialTitle',
  acronym: 'identificationModule.acronym',
  overallStatus: 'statusModule.overallStatus',
  startDate: 'statusModule.startDateStruct.date',
  completionDate: 'statusModule.completionDateStruct.date',
  lastUpdateDate: 'statusModule.lastUpdatePostDateStruct.date',
  studyType: 'designModule.studyType',
  phases: 'designModule.phases',
  enrollment: 'designModule.enrollmentInfo.count',
  enrollmentType: 'designModule.enrollmentInfo.type',
  sponsor: 'sponsorCollaboratorsModule.leadSponsor.name',
  conditions: 'conditionsModule.conditions',
  keywords: 'conditionsModule.keywords',
  interventions: 'armsInterventionsModule.interventions',
  eligibilityCriteria: 'eligibilityModule.eligibilityCriteria',
  sex: 'eligibilityModule.sex',
  minimumAge: 'eligibilityModule.minimumAge',
  maximumAge: 'eligibilityModule.maximumAge',
  locations: 'contactsLocationsModule.locations',
};

function flatten(protocol: JsonObject): JsonObject {
  const at = (path: string) => path.split('.').reduce<unknown>(ownValue, protocol);
  const flat = Object.fromEntries(Object.entries(apiPaths).map(([name, path]) => [name, at(path)]));
  return {
    ...flat,
    lastUpdateDate: flat.lastUpdateDate ?? at('statusModule.lastUpdateSubmitDate'),
    phases: flat.phases ?? [],
    locations: flat.locations ?? [],
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const texts = (value: unknown): string[] =>
  listOf(value).flatMap((item) => textOf(typeof item === 'number' ? String(item) : item) ?? []);

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
function criteriaOf(criteria: string | undefined) {
  const [, before = '', inside = '', outside = ''] =
    /^([\s\S]*?)inclusion criteria:?([\s\S]*?)(?:exclusion criteria:?([\s\S]*))?$/i.exec(criteria ?? '') ??
    [];
  if (before.trim() !== '' || criteria === undefined) return {};
  const [criteria_in, criteria_out] = [items(inside), items(outside)];
  return {
    ...(criteria_in.length > 0 ? { criteria_in } : {}),
    ...(criteria_out.length > 0 ? { criteria_out } : {}),
  };
}

const items = (list: string) =>
  lines(
    list
      .split(/\n\s*\n|\n\s*(?=[-*•]|\d+[.)]\s)/)
      .map((item) => item.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').replace(/\s+/g, ' '))
      .filter((item) => item.trim().length > 1),
  );

export const lines = (values: readonly string[]) =>
  unique(values.map((value) => value.trim().slice(0, 500) || undefined)).slice(0, 200);
