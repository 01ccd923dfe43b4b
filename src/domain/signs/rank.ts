import { inheritances, prevalences, shares, type Candidate } from './pack.ts';
import { silenceOf, type SignIndex } from './profiles.ts';

/** What is known of a patient. Numbers of HPO that the index does not know are left out. */
export interface Patient {
  present: readonly string[];
  absent?: readonly string[];
  sex?: Sex;
  /** Years, at the day of the question. */
  age?: number;
  /** How the family's history says that it is inherited. */
  inheritance?: (typeof inheritances)[number];
}
export type Sex = 'female' | 'male';

export interface Ranked {
  /** Place of the candidate in the index. */
  place: number;
  candidate: Candidate;
  /** The form of the disease that the signs speak for most. */
  form: number;
  /** Natural logarithm; only differences between diseases say anything. */
  score: number;
}

/** What one sign adds to the score of a disease. */
export interface Contribution {
  kind: 'for' | 'expected' | 'against' | 'circumstance';
  /** The sign of the patient, or the one that was expected; empty for what is no sign. */
  hpo: string;
  /** The sign of the disease by which it was recognised, where that is another. */
  by?: string;
  /** Share of the disease's patients who have it. */
  share?: number;
  circumstance?: Circumstance;
  value: number;
}
export type Circumstance = 'sex' | 'age' | 'inheritance' | 'prevalence';

/** The diseases that the signs speak for most, the likeliest first: a pure function of its arguments. */
export function rank(patient: Patient, index: SignIndex, most = 50): Ranked[] {
  const { candidates } = index.source;
  const { best, form } = bestForms(scoreForms(patient, index), index);
  const { sex, age, inheritance } = patient;
  const isAlone = sex === undefined && age === undefined && inheritance === undefined;
  if (!isAlone || index.weights.prevalence > 0)
    for (const [place, candidate] of candidates.entries())
      for (const [, value] of circumstancesOf(patient, candidate, index)) best[place]! += value;
  return firstPlaces(best, most).map((place) => ({
    place,
    candidate: candidates[place]!,
    form: form[place]!,
    score: best[place]!,
  }));
}

/** Places of so many of the greatest, the greatest first: only these are compared with one another. */
function firstPlaces(scores: Float64Array, most: number): number[] {
  const least = scores.toSorted()[Math.max(0, scores.length - most)]!;
  const places: number[] = [];
  for (const [place, score] of scores.entries()) if (score >= least) places.push(place);
  return places.sort((one, other) => scores[other]! - scores[one]! || one - other).slice(0, most);
}

/** Of each candidate the score of its best form, and which that is. */
export function bestForms(
  scores: Float64Array,
  { candidateOf, source }: SignIndex,
): { best: Float64Array; form: Uint16Array } {
  const best = new Float64Array(source.candidates.length).fill(-Infinity);
  const form = new Uint16Array(best.length);
  for (const [at, score] of scores.entries()) {
    const place = candidateOf[at]!;
    if (score <= best[place]!) continue;
    best[place] = score;
    form[place] = at;
  }
  return { best, form };
}

/** Score of every form by the signs alone. */
export function scoreForms({ present, absent = [] }: Patient, index: SignIndex): Float64Array {
  const { weights, start, form, level, ownStart, ownForm, ownLevel } = index;
  const scores = index.silent.slice();
  const asked = placesOf(present, index);
  const said = new Float64Array(scores.length);
  const named = new Set<number>();
  for (const sign of asked) {
    said.fill(Math.log(weights.unexplained));
    for (const [upper, values] of valuesOf(sign, index)) {
      named.add(upper);
      for (let at = start[upper]!; at < start[upper + 1]!; at++) {
        const value = values[level[at]!]!;
        if (value > said[form[at]!]!) said[form[at]!] = value;
      }
    }
    const weight = weightOf(sign, asked, index);
    for (let at = 0; at < scores.length; at++) scores[at]! += weight * said[at]!;
  }
  for (const sign of placesOf(absent, index))
    for (let at = start[sign]!; at < start[sign + 1]!; at++)
      scores[form[at]!]! += Math.log(1 - weights.absence * shares[level[at]!]!);
  // Whoever names a sign has said what is above it too.
  for (const sign of named)
    for (let at = ownStart[sign]!; at < ownStart[sign + 1]!; at++)
      scores[ownForm[at]!]! -= index.silenceScale[ownForm[at]!]! * silenceOf(ownLevel[at]!, weights);
  return scores;
}

