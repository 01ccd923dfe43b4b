import type { ShownApplication } from '#contract/applications.ts';
import type { ApplicationStatus, ApplicationType } from '#domain/applications.ts';
import { findPublicRecord } from '../catalogue/names.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { ApplicationRow } from '../database/tables.ts';

export async function showApplication(db: ReadDatabase, row: ApplicationRow): Promise<ShownApplication> {
  const history = await db
    .selectFrom('application_events')
    .select(['status', 'at'])
    .where('application_id', '=', row.id)
    .orderBy('position')
    .execute();
  const files = await db
    .selectFrom('uploads')
    .innerJoin('application_files', 'application_files.upload_id', 'uploads.id')
    .select(['uploads.id', 'uploads.name', 'uploads.type', 'uploads.size'])
    .where('application_files.application_id', '=', row.id)
    .orderBy('uploads.id')
    .execute();
  const verification = await db
    .selectFrom('verifications')
    .selectAll()
    .where('application_id', '=', row.id)
    .executeTakeFirst();
  const record = row.record_id === null ? undefined : await findPublicRecord(db, row.record_id);
  return {
    id: row.id,
    type: row.type as ApplicationType,
    text: row.text,
    record: record ? { id: record.id, kind: record.kind, title: record.title } : null,
    status: row.status as ApplicationStatus,
    answer: row.answer,
    history: history.map(({ status, at }) => ({ status: status as ApplicationStatus, at })),
    files: files.map((file) => ({ ...file, url: `/api/uploads/${file.id}` })),
    verification: verification
      ? {
          way: verification.way as 'email' | 'document',
          email: verification.email,
          email_confirmed: verification.email_confirmed_at !== null,
          due_at: verification.due_at,
          decision: verification.decision as 'accept' | 'decline' | null,
        }
      : null,
    created_at: row.created_at,
  };
}
