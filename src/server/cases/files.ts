import { countRows } from '../database/page.ts';
import type { FileAnswer } from '#contract/call.ts';
import { caseLimits } from '#domain/cases.ts';
import { windowOf } from '../request/limits.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { CaseFileRow, UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { FileType } from '../uploads/content.ts';
import { createUploads, type Received } from '../uploads/uploads.ts';
import { editCase, readContent } from './content.ts';
import { fileOf, getOwn, authorView } from './author-view.ts';
import type { Caller, Handlers } from '../request/caller.ts';

const pictures: readonly FileType[] = ['image/jpeg', 'image/png', 'image/webp'];

export const caseFileHandlers = {
  /** Uploads a picture or consent. The text does not change: saving places the picture. */
  'POST /api/user/cases/{id}/files': async (caller, { path: { id }, input: { file, role } }) => {
    const { database } = caller;
    const uploads = createUploads(caller);
    // Checked before processing: another user's case accepts no bytes.
    await demandRoom(database.kysely, caller.user, id, role);
    await caller.limits.spend([windowOf(`case files of ${caller.user.id}`, 200, 3600)]);
    const types = role === 'figure' ? pictures : ([...pictures, 'application/pdf'] as const);
    const received = await uploads.receive(file, {
      types,
      field: 'file',
      owner: String(caller.user.id),
      isSealed: role === 'consent',
    });
    try {
      const row = await database.transaction(async (tx) => {
        await demandRoom(tx, caller.user, id, role);
        return await keepFile(tx, caller, { caseId: id, role, received });
      });
      return fileOf(row, 'user');
    } catch (error) {
      await uploads.discard([received]);
      throw error;
    }
  },
  'GET /api/user/cases/{id}/files/{file}': async (caller, { path: { id, file } }) => {
    const db = caller.db;
    await getOwn(db, caller.user, id);
    return await giveFile(await findFile(db, id, file), caller);
  },
  /** Deletes a file; a published one stays until the next edition. */
  'POST /api/user/cases/{id}/files/{file}/remove': async (caller, { path: { id, file } }) => {
    const { shown, dropped } = await caller.database.transaction(async (tx) => {
      let row = await getOwn(tx, caller.user, id);
      if (row.state === 'review') throw new HttpError(409, 'Случай на проверке: сначала отзовите его.');
      if (!(await findFile(tx, id, file))) throw new HttpError(404, 'Такого файла нет.');
      const content = readContent(row.data);
      const figures = content.figures.filter((figure) => figure.file !== file);
      if (figures.length < content.figures.length)
        row = await editCase(tx, row, caller.now(), {
          data: JSON.stringify({ ...content, figures }),
          state: row.state === 'returned' ? 'returned' : 'draft',
        });
      const isSeen =
        row.shown !== null && readContent(row.shown).figures.some((figure) => figure.file === file);
      const files = await dropFiles(tx, id, caller.now(), (one) => one.id === file && !isSeen);
      return { shown: await authorView(tx, row), dropped: files };
    });
    await createUploads(caller).discard(dropped);
    return shown;
  },
} satisfies Partial<Handlers>;

async function keepFile(
  tx: WriteTransaction,
  caller: Caller,
  { caseId, role, received }: { caseId: number; role: 'figure' | 'consent'; received: Received },
): Promise<CaseFileRow> {
  const at = caller.now();
  const id = await nextNumber(tx, 'case part');
  // File names often hold the patient's name.
  const name = role === 'consent' ? received.name.replace(/^.*(?=\.[^.]*$)/, `consent-${id}`) : received.name;
  const kept = { userId: caller.user.id, purpose: 'case', at } as const;
  const upload = await createUploads(caller).keep(tx, { ...received, name }, kept);
  // Outlives the file.
  if (role === 'consent')
    await tx
      .insertInto('case_consents')
      .values({ file_id: id, case_id: caseId, sha256: received.sha256, received_at: at.toISOString() })
      .execute();
  return await tx
    .insertInto('case_files')
    .values({
      id,
      case_id: caseId,
      upload_id: upload.id,
      role,
      file: received.file,
      name,
      type: received.type,
      size: received.size,
      width: received.width ?? 0,
      height: received.height ?? 0,
      created_at: at.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function demandRoom(
  db: ReadDatabase,
  user: UserRow,
  id: number,
  role: 'figure' | 'consent',
): Promise<void> {
  const row = await getOwn(db, user, id);
  if (row.state === 'review' || row.state === 'declined')
    throw new HttpError(409, 'Сейчас к этому случаю нельзя добавить файл: он на проверке или отклонён.');
  const count = await countRows(
    db.selectFrom('case_files').where('case_id', '=', id).where('role', '=', role),
  );
  const maxFiles = role === 'figure' ? caseLimits.figures : 5;
  if (count >= maxFiles)
    throw new HttpError(409, `У случая уже ${maxFiles} таких файлов: сначала удалите лишние.`, 'file');
}

/** A file response; pictures are shown inline, a PDF is downloaded. */
export async function giveFile(row: CaseFileRow | undefined, context: Context): Promise<FileAnswer> {
  if (!row) throw new HttpError(404, 'Такого файла нет.');
  const { name, ...shown } = await createUploads(context).give(row);
  return row.role === 'figure' ? shown : { ...shown, name };
}

export const findFile = (db: ReadDatabase, id: number, file: number) =>
  db.selectFrom('case_files').selectAll().where('id', '=', file).where('case_id', '=', id).executeTakeFirst();

/** Deletes files of a case and marks consents among them as removed; discard their bytes after the transaction. */
export async function dropFiles(
  tx: WriteTransaction,
  caseId: number,
  at: Date,
  isDropped: (file: CaseFileRow) => boolean,
): Promise<CaseFileRow[]> {
  const rows = await tx.selectFrom('case_files').selectAll().where('case_id', '=', caseId).execute();
  const gone = rows.filter(isDropped);
  for (const { id, upload_id } of gone) {
    await tx.deleteFrom('case_files').where('id', '=', id).execute();
    if (upload_id !== null) await tx.deleteFrom('uploads').where('id', '=', upload_id).execute();
    await tx
      .updateTable('case_consents')
      .set({ removed_at: at.toISOString() })
      .where('file_id', '=', id)
      .where('removed_at', 'is', null)
      .execute();
  }
  return gone;
}
