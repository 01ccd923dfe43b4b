import { wellEnough, type Candidates } from './candidates.ts';
import type { QueryToken } from './query.ts';
import { sources, sourceWeights } from './record.ts';
import type { Segment } from './segment.ts';

export interface ScoredDoc {
  segment: Segment;
  slot: number;
  score: number;
  /** Whether all that tells in one of its names was asked for, letter by letter. */
  isNamed: boolean;
  /** Whether each number and letter of a type stands in a name with other words of the query. */
  isTogether: boolean;
}

/**
 * Scores name by name: a name that is all said by the query beats a longer one that holds it. `qualities` tell of each
 * word how well each term stands for it.
 */
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
  const hasLone = all.some(({ token }) => token.isLone) && all.some(({ token }) => isTellingWord(token));
  let bestName = 0;
  for (let name = nameStart[slot]!; name < nameStart[slot + 1]!; name++) {
    inName.fill(0);
    let said = 0;
    let size = 0;
    let asked = 0;
    let unasked = 0;
    for (let at = wordStart[name]!; at < wordStart[name + 1]!; at++) {
      const term = words[at]!;
      const quality = noteQuality(segment.stemOf[term]!, term, qualities, inName);
      said += quality * rarity[term]!;
      size += rarity[term]!;
      if (isGeneric[term] === 1) continue;
      if (quality >= wellEnough) asked++;
      else unasked++;
    }
    if (said === 0) continue;
    if (asked > 0 && unasked === 0 && !isBareGene(nameSource[name]!, nameText[name]!)) scored.isNamed = true;
    const source = sourceWeights[nameSource[name]!]!;
    let held = 0;
    // An optional word counts where it is held, and is not missed elsewhere.
    let wanted = total;
    const isTelling = hasLone && all.some(({ token }, i) => isTellingWord(token) && inName[i]! > 0);
    for (let i = 0; i < all.length; i++) {
      if (hasLone && all[i]!.token.isLone && !isTelling) continue;
      held += inName[i]! * all[i]!.weight;
      if (all[i]!.token.isOptional && inName[i]! > 0) wanted += all[i]!.weight;
      if (inName[i]! * source > inRecord[i]!) inRecord[i] = inName[i]! * source;
    }
    const score = source * (held / wanted) * (0.5 + (0.5 * said) / size);
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
  scored.score = 0.4 * (held / wanted) + 0.6 * bestName + 0.004 * importance[slot]!;
}

/** The best quality in which the word of a name stands for any word of the query; notes it for each of these. */
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
    if (stem !== term && 0.97 * ofTerm[stem]! > quality) quality = 0.97 * ofTerm[stem]!;
    if (quality > inName[i]!) inName[i] = quality;
    if (quality > best) best = quality;
  }
  return best;
}

/** A word by which a record is told from others. */
export const isTellingWord = (token: QueryToken) => !token.isLone && !token.isGeneric && !token.isOptional;

/** Letters alone are too like a word that means something else: RAK, ATR. */
const isBareGene = (source: number, text: string) => sources[source] === 'code' && !/\d/.test(text);
