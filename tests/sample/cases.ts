import * as z from 'zod/mini';
import { caseContent, type CaseContentInput } from '#contract/forms/cases.ts';
import { publishCase } from '#server/cases/publication.ts';
import { insertCase } from '#server/cases/author-actions.ts';
import type { WriteTransaction } from '#server/database/database.ts';

/** A published case, inserted as after its review. */
export async function addPublishedCase(
  tx: WriteTransaction,
  content: CaseContentInput,
  {
    userId = null,
    at = new Date('2026-11-01T09:00:00Z'),
    demo = 0,
  }: { userId?: number | null; at?: Date; demo?: number } = {},
): Promise<number> {
  const row = await insertCase(tx, { userId, content: z.parse(caseContent, content), at, demo });
  await publishCase(tx, row, { at, editorId: null });
  return row.id;
}
