import type { ApplicationStatus } from '#domain/applications.ts';
import type { WriteTransaction } from '../database/database.ts';

interface Step {
  id: number;
  status: ApplicationStatus;
  at: Date;
  answer?: string;
  editorId?: number;
}

export async function setStatus(
  tx: WriteTransaction,
  { id, status, at, answer, editorId }: Step,
): Promise<void> {
  await tx
    .updateTable('applications')
    .set({
      status,
      updated_at: at.toISOString(),
      answer,
      editor_id: editorId,
    })
    .where('id', '=', id)
    .execute();
  const { last } = await tx
    .selectFrom('application_events')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('application_id', '=', id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('application_events')
    .values({ application_id: id, position: (last ?? 0) + 1, status, at: at.toISOString() })
    .execute();
}