/** Why a disease stands where it does: all contributions, which add up to its score. */
export function explain(patient: Patient, { candidate, form }: Ranked, index: SignIndex): Contribution[] {
  const { weights, start, level } = index;
  const asked = placesOf(patient.present, index);
  const contributions: Contribution[] = [];
  const named = new Set<number>();
  for (const sign of asked) {
    let found = { by: -1, value: Math.log(weights.unexplained), share: 0 };
    for (const [upper, values] of valuesOf(sign, index)) {
      named.add(upper);
      const at = findForm(index, upper, form);
      if (at === undefined || values[level[at]!]! <= found.value) continue;
      found = { by: upper, value: values[level[at]!]!, share: shares[level[at]!]! };
    }
    const value = weightOf(sign, asked, index) * found.value;
    contributions.push({
      kind: value > 0 ? 'for' : 'against',
      hpo: codeOf(sign, index),
      ...(found.by >= 0 && found.by !== sign ? { by: codeOf(found.by, index) } : {}),
      ...(found.by >= 0 ? { share: found.share } : {}),
      value,
    });
  }
  for (const sign of placesOf(patient.absent ?? [], index)) {
    const at = findForm(index, sign, form);
    if (at === undefined || start[sign] === start[sign + 1]) continue;
    const share = shares[level[at]!]!;
    contributions.push({
      kind: 'against',
      hpo: codeOf(sign, index),
      share,
      value: Math.log(1 - weights.absence * share),
    });
  }
  for (const [term, at] of formOf(index, form).signs)
    if (!named.has(term))
      contributions.push({
        kind: 'expected',
        hpo: codeOf(term, index),
        share: shares[at]!,
        value: index.silenceScale[form]! * silenceOf(at, weights),
      });
  for (const [circumstance, value] of circumstancesOf(patient, candidate, index))
    contributions.push({ kind: 'circumstance', hpo: '', circumstance, value });
  return contributions.sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
}

/** Places of the signs that the index knows, each once. */
export function placesOf(codes: readonly string[], { places }: SignIndex): number[] {
  const found = codes.map((code) =>
    /^HP:\d{7}$/.test(code) ? places.get(Number(code.slice(3))) : undefined,
  );
  return [...new Set(found)].filter((place) => place !== undefined);
}

export const codeOf = (place: number, { source }: SignIndex) =>
  `HP:${String(source.terms[place]!.hpo).padStart(7, '0')}`;

/** The sign and all above it, with what each share of patients makes it say: the logarithm of a ratio. */
export function* valuesOf(sign: number, index: SignIndex): Generator<[upper: number, values: number[]]> {
  const { weights, information, upperStart, upper } = index;
  for (let at = upperStart[sign]!; at < upperStart[sign + 1]!; at++) {
    const place = upper[at]!;
    const weight = place === sign ? 1 : weights.ancestor;
    const rarity = Math.exp(information[place]!);
    yield [
      place,
      shares.map((share) =>
        Math.log(
          weights.unexplained + (1 - weights.unexplained) * weight * (share * rarity) ** weights.power,
        ),
      ),
    ];
  }
}

/** Signs that say nearly the same share one weight: the nearer the sign above both, the more. */
export function weightOf(sign: number, asked: readonly number[], index: SignIndex): number {
  const { weights, information, upper, upperStart } = index;
  if (weights.overlap === 0) return 1;
  const above = new Set(upper.subarray(upperStart[sign], upperStart[sign + 1]));
  let overlap = 0;
  for (const other of asked) {
    if (other === sign) continue;
    let shared = 0;
    for (let at = upperStart[other]!; at < upperStart[other + 1]!; at++)
      if (above.has(upper[at]!)) shared = Math.max(shared, information[upper[at]!]!);
    overlap += shared / Math.max(information[sign]!, 0.1);
  }
  return 1 / (1 + weights.overlap * overlap);
}

/** What speaks for or against a disease beside signs, each as a logarithm; nothing where no source says it. */
function circumstancesOf(
  patient: Patient,
  { inheritance, onset, prevalence }: Candidate,
  { weights }: SignIndex,
): [Circumstance, number][] {
  const { sex, age } = patient;
  const found: [Circumstance, number][] = [];
  const isMalesOnly = inheritance.length === 1 && inheritances[inheritance[0]!] === 'x-linked-recessive';
  if (weights.sex > 0 && sex === 'female' && isMalesOnly) found.push(['sex', -weights.sex]);
  const earliest = onset[0];
  if (weights.age > 0 && age !== undefined && earliest !== undefined && beginnings[earliest]! > age)
    found.push(['age', -weights.age]);
  const isOther =
    inheritance.length > 0 && !inheritance.some((at) => inheritances[at] === patient.inheritance);
  if (weights.inheritance > 0 && patient.inheritance !== undefined && isOther)
    found.push(['inheritance', -weights.inheritance]);
  if (weights.prevalence > 0 && prevalence !== undefined && prevalence > 0)
    found.push(['prevalence', (weights.prevalence * prevalence) / (prevalences.length - 1)]);
  return found;
}

/** Years at which an onset begins, in the order of `onsets`. */
const beginnings: readonly number[] = [0, 0, 0, 1, 11, 18, 60];

/** Where the posting of a form stands among those of a sign, which lie in the order of forms. */
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

/** The list of signs of a form, by its number among all forms. */
export function formOf({ source, candidateOf }: SignIndex, form: number) {
  const place = candidateOf[form]!;
  let first = form;
  while (first > 0 && candidateOf[first - 1] === place) first--;
  return source.candidates[place]!.forms[form - first]!;
}
