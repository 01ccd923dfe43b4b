import type { SignIndex } from '../../../src/domain/signs/profiles.ts';
import { bestForms, placesOf } from '../../../src/domain/signs/rank.ts';

/** Scores of all candidates: the number of exactly listed signs. */
export function equalLabels(index: SignIndex) {
  return ({ present }: { present: readonly string[] }): Float64Array => {
    const scores = new Float64Array(index.candidateOf.length);
    for (const sign of placesOf(present, index))
      for (let at = index.ownStart[sign]!; at < index.ownStart[sign + 1]!; at++)
        scores[index.ownForm[at]!]! += 1;
    return bestForms(scores, index).best;
  };
}
