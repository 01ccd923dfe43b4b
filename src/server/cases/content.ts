import * as z from 'zod/mini';
import { caseContent, type CaseContent } from '#contract/forms/cases.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';

/** Stored content; fields added later get empty values. */
export const readContent = (text: string): CaseContent => z.parse(caseContent, JSON.parse(text));

export const emptyContent = (): CaseContent => z.parse(caseContent, {});

/** Present signs, in Russian. */
export const presentSigns = ({ signs }: CaseContent) => signs.filter(({ presence }) => presence === 'yes');

/** `none`, `open` or `closed`, for the shown edition. */
export const questionStateOf = (content: CaseContent, closedAt: string | null) =>
  content.question.trim() === ''
    ? ('none' as const)
    : closedAt === null
      ? ('open' as const)
      : ('closed' as const);

export const publishedAgain = (shown: string) => ({
  state: 'published',
  data: shown,
  returned: null,
  title: readContent(shown).title,
});

export async function editCase(
  tx: WriteTransaction,
  row: Pick<CaseRow, 'id' | 'version'>,
  at: Date,
  columns: Partial<CaseRow>,
): Promise<CaseRow> {
  return await tx
    .updateTable('cases')
    .set({ ...columns, version: row.version + 1, updated_at: at.toISOString() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
