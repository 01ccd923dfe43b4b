import { findPublicRecord } from '../catalogue/names.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase } from '../database/database.ts';
import { personTerms } from './users.ts';
import { validationError } from '../http-error.ts';

const vocabularies = { subject_federation_id: 'subject', ...personTerms } as const;

/** Dictionary fields of forms; omitted ones are not checked. */
type Choices = Partial<Record<keyof typeof vocabularies, string | readonly string[] | undefined>> & {
  catalog_disease_id?: string | undefined;
};

/** Throws for unknown codes, naming every field. */
export async function checkChoices(db: ReadDatabase, choices: Choices): Promise<void> {
  const problems: { path: [string]; message: string }[] = [];
  for (const [field, vocabulary] of Object.entries(vocabularies)) {
    const chosen = [choices[field as keyof typeof vocabularies] ?? []].flat();
    if (chosen.length === 0) continue;
    const known = await termTitles(db, vocabulary);
    if (!chosen.every((code) => known.has(code)))
      problems.push({ path: [field], message: 'Такого значения нет в списке.' });
  }
  const disease = choices.catalog_disease_id;
  if (disease !== undefined && !(await isDisease(db, disease)))
    problems.push({ path: ['catalog_disease_id'], message: 'Такого заболевания нет в каталоге.' });
  if (problems.length > 0) throw validationError(problems);
}

async function isDisease(db: ReadDatabase, id: string): Promise<boolean> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return false;
  return (await findPublicRecord(db, Number(id)))?.kind === 'disease';
}
