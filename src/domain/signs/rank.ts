import { inheritances, prevalences, shares, type Candidate } from './pack.ts';
import { levelCount, evidenceOf, silenceOf, unexplainedOf, type SignIndex } from './profiles.ts';

/** A patient. Unknown HPO numbers are ignored. */
export interface RankedPatient {
  present: readonly string[];
  absent?: readonly string[];
  sex?: Sex;
  /** Years. */
  age?: number;
  /** Inheritance suggested by the family history. */
  inheritance?: (typeof inheritances)[number];
}
export type Sex = 'female' | 'male';

export interface Ranked {
  place: number;
  candidate: Candidate;
  /** Best matching form. */
  form: number;
  /** Natural logarithm; only differences are meaningful. */
  score: number;
}

/** Contribution of a sign to a score. */
export interface Contribution {
  kind: 'for' | 'expected' | 'against' | 'circumstance';
  /** A given or expected sign; empty for circumstances. */
  hpo: string;
  /** The disease's sign that matched, if different. */
  by?: string;
  /** Share of patients with it. */
  share?: number;
  circumstance?: Circumstance;
  value: number;
}
export type Circumstance = 'sex' | 'age' | 'inheritance' | 'prevalence';

/** Ranks diseases by signs, best first. Pure. */
export function rank(patient: RankedPatient, index: SignIndex, limit = 50): Ranked[] {
  const { candidates } = index.source;
  const { best, form } = bestForms(scoreForms(patient, index), index);
  for (const circumstance of circumstancesOf(patient, index))
    for (let place = 0; place < best.length; place++)
      best[place]! += circumstanceOf(circumstance, patient, candidates[place]!, index);
  return firstPlaces(best, limit).map((place) => ({
    place,
    candidate: candidates[place]!,
    form: form[place]!,
    score: best[place]!,
  }));
}

/** Indexes of the greatest scores, descending and stable. */
function firstPlaces(scores: Float64Array, limit: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!;
    if (places.length >= limit && score <= scores[places.at(-1)!]!) continue;
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (scores[places[middle]!]! >= score) low = middle + 1;
      else high = middle;
    }
    if (places.length >= limit) places.pop();
    places.splice(low, 0, place);
  }
  return places;
}

/** Best form and score of each candidate. */
export function bestForms(
  scores: Float64Array,
  { candidateOf, source }: SignIndex,
): { best: Float64Array; form: Uint16Array } {
  const best = new Float64Array(source.candidates.length).fill(-Infinity);
  const form = new Uint16Array(best.length);
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at]!;
    const place = candidateOf[at]!;
    if (score <= best[place]!) continue;
    best[place] = score;
    form[place] = at;
  }
  return { best, form };
}

/** Scores of all forms by signs alone. */
export function scoreForms({ present, absent = [] }: RankedPatient, index: SignIndex): Float64Array {
  const { weights, start, form, level, ownStart, ownForm, ownLevel, silenceScale } = index;
  const scores = index.silent.slice();
  // Fixed order, or rounding would reorder equal diseases.
  const given = inOrder(placesOf(present, index));
  const evidence = new Float64Array(scores.length);
  for (const sign of given) {
    addEvidence(evidence, sign, index);
    const weight = weightOf(sign, given, index);
    for (let at = 0; at < scores.length; at++) scores[at]! += weight * evidence[at]!;
  }
  for (const sign of inOrder(placesOf(absent, index)))
    for (let at = start[sign]!; at < start[sign + 1]!; at++) scores[form[at]!]! += index.missed[level[at]!]!;
  const silences = Float64Array.from(shares, (_, at) => silenceOf(at, weights));
  for (const sign of namedBy(given, index))
    for (let at = ownStart[sign]!; at < ownStart[sign + 1]!; at++)
      scores[ownForm[at]!]! -= silenceScale[ownForm[at]!]! * silences[ownLevel[at]!]!;
  return scores;
}

const inOrder = (places: readonly number[]) => places.toSorted((one, other) => one - other);

/** Adds the evidence of a sign or its best ancestor to each form. */
function addEvidence(evidence: Float64Array, sign: number, index: SignIndex): void {
  const { start, form, level, own, vague, broad } = index;
  const uppers = uppersOf(sign, index);
  const wide = [...uppers].filter((upper) => broad.has(upper));
  // Ancestors of another broad sign are included in it.
  const nearest = wide.filter((one) =>
    wide.every((other) => other === one || !uppersOf(other, index).includes(one)),
  );
  evidence.fill(unexplainedOf(index.weights));
  for (const one of nearest) {
    const values = broad.get(one)!;
    for (let at = 0; at < evidence.length; at++) if (values[at]! > evidence[at]!) evidence[at] = values[at]!;
  }
  for (const upper of uppers) {
    if (upper !== sign && broad.has(upper)) continue;
    const values = upper === sign ? own : vague;
    for (let at = start[upper]!; at < start[upper + 1]!; at++) {
      const value = values[upper * levelCount + level[at]!]!;
      if (value > evidence[form[at]!]!) evidence[form[at]!] = value;
    }
  }
}

/** The sign with its ancestors. */
export const uppersOf = (sign: number, { upper, upperStart }: SignIndex): Uint16Array =>
  upper.subarray(upperStart[sign], upperStart[sign + 1]);

/** A given sign implies its ancestors. */
const namedBy = (given: readonly number[], index: SignIndex) =>
  new Set(given.flatMap((sign) => [...uppersOf(sign, index)]));

