import { inheritances, onsets, shares } from './pack.ts';
import type { SignIndex } from './profiles.ts';
import { askNext, informativenessOf, type Informativeness } from './questions.ts';
import { bestForms, codeOf, explain, findForm, formOf, placesOf, rank, scoreForms } from './rank.ts';
import type { Contribution, RankedPatient } from './rank.ts';
import type { Candidate } from './pack.ts';

/** A disease as the screen shows it; what it is called is told elsewhere. */
export interface RankedDisease {
  /** ORPHA:355, or OMIM:230800 for a disease that Orphanet does not know. */
  code: string;
  /** What speaks for and against it, the heaviest first. */
  named: readonly Contribution[];
  /** The dearest signs of the disease that nobody has named. */
  expected: readonly Contribution[];
  circumstances: readonly Contribution[];
  inheritance: readonly (typeof inheritances)[number][];
  onset: readonly (typeof onsets)[number][];
}

export interface Ranking {
  lines: readonly RankedDisease[];
  /** Signs to look for next, the most telling first. */
  questions: readonly string[];
  telling: Informativeness;
}

const mostExpected = 5;
const mostQuestions = 3;

/** All that the screen says of a patient; `unknown` are signs that nobody needs to be asked about again. */
export function answerOf(
  patient: RankedPatient,
  unknown: readonly string[],
  index: SignIndex,
  most: number,
): Ranking {
  const isAsked = placesOf(patient.present, index).length > 0;
  const ranked = isAsked ? rank(patient, index, most) : [];
  const explained = explain(patient, ranked, index);
  return {
    lines: ranked.map((one, place) => {
      const told = explained[place]!;
      const ofKind = (...kinds: Contribution['kind'][]) => told.filter(({ kind }) => kinds.includes(kind));
      return {
        ...factsOf(one.candidate),
        named: ofKind('for', 'against'),
        expected: ofKind('expected').slice(0, mostExpected),
        circumstances: ofKind('circumstance'),
      };
    }),
    questions: askNext(patient, index, mostQuestions + unknown.length, ranked)
      .map(({ hpo }) => hpo)
      .filter((hpo) => !unknown.includes(hpo))
      .slice(0, mostQuestions),
    telling: informativenessOf(patient.present, index),
  };
}

const codeOfDisease = ({ orpha, omim }: Candidate) =>
  orpha === undefined ? `OMIM:${omim}` : `ORPHA:${orpha}`;

const factsOf = (candidate: Candidate) => ({
  code: codeOfDisease(candidate),
  inheritance: candidate.inheritance.map((place) => inheritances[place]!),
  onset: candidate.onset.map((place) => onsets[place]!),
});

/** Diseases side by side. */
export interface Comparison {
  diseases: readonly Pick<RankedDisease, 'code' | 'inheritance' | 'onset'>[];
  /** Signs in rows, those in which the diseases differ most first. */
  rows: readonly ComparedSign[];
}
export interface ComparedSign {
  hpo: string;
  /** Share of the patients of each disease; nothing where its list does not name the sign. */
  shares: readonly (number | undefined)[];
  /** What was told of the patient. */
  told?: 'yes' | 'no' | undefined;
  isDifferent: boolean;
}

/** Rows beside the signs that were told: with them the table goes onto one sheet of A4. */
const mostRows = 24;

/** The diseases with these codes, each in the form that fits the patient best; codes that nobody knows are left out. */
export function compare(codes: readonly string[], patient: RankedPatient, index: SignIndex): Comparison {
  const { candidates } = index.source;
  const places = codes
    .map((code) => candidates.findIndex((candidate) => codeOfDisease(candidate) === code))
    .filter((place) => place >= 0);
  const { form } = bestForms(scoreForms(patient, index), index);
  const told = new Map([
    ...placesOf(patient.absent ?? [], index).map((sign) => [sign, 'no'] as const),
    ...placesOf(patient.present, index).map((sign) => [sign, 'yes'] as const),
  ]);
  const signs = new Set([
    ...told.keys(),
    ...places.flatMap((place) => formOf(index, form[place]!).signs.map(([term]) => term)),
  ]);
  const rows = [...signs].map((sign) => {
    const levels = places.map((place) => {
      const at = findForm(index, sign, form[place]!);
      return at === undefined ? -1 : index.level[at]!;
    });
    return { sign, levels, spread: Math.max(...levels) - Math.min(...levels), most: Math.max(...levels) };
  });
  rows.sort((one, other) => other.spread - one.spread || other.most - one.most || one.sign - other.sign);
  return {
    diseases: places.map((place) => factsOf(candidates[place]!)),
    rows: [
      ...rows.filter(({ sign }) => told.has(sign)),
      ...rows.filter(({ sign }) => !told.has(sign)).slice(0, mostRows),
    ].map(({ sign, levels, spread }) => ({
      hpo: codeOf(sign, index),
      shares: levels.map((level) => (level < 0 ? undefined : shares[level]!)),
      told: told.get(sign),
      isDifferent: spread > 0,
    })),
  };
}
