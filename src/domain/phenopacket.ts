import { findPersonalData } from './deidentification/detector.ts';
import type { Sex } from './signs/rank.ts';

/**
 * Supported parts of GA4GH phenopackets, version 2 (https://phenopacket-schema.readthedocs.io/en/latest/).
 * `uncertain` signs cannot be expressed and are left out.
 */
export interface PhenopacketPatient {
  /** An id within the file: «proband». */
  id: string;
  sex: Sex | undefined;
  /** Age now: ISO 8601. */
  age?: string | undefined;
  signs: readonly {
    /** HP:0001744 */
    hpo: string;
    title: string;
    isAbsent: boolean;
    /** Free text. */
    note?: string;
  }[];
  /** ORPHA:355 */
  diseases: readonly { id: string; title: string }[];
}

/** Author of the file, and HPO version. */
interface Maker {
  by: string;
  at: Date;
  hpo: string;
}

/**
 * Builds a phenopacket without identifying data: ages are rounded to months (days in the first month), the
 * creation time to its month, and notes with findings are left out.
 */
export function phenopacketOf(patient: PhenopacketPatient, maker: Maker): Record<string, unknown> {
  const { id, sex, age, signs, diseases } = patient;
  return {
    id,
    subject: {
      id,
      ...(age === undefined ? {} : { timeAtLastEncounter: { age: { iso8601duration: coarseAge(age) } } }),
      sex: sex === undefined ? 'UNKNOWN_SEX' : { female: 'FEMALE', male: 'MALE' }[sex],
    },
    phenotypicFeatures: signs.map(({ hpo, title, isAbsent, note }) => ({
      type: { id: hpo, label: title },
      ...(isAbsent ? { excluded: true } : {}),
      ...(note && findPersonalData(note).length === 0 ? { description: note } : {}),
    })),
    diseases: diseases.map(({ id: disease, title }) => ({ term: { id: disease, label: title } })),
    metaData: {
      created: `${maker.at.toISOString().slice(0, 7)}-01T00:00:00Z`,
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

export const ageFormat =
  /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T[\dHMS]+)?$/;

/** An age without days, except in the first month: «P3Y2M5D» → «P3Y2M», «P9D» unchanged. */
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

export function yearsOf(age: string): number {
  const [, years = '0', months = '0', weeks = '0', days = '0'] = ageFormat.exec(age) ?? [];
  return Number(years) + Number(months) / 12 + (Number(weeks) * 7 + Number(days)) / 365.25;
}