/** All contributions of each disease, which add up to its score. */
export function explain(
  patient: RankedPatient,
  lines: readonly Ranked[],
  index: SignIndex,
): Contribution[][] {
  const given = placesOf(patient.present, index);
  const present = given.map((sign) => ({ sign, weight: weightOf(sign, given, index) }));
  const absent = placesOf(patient.absent ?? [], index);
  const named = namedBy(given, index);
  const circumstances = circumstancesOf(patient, index);
  return lines.map(({ candidate, form }) =>
    [
      ...present.map(({ sign, weight }) => contributionOf(sign, weight, form, index)),
      ...absent.flatMap((sign) => absenceOf(sign, form, index)),
      ...formOf(index, form).signs.flatMap(([term, at]): Contribution[] =>
        named.has(term)
          ? []
          : [
              {
                kind: 'expected',
                hpo: codeOf(term, index),
                share: shares[at]!,
                value: index.silenceScale[form]! * silenceOf(at, index.weights),
              },
            ],
      ),
      ...circumstances.flatMap((circumstance): Contribution[] => {
        const value = circumstanceOf(circumstance, patient, candidate, index);
        return value === 0 ? [] : [{ kind: 'circumstance', hpo: '', circumstance, value }];
      }),
    ].sort((one, other) => Math.abs(other.value) - Math.abs(one.value)),
  );
}

/** Contribution of a present sign, and the form's sign it matched. */
function contributionOf(sign: number, weight: number, form: number, index: SignIndex): Contribution {
  let found = { by: -1, value: unexplainedOf(index.weights), share: 0 };
  for (const upper of uppersOf(sign, index)) {
    const at = findForm(index, upper, form);
    if (at === undefined) continue;
    const level = index.level[at]!;
    const value = evidenceOf(index, sign, upper, level);
    if (value > found.value) found = { by: upper, value, share: shares[level]! };
  }
  const value = weight * found.value;
  return {
    kind: value > 0 ? 'for' : 'against',
    hpo: codeOf(sign, index),
    ...(found.by >= 0 && found.by !== sign ? { by: codeOf(found.by, index) } : {}),
    ...(found.by >= 0 ? { share: found.share } : {}),
    value,
  };
}

/** Contribution of an absent sign; empty where the form does not list it. */
function absenceOf(sign: number, form: number, index: SignIndex): Contribution[] {
  const at = findForm(index, sign, form);
  if (at === undefined) return [];
  const level = index.level[at]!;
  return [{ kind: 'against', hpo: codeOf(sign, index), share: shares[level]!, value: index.missed[level]! }];
}

/** Places of known signs, unique. */
export function placesOf(codes: readonly string[], { places }: SignIndex): number[] {
  const found = codes.map((code) =>
    /^HP:\d{7}$/.test(code) ? places.get(Number(code.slice(3))) : undefined,
  );
  return [...new Set(found)].filter((place) => place !== undefined);
}

export const codeOf = (place: number, { source }: SignIndex) =>
  `HP:${String(source.terms[place]!.hpo).padStart(7, '0')}`;

/** Similar signs share one weight: more for a nearer common ancestor. */
export function weightOf(sign: number, given: readonly number[], index: SignIndex): number {
  const { weights, information } = index;
  if (weights.overlap === 0) return 1;
  const above = new Set(uppersOf(sign, index));
  let overlap = 0;
  for (const other of given) {
    if (other === sign) continue;
    let shared = 0;
    for (const upper of uppersOf(other, index))
      if (above.has(upper)) shared = Math.max(shared, information[upper]!);
    overlap += shared / Math.max(information[sign]!, 0.1);
  }
  return 1 / (1 + weights.overlap * overlap);
}

/** Circumstances besides signs, in the order they are added. */
function circumstancesOf({ sex, age, inheritance }: RankedPatient, { weights }: SignIndex): Circumstance[] {
  const given = { sex, age, inheritance, prevalence: true };
  return (Object.keys(given) as Circumstance[]).filter(
    (name) => weights[name] > 0 && given[name] !== undefined,
  );
}

/** Evidence of a circumstance as a logarithm; 0 when unknown. */
function circumstanceOf(
  circumstance: Circumstance,
  patient: RankedPatient,
  { orpha, inheritance, onset, prevalence }: Candidate,
  { weights }: SignIndex,
): number {
  switch (circumstance) {
    case 'sex': {
      const isMalesOnly = inheritance.length === 1 && inheritances[inheritance[0]!] === 'x-linked-recessive';
      return patient.sex === 'female' && isMalesOnly ? -weights.sex : 0;
    }
    case 'age':
      return onset.length > 0 && beginnings[onset[0]!]! > patient.age! ? -weights.age : 0;
    case 'inheritance': {
      const isOther =
        inheritance.length > 0 && !inheritance.some((at) => inheritances[at] === patient.inheritance);
      return isOther ? -weights.inheritance : 0;
    }
    default:
      return orpha === undefined
        ? -weights.unlisted
        : (weights.prevalence * (prevalence ?? 0)) / (prevalences.length - 1);
  }
}

/** Years at which onsets begin, in the order of `onsets`. */
const beginnings: readonly number[] = [0, 0, 0, 1, 11, 18, 60];

/** Position of a form among a sign's sorted postings. */
export function findForm({ start, form }: SignIndex, sign: number, sought: number): number | undefined {
  let low = start[sign]!;
  let high = start[sign + 1]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (form[middle]! < sought) low = middle + 1;
    else high = middle;
  }
  return low < start[sign + 1]! && form[low] === sought ? low : undefined;
}

export function formOf({ source, candidateOf }: SignIndex, form: number) {
  const place = candidateOf[form]!;
  let first = form;
  while (first > 0 && candidateOf[first - 1] === place) first--;
  return source.candidates[place]!.forms[form - first]!;
}
