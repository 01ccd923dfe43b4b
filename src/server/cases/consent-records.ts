import type { WriteTransaction } from '../database/database.ts';
import type { CaseFileRow } from '../database/tables.ts';

/** Records that there was a consent file; the row outlives the file. */
export async function recordConsent(tx: WriteTransaction, file: CaseFileRow, sha256: string): Promise<void> {
  await tx
    .insertInto('case_consents')
    .values({
      file_id: file.id,
      case_id: file.case_id,
      sha256,
      received_at: file.created_at,
      removed_at: null,
    })
    .execute();
}

/** Marks consents as removed, by the author or by retention. */
export async function markConsentsRemoved(
  tx: WriteTransaction,
  files: readonly number[],
  at: Date,
): Promise<void> {
  if (files.length === 0) return;
  await tx
    .updateTable('case_consents')
    .set({ removed_at: at.toISOString() })
    .where('file_id', 'in', files)
    .where('removed_at', 'is', null)
    .execute();
}

/** The same for all consents of removed cases. */
export async function markConsentsOfCasesRemoved(
  tx: WriteTransaction,
  cases: readonly number[],
  at: Date,
): Promise<void> {
  if (cases.length === 0) return;
  await tx
    .updateTable('case_consents')
    .set({ removed_at: at.toISOString() })
    .where('case_id', 'in', cases)
    .where('removed_at', 'is', null)
    .execute();
}
