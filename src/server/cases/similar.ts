import type { PublishedCase } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { codeOf, placesOf, uppersOf, weightOf } from '#domain/signs/rank.ts';
import { shares } from '#domain/signs/pack.ts';
import { evidenceOf, silenceOf, unexplainedOf, type SignIndex } from '#domain/signs/profiles.ts';
import type { ReadDatabase } from '../database/database.ts';
import { readSigns } from '../thread/signs.ts';
import { presentSigns, readContent } from './content.ts';

const maxSimilar = 5;
/** A common disease weighs as much as an informative sign. */
const sameDisease = 4;

/**
 * Published cases by similarity, highest first: shared or related signs, rarer ones weigh more. Unrelated
 * cases are left out.
 */
export async function similarTo(
  db: ReadDatabase,
  { id, content }: { id: number; content: CaseContent },
): Promise<PublishedCase['similar']> {
  const own = presentSigns(content).map(({ hpo }) => hpo);
  const diseases = new Set(content.diseases.map(String));
  if (own.length === 0 && diseases.size === 0) return [];
  const rows = await db
    .selectFrom('case_values')
    .innerJoin('cases', 'cases.id', 'case_values.case_id')
    .select(['case_id', 'field', 'value'])
    .where('cases.published', '=', 1)
    .where('case_id', '!=', id)
    .where('field', 'in', ['signs', 'diseases'])
    .execute();
  const index = await readSigns();
  const scored = [...Map.groupBy(rows, (row) => row.case_id)]
    .map(([other, values]) => {
      const signs = values.filter(({ field }) => field === 'signs').map(({ value }) => value);
      const isOfDisease = values.some(({ field, value }) => field === 'diseases' && diseases.has(value));
      const likeness = likenessOf(own, signs, index);
      return { other, likeness, isOfDisease, score: likeness.score + (isOfDisease ? sameDisease : 0) };
    })
    .filter(({ likeness, isOfDisease }) => isOfDisease || likeness.shared.length > 0)
    .toSorted((one, another) => another.score - one.score || another.other - one.other)
    .slice(0, maxSimilar);
  if (scored.length === 0) return [];
  const found = await db
    .selectFrom('cases')
    .select(['id', 'shown', 'demo'])
    .where(
      'id',
      'in',
      scored.map(({ other }) => other),
    )
    .execute();
  return scored.flatMap(({ other, likeness }) => {
    const row = found.find((one) => one.id === other);
    if (!row?.shown) return [];
    const similar = readContent(row.shown);
    const titles = new Map(presentSigns(similar).map(({ hpo, title }) => [hpo, title]));
    const shared = likeness.shared.flatMap((hpo) => titles.get(hpo) ?? []);
    return [{ id: row.id, title: similar.title, shared, demo: row.demo === 1 }];
  });
}

/** A patient's signs are certain: the highest share. */
const certain = shares.length - 1;

/**
 * The ranking's score with another patient's signs instead of a disease's, and the shared signs, most
 * informative first.
 */
function likenessOf(own: readonly string[], other: readonly string[], index: SignIndex) {
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
