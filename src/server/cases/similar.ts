import type { PublishedCase } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { likenessOf, type Likeness } from '#domain/signs/likeness.ts';
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
  id: number,
  content: CaseContent,
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
  return await titled(db, scored);
}

async function titled(
  db: ReadDatabase,
  scored: readonly { other: number; likeness: Likeness }[],
): Promise<PublishedCase['similar']> {
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
    const content = readContent(row.shown);
    const titles = new Map(presentSigns(content).map(({ hpo, title }) => [hpo, title]));
    const shared = likeness.shared.flatMap((hpo) => titles.get(hpo) ?? []);
    return [{ id: row.id, title: content.title, shared, demo: row.demo === 1 }];
  });
}
