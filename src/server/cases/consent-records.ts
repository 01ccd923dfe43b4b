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
    })
    .execute();
}

/** Marks consents as removed: of a file, by its author or by retention, or of a removed case. */
export async function markConsentsRemoved(
  tx: WriteTransaction,
  of: { file_id: number } | { case_id: number },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('case_consents')
    .set({ removed_at: at.toISOString() })
    .where((eb) => eb.and(of))
    .where('removed_at', 'is', null)
    .execute();
}
