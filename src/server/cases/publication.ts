import { countRows } from '../database/page.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { CaseFileRow, CaseRow } from '../database/tables.ts';
import { editCase, presentSigns, publishedAgain, questionStateOf, readContent } from './content.ts';
import { dropFiles } from './files.ts';

export async function publishCase(
  tx: WriteTransaction,
  row: CaseRow,
  { at, editorId }: { at: Date; editorId: number | null },
): Promise<{ row: CaseRow; dropped: CaseFileRow[] }> {
  const content = readContent(row.data);
  const edition = row.edition + 1;
  const moment = at.toISOString();
  await tx
    .insertInto('case_editions')
    .values({ case_id: row.id, edition, data: row.data, editor_id: editorId, published_at: moment })
    .execute();
  const after = await editCase(tx, row, at, {
    state: 'published',
    published: 1,
    edition,
    shown: row.data,
    returned: null,
    reason: '',
    published_at: row.published_at ?? moment,
    revised_at: moment,
    question_asked_at: row.question_asked_at ?? (content.question.trim() === '' ? null : moment),
  });
  await indexCase(tx, after, content);
  const shownFiles = new Set(content.figures.map(({ file }) => file));
  const dropped = await dropFiles(tx, row.id, at, ({ id, role }) => role === 'figure' && !shownFiles.has(id));
  return { row: after, dropped };
}

export async function unpublishCase(tx: WriteTransaction, row: Pick<CaseRow, 'id'>): Promise<void> {
  await tx.updateTable('cases').set({ published: 0 }).where('id', '=', row.id).execute();
  await tx.deleteFrom('case_values').where('case_id', '=', row.id).execute();
  await noteChange(tx, row.id);
}

/** Rebuilds search text and facets of a published case. */
export async function indexCase(tx: WriteTransaction, row: CaseRow, content: CaseContent): Promise<void> {
  await tx.deleteFrom('case_values').where('case_id', '=', row.id).execute();
  const question = questionStateOf(content, row.question_closed_at);
  const values = [
    ...content.diseases.map((id) => ['diseases', String(id)]),
    ...content.areas.map((code) => ['areas', code]),
    ...presentSigns(content).map(({ hpo }) => ['signs', hpo]),
    ...content.genes.map(({ gene }) => ['genes', gene.trim()]),
    ...content.specialities.map((code) => ['specialities', code]),
    ['sex', content.sex],
    ['age_band', content.age_band],
    ['region', content.region],
    ['figures', content.figures.length > 0 ? 'true' : ''],
    ['question', question === 'none' ? '' : question],
  ].filter(([, value]) => value !== '') as [string, string][];
  const unique = new Map(values.map(([field, value]) => [`${field} ${value}`, { field, value }]));
  if (unique.size > 0)
    await tx
      .insertInto('case_values')
      .values([...unique.values()].map((value) => ({ case_id: row.id, ...value })))
      .execute();
  await noteChange(tx, row.id);
}

/**
 * Gives the case the next change number, which the doctors' search and the counter follow. Without a row in
 * `changes`, so that followers of the catalogue learn nothing more.
 */
async function noteChange(tx: WriteTransaction, id: number): Promise<void> {
  const changed_seq = await nextNumber(tx, 'change');
  await tx.updateTable('cases').set({ changed_seq }).where('id', '=', id).execute();
}

/** Number of published cases without invented ones: a count reveals nothing (ruling G7). */
export async function countCases(db: ReadDatabase): Promise<number> {
  return await countRows(db.selectFrom('cases').where('published', '=', 1).where('demo', '=', 0));
}

/**
 * Cases of accounts to be erased (target A-7): unpublished ones are deleted; published ones stay without an
 * author.
 */
export async function forgetAuthors(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('cases').where('user_id', 'in', ids).where('published', '=', 0).execute();
  const kept = await tx
    .selectFrom('cases')
    .select(['id', 'shown', 'version'])
    .where('user_id', 'in', ids)
    .execute();
  for (const { id, shown, version } of kept) {
    if (shown === null) continue;
    await tx
      .updateTable('cases')
      .set({ ...publishedAgain(shown), version: version + 1, user_id: null })
      .where('id', '=', id)
      .execute();
    const figures = readContent(shown).figures.map(({ file }) => file);
    // Consents are useless without the author.
    await tx
      .deleteFrom('case_files')
      .where('case_id', '=', id)
      .where((eb) => eb.or([eb('role', '=', 'consent'), eb('id', 'not in', [0, ...figures])]))
      .execute();
  }
}
