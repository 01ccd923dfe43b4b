import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import { OperatorError } from '#domain/operator-error.ts';
import { chunks } from '../database/chunks.ts';
import { openDatabase, type Database, type WriteTransaction } from '../database/database.ts';
import type { ImportRow } from '../database/tables.ts';
import { staff } from '../request/access.ts';
import { HttpError } from '../http-error.ts';
import type { Settings } from '../settings.ts';
import { applyImport } from './apply.ts';
import { compare } from './compare.ts';
import { inputOf } from './input.ts';
import { jobStates, type Job, type WorkerNews, type WorkerOrder } from './jobs.ts';
import { countsOf, insertLines } from './journal.ts';
import { undoImport } from './undo.ts';
import { type Caller, callerOf, absent } from '../request/caller.ts';
import { createContext } from '../request/context.ts';

/** Worker thread for comparing, applying and undoing imports. */
const settings = workerData as Settings;
const post = (news: WorkerNews) => parentPort?.postMessage(news);

let reportedAt = 0;
function onProgress(done: number, total: number): void {
  if (done < total && performance.now() - reportedAt < 100) return;
  reportedAt = performance.now();
  post({ type: 'progress', done, total });
}

const packed = promisify(gzip);

/** Most files compress to a tenth. */
async function keepFile(db: Database, importId: number, bytes: Uint8Array): Promise<void> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const data = Buffer.from(isPacked ? bytes : await packed(bytes)).toString('base64');
  await db.transaction((tx) => tx.insertInto('import_files').values({ import_id: importId, data }).execute());
}

const actions: Record<Job['action'], (database: Database, job: Job, now: Date) => Promise<void>> = {
  async compare(db, job, now) {
    const row = await demandRunning(db.kysely, job);
    if (job.file) await keepFile(db, row.id, job.file);
    const file = await db.kysely
      .selectFrom('import_files')
      .select('data')
      .where('import_id', '=', row.id)
      .executeTakeFirst();
    if (!file) throw new OperatorError('Файла этого импорта уже нет: загрузите его заново.');
    const { summary, lines } = await compare(db.kysely, {
      importId: row.id,
      format: row.format,
      input: inputOf(row.file_name, Buffer.from(file.data, 'base64')),
      now,
      onProgress,
    });
    await db.transaction(async (tx) => {
      await demandRunning(tx, job);
      await tx.deleteFrom('import_rows').where('import_id', '=', row.id).execute();
    });
    // In batches, so that other writers do not wait; rows are invisible until the end.
    for (const some of chunks(lines, 500))
      await db.transaction(async (tx) => {
        await demandRunning(tx, job);
        await insertLines(tx, some);
      });
    await db.transaction(async (tx) => {
      const { version } = await demandRunning(tx, job);
      await tx
        .updateTable('imports')
        .set({
          status: 'ready',
          problem: null,
          version: version + 1,
          finished_at: now.toISOString(),
          summary: JSON.stringify(countsOf(summary)),
        })
        .where('id', '=', row.id)
        .execute();
    });
  },

  apply: (db, job, now) =>
    atOnce(db, job, now, async (tx, row, caller) => {
      const mode = job.mode ?? 'publish';
      await applyImport(tx, { row, mode, caller, onProgress });
      await tx.deleteFrom('import_files').where('import_id', '=', row.id).execute();
      return { status: 'applied', mode, applied_at: now.toISOString(), applied_by: caller.user.id };
    }),

  undo: (db, job, now) =>
    atOnce(db, job, now, async (tx, row, caller) => {
      await undoImport(tx, { row, caller, onProgress });
      return { status: 'undone', undone_at: now.toISOString(), undone_by: caller.user.id };
    }),
};

/** The work of an editor and its result, in one transaction. */
const atOnce = (
  db: Database,
  job: Job,
  now: Date,
  work: (tx: WriteTransaction, row: ImportRow, caller: Caller) => Promise<Partial<ImportRow>>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await demandRunning(tx, job);
    const editor = await staff(tx)
      .selectAll('users')
      .where('users.id', '=', job.userId ?? 0)
      .executeTakeFirstOrThrow(
        () =>
          new HttpError(
            403,
            'У того, кто нажал «Применить», больше нет роли редактора: ничего не изменилось.',
          ),
      );
    const context = createContext({ settings, database: db, now: () => now });
    const result = await work(tx, row, callerOf(context, absent(editor, job)));
    await tx
      .updateTable('imports')
      .set({ ...result, problem: null })
      .where('id', '=', row.id)
      .execute();
  });

/** Another editor or process may have changed the state. */
async function demandRunning(
  db: Pick<WriteTransaction, 'selectFrom'>,
  { action, importId }: Job,
): Promise<ImportRow> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst();
  if (row?.status !== jobStates[action].running) throw new HttpError(409, 'Работу тем временем остановили.');
  return row;
}

const opened = openDatabase(settings);

parentPort?.on('message', ({ job, now }: WorkerOrder) => {
  void opened
    .then((database) => actions[job.action](database, job, now))
    .then(() => post({ type: 'done', problem: undefined }))
    .catch((error: unknown) => {
      // Unexpected errors crash the worker; its parent reports them.
      if (!(error instanceof OperatorError || error instanceof HttpError)) throw error;
      post({ type: 'done', problem: error.message });
    });
});
