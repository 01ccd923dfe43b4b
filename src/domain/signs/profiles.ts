import { shares, type SignSource } from './pack.ts';
import { weights as usual, type Weights } from './weights.ts';

/** Index prepared for ranking, with ancestors of each sign, in typed arrays. */
export interface SignIndex {
  source: SignSource;
  weights: Weights;
  /** HPO number → place, including obsolete numbers. */
  places: ReadonlyMap<number, number>;
  /** Each term with its ancestors, concatenated; `upperStart[place]` is the start. */
  upperStart: Uint32Array;
  upper: Uint16Array;
  /** Information content: −ln of the share of patients with the sign. */
  information: Float32Array;
  /** Candidate of each form. */
  candidateOf: Uint16Array;
  /** Forms with the sign or a descendant, and its level (index in `shares`). */
  start: Uint32Array;
  form: Uint16Array;
  level: Uint8Array;
  /** Forms that list the sign itself. */
  ownStart: Uint32Array;
  ownForm: Uint16Array;
  ownLevel: Uint8Array;
  /** Factor of `silenceOf` by form. */
  silenceScale: Float32Array;
  /** Penalty of a form when no sign is given. */
  silent: Float64Array;
  /** Evidence of a sign listed itself, and of an ancestor, by `place × levelCount + level`. */
  own: Float64Array;
  vague: Float64Array;
  /** Evidence of an absent sign, by level. */
  missed: Float64Array;
  /** Signs of every fourth form → evidence of them and their ancestors by form. */
  broad: ReadonlyMap<number, Float64Array>;
}

/** Evidence of an unexplained sign. */
export const unexplainedOf = ({ unexplained }: Weights) => Math.log(unexplained);

/** Evidence of a given sign for a form with it or an ancestor at this level: a log ratio. */
export const evidenceOf = ({ own, vague }: SignIndex, sign: number, upper: number, level: number) =>
  (sign === upper ? own : vague)[upper * levelCount + level]!;

export const levelCount = shares.length;

/** Penalty of a sign that was not given, by level. */
export const silenceOf = (level: number, weights: Weights) => Math.log(1 - weights.silence * shares[level]!);

/** Sum of shares above which the penalty of silence is scaled down. */
const usualLength = 15;

/** Takes about 0.1 s once. */
export function prepare(source: SignSource, weights: Weights = usual): SignIndex {
  const { terms, candidates } = source;
  const uppers = uppersOf(source);
  const forms = candidates.flatMap((candidate) => candidate.forms);
  const candidateOf = Uint16Array.from(
    candidates.flatMap((candidate, place) => candidate.forms.map(() => place)),
  );
  const [ownStart, ownForm, ownLevel] = postings(terms.length, (emit) => {
    for (const [form, { signs }] of forms.entries())
      for (const [term, level] of signs) emit(term, form, level);
  });

  const best = new Int8Array(terms.length).fill(-1);
  const touched = new Uint16Array(terms.length);
  // Levels grow with shares: an ancestor gets the highest level below it.
  const [start, form, level] = postings(terms.length, (emit) => {
    for (const [place, { signs }] of forms.entries()) {
      let count = 0;
      for (const [term, own] of signs)
        for (let at = uppers.start[term]!; at < uppers.start[term + 1]!; at++) {
          const upper = uppers.all[at]!;
          if (best[upper]! < 0) touched[count++] = upper;
          if (best[upper]! < own) best[upper] = own;
        }
      for (let at = 0; at < count; at++) {
        emit(touched[at]!, place, best[touched[at]!]!);
        best[touched[at]!] = -1;
      }
    }
  });
  const common = new Float64Array(terms.length);
  for (let term = 0; term < terms.length; term++)
    for (let at = start[term]!; at < start[term + 1]!; at++)
      common[term]! += shares[level[at]!]! / candidates[candidateOf[form[at]!]!]!.forms.length;
  const silenceScale = Float32Array.from(forms, ({ signs }) => {
    const length = signs.reduce((sum, [, at]) => sum + shares[at]!, 0);
    return ((1 + length) / usualLength) ** -weights.length;
  });
  const information = Float32Array.from(common, (sum) => -Math.log(sum / candidates.length + weights.least));
  const sayings = sayingsOf(information, weights);
  const prepared = {
    source,
    weights,
    places: new Map([...terms.map(({ hpo }, place) => [hpo, place] as const), ...source.moved]),
    upperStart: uppers.start,
    upper: uppers.all,
    information,
    candidateOf,
    start,
    form,
    level,
    ownStart,
    ownForm,
    ownLevel,
    silenceScale,
    silent: Float64Array.from(
      forms,
      ({ signs }, place) =>
        silenceScale[place]! * signs.reduce((sum, [, at]) => sum + silenceOf(at, weights), 0),
    ),
    ...sayings,
    missed: Float64Array.from(shares, (share) => Math.log(1 - weights.absence * share)),
  };
  return { ...prepared, broad: broadOf(prepared) };
}

