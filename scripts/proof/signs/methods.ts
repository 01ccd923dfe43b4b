import { prepare, type SignIndex } from '../../../src/domain/signs/profiles.ts';
import { levelOf, type SignSource } from '../../../src/domain/signs/pack.ts';
import {
  bestForms,
  codeOf,
  placesOf,
  rank,
  scoreForms,
  type RankedPatient,
} from '../../../src/domain/signs/rank.ts';
import type { Case } from './patients.ts';

/** Scores of all candidates for a patient, by index. */
export type Method = (patient: Case) => Float64Array;

/** The portal's method. */
export function ours(index: SignIndex): Method {
  return (patient) => scored(patient, index);
}

function scored(patient: RankedPatient, index: SignIndex): Float64Array {
  const scores = new Float64Array(index.source.candidates.length);
  for (const { place, score } of rank(patient, index, scores.length)) scores[place] = score;
  return scores;
}

/** Number of exactly listed signs. */
export function equalLabels(index: SignIndex): Method {
  return ({ present }) => {
    const scores = new Float64Array(index.candidateOf.length);
    for (const sign of placesOf(present, index))
      for (let at = index.ownStart[sign]!; at < index.ownStart[sign + 1]!; at++)
        scores[index.ownForm[at]!]! += 1;
    return bestForms(scores, index).best;
  };
}

/** Resnik's similarity summed over signs: Phenomizer's measure and, up to a constant, GeneYenta's. */
export function resnik(index: SignIndex): Method {
  return ({ present }) => {
    const scores = new Float64Array(index.candidateOf.length);
    const best = new Float64Array(scores.length);
    for (const sign of placesOf(present, index)) {
      best.fill(0);
      for (let at = index.upperStart[sign]!; at < index.upperStart[sign + 1]!; at++) {
        const upper = index.upper[at]!;
        const information = index.information[upper]!;
        for (let posting = index.start[upper]!; posting < index.start[upper + 1]!; posting++)
          if (information > best[index.form[posting]!]!) best[index.form[posting]!] = information;
      }
      for (let form = 0; form < scores.length; form++) scores[form]! += best[form]!;
    }
    return bestForms(scores, index).best;
  };
}

/**
 * Ours with patients of other papers: for every patient, lists exclude his own paper. Diseases without
 * annotations become candidates by their patients.
 */
export function withOtherPapers(
  source: SignSource,
  cases: readonly Case[],
): { method: Method; index: SignIndex } {
  const plain = prepare(source);
  const places = new Map(source.candidates.map((candidate, place) => [nameOf(candidate), place]));
  const candidates = source.candidates.map((candidate) => ({ ...candidate, forms: [...candidate.forms] }));
  /** Papers for which each added form applies: all but the named, or only the excluded one. */
  const added: { place: number; form: number; without?: string; papers: ReadonlySet<string> }[] = [];
  for (const [omim, patients] of Map.groupBy(cases, (one) => one.omim)) {
    const papers = new Set(patients.map(({ paper }) => paper));
    const lists: [string | undefined, Case[]][] = [
      [undefined, patients],
      ...[...papers].map((paper): [string, Case[]] => [paper, patients.filter((one) => one.paper !== paper)]),
    ];
    for (const name of patients[0]!.right) {
      const known = places.get(name);
      const place = known ?? candidates.length;
      if (known === undefined) {
        candidates.push({ omim: Number(omim), inheritance: [], onset: [], forms: [] });
        places.set(name, place);
      }
      for (const [without, others] of lists) {
        added.push({ place, form: candidates[place]!.forms.length, papers, ...(without ? { without } : {}) });
        candidates[place]!.forms.push({ signs: signsOf(others, plain) });
      }
    }
  }
  const index = prepare({ ...source, candidates });
  // Information content stays that of the annotations: the patients cover few diseases.
  index.information.set(plain.information);
  const first = new Map<number, number>();
  for (const [form, place] of index.candidateOf.entries()) if (!first.has(place)) first.set(place, form);
  const method: Method = (patient) => {
    const scores = scoreForms(patient, index);
    for (const { place, form, without, papers } of added) {
      const isGood = without === undefined ? !papers.has(patient.paper) : without === patient.paper;
      const at = first.get(place)! + form;
      if (!isGood || candidates[place]!.forms[form]!.signs.length === 0) scores[at] = -Infinity;
    }
    return bestForms(scores, index).best;
  };
  return { method, index };
}

/** Frequencies of examined signs among the patients. */
function signsOf(patients: readonly Case[], index: SignIndex): (readonly [number, number])[] {
  const counts = new Map<number, { had: number; of: number }>();
  const count = (sign: number, had: number) => {
    const known = counts.get(sign) ?? { had: 0, of: 0 };
    counts.set(sign, { had: known.had + had, of: known.of + 1 });
  };
  for (const { present, absent } of patients) {
    for (const sign of placesOf(present, index)) count(sign, 1);
    for (const sign of placesOf(absent, index)) count(sign, 0);
  }
  return [...counts]
    .filter(([, { had }]) => had > 0)
    .map(([sign, { had, of }]) => [sign, levelOf((had + 0.5) / (of + 1))] as const)
    .toSorted(([one], [other]) => one - other);
}

/** Signs replaced by their parents. */
export const vaguer = (patient: Case, index: SignIndex): Case => ({
  ...patient,
  present: placesOf(patient.present, index).map((sign) =>
    codeOf(index.source.terms[sign]!.parents[0] ?? sign, index),
  ),
});

export const nameOf = ({ orpha, omim }: { orpha?: number; omim?: number }) =>
  orpha === undefined ? `OMIM:${omim}` : `ORPHA:${orpha}`;

/**
 * Rank of the best right answer from 1, in the middle of equal scores, ignoring other right answers (two
 * Orphanet entities of one OMIM number). Infinity without a candidate.
 */
export function rankOf(scores: Float64Array, right: readonly number[]): number {
  if (right.length === 0) return Infinity;
  const score = Math.max(...right.map((place) => scores[place]!));
  if (score === -Infinity) return Infinity;
  let better = 0;
  let same = 0;
  for (const [place, other] of scores.entries())
    if (other > score + 1e-9) better++;
    else if (other >= score - 1e-9 && !right.includes(place)) same++;
  return 1 + better + same / 2;
}
