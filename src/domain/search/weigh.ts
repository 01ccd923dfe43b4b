import { wellEnough, type Candidates } from './candidates.ts';
import type { QueryToken } from './query.ts';
import { sources, sourceWeights } from './record.ts';
import type { Segment } from './segment.ts';

export interface ScoredDoc {
  segment: Segment;
  slot: number;
  score: number;
  /** Whether all telling words of a name are in the query, letter by letter. */
  isNamed: boolean;
  /** Whether the query is a code of the record: such a record comes before any name. */
  isCoded: boolean;
  /** Whether each type number is in a name with other query words. */
  isTogether: boolean;
}

/** Scores by name: a fully matched name beats a longer one. `qualities` are of terms, for each word. */
export function weigh(
  scored: ScoredDoc,
  all: readonly Candidates[],
  qualities: readonly Float32Array[],
): void {
  const { segment, slot } = scored;
  const { nameStart, nameSource, nameText, wordStart, words, rarity, importance, isGeneric } = segment;
  const inRecord = new Float32Array(all.length);
  const inName = new Float32Array(all.length);
  let total = 0;
  for (const { token, weight } of all) if (!token.isOptional) total += weight;
  const hasLone = all.some(({ token }) => token.isLone) && all.some(({ token }) => isInformativeWord(token));
  let bestName = 0;
  for (let name = nameStart[slot]!; name < nameStart[slot + 1]!; name++) {
    inName.fill(0);
    let matchedWeight = 0;
    let size = 0;
    let matchedTerms = 0;
    let unmatchedTerms = 0;
    for (let at = wordStart[name]!; at < wordStart[name + 1]!; at++) {
      const term = words[at]!;
      const quality = noteQuality(segment.stemOf[term]!, term, qualities, inName);
      matchedWeight += quality * rarity[term]!;
      size += rarity[term]!;
      if (isGeneric[term] === 1) continue;
      if (quality >= wellEnough) matchedTerms++;
      else unmatchedTerms++;
    }
    if (matchedWeight === 0) continue;
    if (matchedTerms > 0 && unmatchedTerms === 0 && !isBareGene(nameSource[name]!, nameText[name]!))
      scored.isNamed = true;
    if (sources[nameSource[name]!] === 'code' && unmatchedTerms === 0 && isWhole(all, inName))
      scored.isCoded = true;
    const source = sourceWeights[nameSource[name]!]!;
    let held = 0;
    // Optional words count only where present.
    let wanted = total;
    const isInformative = hasLone && all.some(({ token }, i) => isInformativeWord(token) && inName[i]! > 0);
    for (let i = 0; i < all.length; i++) {
      if (hasLone && all[i]!.token.isLone && !isInformative) continue;
      held += inName[i]! * all[i]!.weight;
      if (all[i]!.token.isOptional && inName[i]! > 0) wanted += all[i]!.weight;
      if (inName[i]! * source > inRecord[i]!) inRecord[i] = inName[i]! * source;
    }
    const score = source * (held / wanted) * (0.5 + (0.5 * matchedWeight) / size);
    if (score > bestName) bestName = score;
  }
  let held = 0;
  let wanted = total;
  for (let i = 0; i < all.length; i++) {
    held += inRecord[i]! * all[i]!.weight;
    if (all[i]!.token.isOptional && inRecord[i]! > 0) wanted += all[i]!.weight;
  }
  scored.isTogether =
    !hasLone || all.every(({ token }, i) => !token.isLone || token.isOptional || inRecord[i]! > 0);
  scored.score =
    0.4 * (held / wanted) + 0.6 * bestName + 0.004 * importance[slot]! + (scored.isCoded ? 1 : 0);
}

/** Quality of a number without its register: 355 of ORPHA:355. */
const ofBareNumber = 0.97;

const isWhole = (all: readonly Candidates[], inName: Float32Array) =>
  all.every(({ token }, i) => token.isOptional || inName[i]! >= ofBareNumber - 0.001);

/** Best quality of a name's word over the query words; records it for each. */
function noteQuality(
  stem: number,
  term: number,
  qualities: readonly Float32Array[],
  inName: Float32Array,
): number {
  let best = 0;
  for (let i = 0; i < qualities.length; i++) {
    const ofTerm = qualities[i]!;
    let quality = ofTerm[term]!;
    if (stem !== term && ofBareNumber * ofTerm[stem]! > quality) quality = ofBareNumber * ofTerm[stem]!;
    if (quality > inName[i]!) inName[i] = quality;
    if (quality > best) best = quality;
  }
  return best;
}

/** A word that distinguishes records. */
export const isInformativeWord = (token: QueryToken) =>
  !token.isLone && !token.isGeneric && !token.isOptional;

/** Pure letters are ambiguous: RAK, ATR. */
const isBareGene = (source: number, text: string) => sources[source] === 'code' && !/\d/.test(text);