function sayingsOf(information: Float32Array, weights: Weights): Pick<SignIndex, 'own' | 'vague'> {
  const { unexplained, ancestor, power } = weights;
  const own = new Float64Array(information.length * levelCount);
  const vague = new Float64Array(own.length);
  for (let place = 0; place < information.length; place++) {
    const rarity = Math.exp(information[place]!);
    for (const [level, share] of shares.entries()) {
      const ratio = (share * rarity) ** power;
      own[place * levelCount + level] = Math.log(unexplained + (1 - unexplained) * ratio);
      vague[place * levelCount + level] = Math.log(unexplained + (1 - unexplained) * ancestor * ratio);
    }
  }
  return { own, vague };
}

/** Ancestors of a broad sign are broad too: the longest lists are scanned once. */
function broadOf(index: Omit<SignIndex, 'broad'>): Map<number, Float64Array> {
  const { start, form, level, upper, upperStart, vague, candidateOf, weights } = index;
  const broad = new Map<number, Float64Array>();
  for (let place = 0; place + 1 < start.length; place++) {
    if ((start[place + 1]! - start[place]!) * 4 < candidateOf.length) continue;
    const evidence = new Float64Array(candidateOf.length).fill(unexplainedOf(weights));
    for (const one of upper.subarray(upperStart[place], upperStart[place + 1]))
      for (let at = start[one]!; at < start[one + 1]!; at++)
        evidence[form[at]!] = Math.max(evidence[form[at]!]!, vague[one * levelCount + level[at]!]!);
    broad.set(place, evidence);
  }
  return broad;
}

function uppersOf({ terms }: SignSource): { start: Uint32Array; all: Uint16Array } {
  const lists: number[][] = [];
  const upperOf = (place: number): number[] =>
    (lists[place] ??= [...new Set([place, ...terms[place]!.parents.flatMap(upperOf)])]);
  const start = new Uint32Array(terms.length + 1);
  for (let place = 0; place < terms.length; place++) start[place + 1] = start[place]! + upperOf(place).length;
  const all = new Uint16Array(start[terms.length]!);
  for (const [place, list] of lists.entries()) all.set(list, start[place]);
  return { start, all };
}

/** Sorts what `tellAll` emits by term, keeping the order of forms; called twice, to count and to fill. */
function postings(
  terms: number,
  emitAll: (emit: (term: number, form: number, level: number) => void) => void,
): [Uint32Array, Uint16Array, Uint8Array] {
  const start = new Uint32Array(terms + 1);
  emitAll((term) => start[term + 1]!++);
  for (let term = 0; term < terms; term++) start[term + 1]! += start[term]!;
  const next = start.slice();
  const forms = new Uint16Array(start[terms]!);
  const levels = new Uint8Array(forms.length);
  emitAll((term, form, level) => {
    const at = next[term]!++;
    forms[at] = form;
    levels[at] = level;
  });
  return [start, forms, levels];
}
