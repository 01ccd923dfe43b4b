import { codeOf, placesOf, uppersOf, weightOf } from '#domain/signs/rank.ts';
import { shares } from '#domain/signs/pack.ts';
import { evidenceOf, silenceOf, unexplainedOf, type SignIndex } from '#domain/signs/profiles.ts';

/** A patient's signs are certain: the highest share. */
const certain = shares.length - 1;

/**
 * The ranking's score with another patient's signs instead of a disease's, and the shared signs, most
 * informative first.
 */
export function likenessOf(own: readonly string[], other: readonly string[], index: SignIndex) {
  const { weights } = index;
  const ownPlaces = placesOf(own, index);
  const theirs = placesOf(other, index);
  const known = new Set(theirs.flatMap((sign) => [...uppersOf(sign, index)]));
  const named = new Set<number>();
  const speaking = new Map<number, number>();
  let score = 0;
  for (const sign of ownPlaces) {
    let best = { by: -1, value: unexplainedOf(weights) };
    for (const above of uppersOf(sign, index)) {
      named.add(above);
      const value = evidenceOf(index, sign, above, certain);
      if (known.has(above) && value > best.value) best = { by: above, value };
    }
    score += weightOf(sign, ownPlaces, index) * best.value;
    if (best.value > 0)
      for (const one of theirs)
        if (uppersOf(one, index).includes(best.by))
          speaking.set(one, Math.max(speaking.get(one) ?? 0, best.value));
  }
  for (const sign of theirs) if (!named.has(sign)) score += silenceOf(certain, weights);
  const shared = [...speaking].toSorted(([, a], [, b]) => b - a).map(([sign]) => codeOf(sign, index));
  return { score, shared };
}
