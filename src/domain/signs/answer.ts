import { inheritances, onsets, shares } from './pack.ts';
import type { SignIndex } from './profiles.ts';
import { askNext, informativenessOf, type Informativeness } from './questions.ts';
import { bestForms, codeOf, explain, findForm, formOf, placesOf, rank, scoreForms } from './rank.ts';
import type { Contribution, RankedPatient } from './rank.ts';
import type { Candidate } from './pack.ts';

/** A disease in the ranking, without its name. */
export interface RankedDisease {
  /** ORPHA:355, or OMIM:230800 for diseases missing in Orphanet. */
  code: string;
  /** Contributions of given signs, heaviest first. */
  named: readonly Contribution[];
  /** The most informative expected signs that were not given. */
  expected: readonly Contribution[];
  circumstances: readonly Contribution[];
  inheritance: readonly (typeof inheritances)[number][];
  onset: readonly (typeof onsets)[number][];
}

export interface Ranking {
  lines: readonly RankedDisease[];
  /** Suggested next signs, most informative first. */
  questions: readonly string[];
  telling: Informativeness;
}

const maxExpected = 5;
const maxQuestions = 3;

/** The result for a patient; `unknown` signs are not suggested again. */
export function answerOf(
  patient: RankedPatient,
  unknown: readonly string[],
  index: SignIndex,
  limit: number,
): Ranking {
  const hasSigns = placesOf(patient.present, index).length > 0;
  const ranked = hasSigns ? rank(patient, index, limit) : [];
  const explained = explain(patient, ranked, index);
  return {
    lines: ranked.map((one, place) => {
      const explanation = explained[place]!;
      const ofKind = (...kinds: Contribution['kind'][]) =>
        explanation.filter(({ kind }) => kinds.includes(kind));
      return {
        ...factsOf(one.candidate),
        named: ofKind('for', 'against'),
        expected: ofKind('expected').slice(0, maxExpected),
        circumstances: ofKind('circumstance'),
      };
    }),
    questions: askNext(patient, index, maxQuestions + unknown.length, ranked)
      .map(({ hpo }) => hpo)
      .filter((hpo) => !unknown.includes(hpo))
      .slice(0, maxQuestions),
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

export interface Comparison {
  diseases: readonly Pick<RankedDisease, 'code' | 'inheritance' | 'onset'>[];
  /** Rows by difference, largest first. */
  rows: readonly ComparedSign[];
}
export interface ComparedSign {
  hpo: string;
  /** Share of patients by disease; undefined where the sign is not listed. */
  shares: readonly (number | undefined)[];
  atPatient?: 'yes' | 'no' | undefined;
  isDifferent: boolean;
}

/** Rows besides the given signs that fit on A4. */
const maxRows = 24;

/** Compares diseases by code, each in its best matching form; unknown codes are skipped. */
export function compare(codes: readonly string[], patient: RankedPatient, index: SignIndex): Comparison {
  const { candidates } = index.source;
  const places = codes
    .map((code) => candidates.findIndex((candidate) => codeOfDisease(candidate) === code))
    .filter((place) => place >= 0);
  const { form } = bestForms(scoreForms(patient, index), index);
  const presences = new Map([
    ...placesOf(patient.absent ?? [], index).map((sign) => [sign, 'no'] as const),
    ...placesOf(patient.present, index).map((sign) => [sign, 'yes'] as const),
  ]);
  const signs = new Set([
    ...presences.keys(),
    ...places.flatMap((place) => formOf(index, form[place]!).signs.map(([term]) => term)),
  ]);
  const rows = [...signs].map((sign) => {
    const levels = places.map((place) => {
      const at = findForm(index, sign, form[place]!);
      return at === undefined ? -1 : index.level[at]!;
    });
    return { sign, levels, spread: Math.max(...levels) - Math.min(...levels), maxLevel: Math.max(...levels) };
  });
  rows.sort(
    (one, other) => other.spread - one.spread || other.maxLevel - one.maxLevel || one.sign - other.sign,
  );
  return {
    diseases: places.map((place) => factsOf(candidates[place]!)),
    rows: [
      ...rows.filter(({ sign }) => presences.has(sign)),
      ...rows.filter(({ sign }) => !presences.has(sign)).slice(0, maxRows),
    ].map(({ sign, levels, spread }) => ({
      hpo: codeOf(sign, index),
      shares: levels.map((level) => (level < 0 ? undefined : shares[level]!)),
      atPatient: presences.get(sign),
      isDifferent: spread > 0,
    })),
  };
}
