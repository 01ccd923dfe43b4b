import { recordDataReads } from '../account/data-reads.ts';
import type { ShownApplication } from '#contract/applications.ts';
import { applicationFiles } from '#contract/forms/profile.ts';
import { windowOf } from '../request/limits.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { ApplicationRow } from '../database/tables.ts';
import type { Caller, Handler, Handlers } from '../request/caller.ts';
import { notify } from '../notifications/notify.ts';
import { HttpError } from '../http-error.ts';
import { createUploads, type Received, type Uploads } from '../uploads/uploads.ts';
import { findPublicRecord } from '../catalogue/names.ts';
import { showApplication } from './show.ts';

export const applicationHandlers = {
  'GET /api/applications': async (caller) => {
    const { db, user } = caller;
    const rows = await db
      .selectFrom('applications')
      .selectAll()
      .where('user_id', '=', user.id)
      .orderBy('id', 'desc')
      .execute();
    return await Promise.all(rows.map((row) => showApplication(db, row)));
  },
  /** The user's application; another user's does not exist. */
  'GET /api/applications/{id}': async (caller, { path: { id } }) => {
    const { db, user } = caller;
    const row = await db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow(() => new HttpError(404, 'Такой заявки нет.'));
    return await showApplication(db, row);
  },
  /** A file for its owner, and for editors if it belongs to an application; for others it does not exist. */
  'GET /api/uploads/{id}': async (caller, { path: { id } }) => {
    const { actor, user, db, database } = caller;
    const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
    const isOwn = row?.user_id === user.id;
    const isEditor = actor.access === 'editor' || actor.access === 'admin';
    if (!row || !(isOwn || (isEditor && row.purpose === 'application')))
      throw new HttpError(404, 'Такого файла нет.');
    if (!isOwn)
      await database.transaction((tx) =>
        recordDataReads(tx, caller, { userIds: [row.user_id], fields: ['file'], place: 'file' }),
      );
    return await createUploads(caller).give(row);
  },
} satisfies Partial<Handlers>;

export const apply: Handler<'POST /api/applications'> = async (caller, { input: form }) => {
  const recordId = form.record_id ? Number(form.record_id) : null;
  if (recordId !== null && !(await findPublicRecord(caller.db, recordId)))
    throw new HttpError(400, 'Такой записи в каталоге нет.', 'record_id');
  return await fileApplication(caller, { ...form, recordId }, async (tx, row) => {
    const details = { id: String(row.id) };
    await notify(tx, caller, { kind: 'application', to: 'editors', except: caller.user.id, details });
  });
};

interface NewApplication {
  type: string;
  text: string;
  recordId?: number | null;
  files?: readonly File[] | undefined;
}

/** Stores an application with its files, which are deleted if that fails or is a repeat. */
export async function fileApplication(
  caller: Caller,
  { type, text, recordId = null, files: given = [] }: NewApplication,
  /** Runs in the transaction. */
  complete: (tx: WriteTransaction, row: ApplicationRow, files: readonly Received[]) => Promise<void>,
): Promise<ShownApplication> {
  const { user, limits, once, now } = caller;
  await limits.spend([windowOf(`applications of ${user.id}`, 20, 3600)]);
  const uploads = createUploads(caller);
  // Browsers send an empty file field as a nameless file.
  const chosen = given.filter(({ name, size }) => size > 0 || name !== '');
  const total = chosen.reduce((sum, { size }) => sum + size, 0);
  if (total > applicationFiles.together)
    throw new HttpError(400, 'Все файлы вместе больше 25 мб.: приложите меньше.', 'files');
  const files: Received[] = [];
  try {
    for (const file of chosen) files.push(await receive(file, uploads, String(user.id)));
    return await once(async (tx) => {
      const at = now();
      const row = await tx
        .insertInto('applications')
        .values({
          id: await nextNumber(tx, 'application'),
          user_id: user.id,
          type,
          text,
          record_id: recordId,
          status: 'new',
          created_at: at.toISOString(),
          updated_at: at.toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('application_events')
        .values({ application_id: row.id, position: 1, status: 'new', at: row.created_at })
        .execute();
      for (const file of files) {
        const { id } = await uploads.keep(tx, file, { userId: user.id, purpose: 'application', at });
        await tx.insertInto('application_files').values({ application_id: row.id, upload_id: id }).execute();
      }
      await complete(tx, row, files);
      return await showApplication(tx, row);
    });
  } catch (error) {
    await uploads.discard(files);
    throw error;
  }
}

/** Errors name the file. */
async function receive(file: File, uploads: Uploads, owner: string): Promise<Received> {
  try {
    return await uploads.receive(file, {
      types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
      field: 'files',
      owner,
    });
  } catch (error) {
    if (!(error instanceof HttpError) || error.field !== 'files') throw error;
    throw new HttpError(error.status, `«${file.name}»: ${error.message}`, 'files');
  }
}
