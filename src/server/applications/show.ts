import type { ShownApplication } from '#contract/applications.ts';
import type { ApplicationStatus, ApplicationType } from '#domain/applications.ts';
import { publicKinds, type AnyCard } from '#domain/kinds/index.ts';
import type { VerificationWay } from '#domain/verification.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { ApplicationRow } from '../database/tables.ts';

/** An application for its owner. */
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
  return {
    id: row.id,
    type: row.type as ApplicationType,
    text: row.text,
    record: row.record_id === null ? null : ((await findRecord(db, row.record_id)) ?? null),
    status: row.status as ApplicationStatus,
    answer: row.answer,
    history: history.map(({ status, at }) => ({ status: status as ApplicationStatus, at })),
    files: files.map((file) => ({ ...file, url: `/api/uploads/${file.id}` })),
    verification: verification
      ? {
          way: verification.way as VerificationWay,
          email: verification.email,
          email_confirmed: verification.email_confirmed_at !== null,
          due_at: verification.due_at,
          decision: verification.decision as 'accept' | 'decline' | null,
        }
      : null,
    created_at: row.created_at,
  };
}

const openKinds = publicKinds.map(({ name }) => name);

export async function findRecord(
  db: ReadDatabase,
  id: number,
): Promise<ShownApplication['record'] | undefined> {
  const row = await db
    .selectFrom('records')
    .select(['id', 'kind', 'card'])
    .where('id', '=', id)
    .where('kind', 'in', openKinds)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return row && { id: row.id, kind: row.kind, title: (JSON.parse(row.card) as AnyCard).title };
}
