import { findPersonalData } from '../deidentification/detector.ts';
import type { Sex } from '../signs/rank.ts';

/**
 * Phenopackets of GA4GH, version 2 of the schema (https://phenopacket-schema.readthedocs.io/en/latest/): what the portal
 * carries of them. `uncertain` signs have no place there and stay out.
 */
export interface PhenopacketPatient {
  /** A name within the file, of nobody: «proband». */
  id: string;
  sex?: Sex | 'other';
  /** Age now: ISO 8601, as `coarseAge` leaves it. */
  age?: string;
  signs: readonly PhenopacketSign[];
  diseases: readonly PhenopacketDisease[];
  /** When the file was made: ISO 8601, first day of the month. */
  created?: string;
}

export interface PhenopacketSign {
  /** HP:0001744 */
  hpo: string;
  title?: string;
  isAbsent?: boolean;
  /** A remark in free words. */
  note?: string;
}

export interface PhenopacketDisease {
  /** ORPHA:355, OMIM:230800, MONDO:0018150 */
  id: string;
  title?: string;
  isExcluded?: boolean;
  onset?: PhenopacketOnset;
}

/** When a disease began: an age, weeks of the pregnancy, or a class of HPO. */
export type PhenopacketOnset =
  | { age: string }
  | { weeks: number; days?: number }
  | { hpo: string; title?: string };

/** Who made the file and by which edition of HPO. */
interface Maker {
  by: string;
  at: Date;
  hpo: string;
}

/**
 * The file to be saved. Nothing in it tells who the patient is: ages lose what is finer than a month (days stay within the
 * first month), the day of making becomes its month, and remarks in which the detector finds something are left out.
 */
export function phenopacketOf(patient: PhenopacketPatient, maker: Maker): Record<string, unknown> {
  const { id, sex, age, signs, diseases, created } = patient;
  return {
    id,
    subject: {
      id,
      ...(age === undefined ? {} : { timeAtLastEncounter: { age: { iso8601duration: coarseAge(age) } } }),
      sex: sex === undefined ? 'UNKNOWN_SEX' : { female: 'FEMALE', male: 'MALE', other: 'OTHER_SEX' }[sex],
    },
    phenotypicFeatures: signs.map(({ hpo, title, isAbsent, note }) => ({
      type: { id: hpo, label: title ?? '' },
      ...(isAbsent ? { excluded: true } : {}),
      ...(note && findPersonalData(note).length === 0 ? { description: note } : {}),
    })),
    diseases: diseases.map(({ id: disease, title, isExcluded, onset }) => ({
      term: { id: disease, label: title ?? '' },
      ...(isExcluded ? { excluded: true } : {}),
      ...(onset ? { onset: onsetOf(onset) } : {}),
    })),
    metaData: {
      created: created ?? coarseMoment(maker.at.toISOString()),
      createdBy: maker.by,
      resources: [
        {
          id: 'hp',
          name: 'human phenotype ontology',
          url: 'http://purl.obolibrary.org/obo/hp.owl',
          version: maker.hpo,
          namespacePrefix: 'HP',
          iriPrefix: 'http://purl.obolibrary.org/obo/HP_',
        },
      ],
      phenopacketSchemaVersion: '2.0',
    },
  };
}

function onsetOf(onset: PhenopacketOnset) {
  if ('age' in onset) return { age: { iso8601duration: coarseAge(onset.age) } };
  if ('weeks' in onset) {
    const { weeks, days } = onset;
    return { gestationalAge: { weeks, ...(days === undefined ? {} : { days }) } };
  }
  return { ontologyClass: { id: onset.hpo, label: onset.title ?? '' } };
}

export const ageFormat =
  /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T[\dHMS]+)?$/;

/** An age without days, but for those of the first month: «P3Y2M5D» → «P3Y2M», «P9D» stays. */
export function coarseAge(age: string): string {
  const [, years = '0', months = '0', weeks = '0', days = '0'] = ageFormat.exec(age) ?? [];
  const isNewborn = Number(years) === 0 && Number(months) === 0;
  const inDays = Number(weeks) * 7 + Number(days);
  const whole = `P${Number(years) ? `${Number(years)}Y` : ''}${Number(months) ? `${Number(months)}M` : ''}`;
  return isNewborn ? `P${inDays}D` : whole;
}

/** «P4Y6M» for 54 months. */
export function ageOf(months: number): string {
  if (months < 1) return `P${Math.round(months * 30.4)}D`;
  const years = Math.floor(months / 12);
  const left = Math.floor(months - years * 12);
  return `P${years ? `${years}Y` : ''}${left || !years ? `${left}M` : ''}`;
}

/** Years of an age. */
export function yearsOf(age: string): number {
  const [, years = '0', months = '0', weeks = '0', days = '0'] = ageFormat.exec(age) ?? [];
  return Number(years) + Number(months) / 12 + (Number(weeks) * 7 + Number(days)) / 365.25;
}

/** The first moment of the month. */
export const coarseMoment = (moment: string) => `${moment.slice(0, 7)}-01T00:00:00Z`;
