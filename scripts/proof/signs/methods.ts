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

/** Scores of all candidates for one patient, by their place in the index. */
export type Method = (patient: Case) => Float64Array;

/** What the portal does. */
export function ours(index: SignIndex): Method {
  return (patient) => scored(patient, index);
}

function scored(patient: RankedPatient, index: SignIndex): Float64Array {
  const scores = new Float64Array(index.source.candidates.length);
  for (const { place, score } of rank(patient, index, scores.length)) scores[place] = score;
  return scores;
}

/** How many signs stand in the list of the disease word for word. */
export function equalLabels(index: SignIndex): Method {
  return ({ present }) => {
    const scores = new Float64Array(index.candidateOf.length);
    for (const sign of placesOf(present, index))
      for (let at = index.ownStart[sign]!; at < index.ownStart[sign + 1]!; at++)
        scores[index.ownForm[at]!]! += 1;
    return bestForms(scores, index).best;
  };
}

/** Resnik's similarity summed over the signs: Phenomizer's measure and, up to a constant, GeneYenta's. */
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
 * Ours with what other papers tell of their patients: for every patient the lists are made without the paper that he
 * comes from. A disease that no annotation knows becomes a candidate by its patients.
 */
export function withOtherPapers(
  source: SignSource,
  cases: readonly Case[],
): { method: Method; index: SignIndex } {
  const plain = prepare(source);
  const places = new Map(source.candidates.map((candidate, place) => [nameOf(candidate), place]));
  const candidates = source.candidates.map((candidate) => ({ ...candidate, forms: [...candidate.forms] }));
  /** Of each added form the papers it is good for: all but the named, or only the one it was made without. */
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
  // What is common and what is rare stays as the annotations have it: the patients are not many diseases.
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

/** How often the patients had each sign that was looked for. */
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

/** One step vaguer: each sign gives way to what stands above it. */
export const vaguer = (patient: Case, index: SignIndex): Case => ({
  ...patient,
  present: placesOf(patient.present, index).map((sign) =>
    codeOf(index.source.terms[sign]!.parents[0] ?? sign, index),
  ),
});

export const nameOf = ({ orpha, omim }: { orpha?: number; omim?: number }) =>
  orpha === undefined ? `OMIM:${omim}` : `ORPHA:${orpha}`;

/**
 * The place of the best right answer, from 1; the middle of the others that score the same, for another right answer (two
 * entities of Orphanet that are one number of OMIM) stands before none. Infinity without a candidate.
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
