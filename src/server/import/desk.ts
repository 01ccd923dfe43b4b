import { countRows, paginate } from '../database/page.ts';
import { audit } from '../audit/audit.ts';
import type { ImportCard, ImportDetail } from '#contract/imports.ts';
import { importViews, type ImportMode, type ImportState, type ImportView } from '#domain/imports.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { findKind } from '#domain/kinds/index.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { ImportRow } from '../database/tables.ts';
import { peopleOf } from '../account/people.ts';
import { secondEditorKinds } from '../editors/review.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { formats, guessFormat } from './formats/index.ts';
import { inputOf } from './input.ts';
import { jobStates, type Job } from './jobs.ts';
import { getImport, type ImportCounts } from './journal.ts';
import { narrowedRows } from './rows.ts';
import { rememberColumns } from './tables/columns.ts';
import { importsOf, receiveTable } from './tables/receive.ts';

const pageSize = 20;

const isWorkbook = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function guessed(name: string, bytes: Uint8Array): Promise<string> {
  try {
    const format = isWorkbook(bytes) ? undefined : await guessFormat(inputOf(name, bytes));
    if (format) return format.name;
  } catch (error) {
    if (error instanceof OperatorError) throw new HttpError(422, error.message, 'file', { also: [] });
    throw error;
  }
  throw new HttpError(
    422,
    'По файлу не видно, какого он формата. Выберите формат из списка: рядом сказано, что в нём должно быть.',
    'format',
  );
}

function knownFormat(name: string): string {
  if (!formats.some((format) => format.name === name))
    throw new HttpError(422, 'Такого формата нет. Выберите из списка.', 'format');
  return name;
}

export async function lastImports(db: ReadDatabase, count: number): Promise<ImportCard[]> {
  const rows = await db.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(count).execute();
  return await cardsOf(db, rows);
}

async function cardsOf(db: ReadDatabase, rows: readonly ImportRow[]): Promise<ImportCard[]> {
  const ids = rows.map(({ id }) => id);
  const counted =
    ids.length === 0
      ? []
      : await db
          .selectFrom('import_rows')
          .select(['import_id', 'outcome', 'result', (eb) => eb.fn.countAll<number | string>().as('count')])
          .where('import_id', 'in', ids)
          .groupBy(['import_id', 'outcome', 'result'])
          .execute();
  const person = await peopleOf(
    db,
    rows.flatMap(({ author_id, applied_by, undone_by }) => [author_id, applied_by, undone_by]),
  );
  const nameOf = (id: number | null) => person(id)?.name ?? null;
  return rows.map((row) => {
    const own = counted.filter(({ import_id }) => import_id === row.id);
    const kept = JSON.parse(row.summary) as Partial<ImportCounts>;
    const sum = (column: 'outcome' | 'result', name: string) =>
      own.reduce((all, one) => (one[column] === name ? all + Number(one.count) : all), 0);
    return {
      id: row.id,
      format: row.format,
      file_name: row.file_name,
      size: row.size,
      state: row.status as ImportState,
      author: nameOf(row.author_id),
      created_at: row.created_at,
      mode: row.mode as ImportMode | null,
      applied_at: row.applied_at,
      applied_by: nameOf(row.applied_by),
      undone_at: row.undone_at,
      undone_by: nameOf(row.undone_by),
      problem: row.problem,
      counts: {
        new: sum('outcome', 'new'),
        changed: sum('outcome', 'changed'),
        same: kept.same ?? 0,
        gone: sum('outcome', 'gone'),
        rejected: kept.rejected ?? 0,
        applied: sum('result', 'applied'),
        draft: sum('result', 'draft'),
        conflict: sum('result', 'conflict'),
        undone: sum('result', 'undone'),
        left: sum('result', 'left'),
      },
    };
  });
}

export async function showImport(context: Context, id: number): Promise<ImportDetail> {
  const db = context.db;
  const row = await getImport(db, id);
  const [card] = await cardsOf(db, [row]);
  const views = {} as Record<ImportView, number>;
  for (const view of importViews) {
    const count = await countRows(narrowedRows(db, id, { view, query: '' }));
    views[view] = count;
  }
  const kinds = await db
    .selectFrom('import_rows')
    .select('kind')
    .distinct()
    .where('import_id', '=', id)
    .execute();
  const withSecond = await secondEditorKinds(db);
  return {
    ...card!,
    version: row.version,
    progress: context.importJobs.progressOf(id) ?? null,
    notes: (JSON.parse(row.summary) as Partial<ImportCounts>).notes ?? [],
    views,
    chosen: views.accepted,
    second: kinds.flatMap(({ kind }) => (withSecond.has(kind) ? [findKind(kind)?.titles.one ?? kind] : [])),
  };
}

type Before = (tx: WriteTransaction, row: ImportRow) => Promise<unknown>;

async function moveTo(
  caller: Caller,
  id: number,
  { from, to, before }: { from: readonly ImportState[]; to: ImportState; before?: Before },
): Promise<void> {
  await caller.database.transaction(async (tx) => {
    const row = await getImport(tx, id);
    const state = row.status as ImportState;
    if (!from.includes(state)) throw new HttpError(409, refusals[state]);
    await before?.(tx, row);
    await tx.updateTable('imports').set({ status: to, problem: null }).where('id', '=', id).execute();
  });
}

/** Queues a job: the state changes at once, so that it starts once. */
async function startJob(
  caller: Caller,
  { importId, ...job }: Pick<Job, 'action' | 'importId' | 'mode'>,
  before?: Before,
): Promise<ImportDetail> {
  const { from, running } = jobStates[job.action];
  await moveTo(caller, importId, { from, to: running, ...(before ? { before } : {}) });
  const { ip, agent } = caller.client;
  caller.importJobs.start({ ...job, importId, userId: caller.user.id, ip, agent });
  return await showImport(caller, importId);
}

const refusals: Record<ImportState, string> = {
  comparing: 'Файл ещё сверяется с каталогом. Подождите.',
  ready: 'Импорт ещё не применён.',
  refused: 'Этот файл не принят: загрузите исправленный.',
  applying: 'Импорт уже применяют. Подождите.',
  applied: 'Импорт уже применён.',
  undoing: 'Импорт уже отменяют. Подождите.',
  undone: 'Импорт уже отменён. Чтобы применить его снова, загрузите файл ещё раз.',
  dropped: 'От этого импорта отказались. Загрузите файл ещё раз.',
};

export const importHandlers = {
  'GET /api/editors/imports': async ({ db }, { query: { page } }) => {
    const imports = db.selectFrom('imports');
    const { rows, place } = await paginate(imports, { page, page_size: pageSize }, (lines) =>
      lines.selectAll().orderBy('id', 'desc'),
    );
    return {
      items: await cardsOf(db, rows),
      ...place,
      formats: formats.map(({ name, title, expects }) => ({ name, title, expects })),
    };
  },

  /** Stores a file and queues its comparison; the catalogue does not change. */
  'POST /api/editors/imports': async (caller, { input: { format: requestedFormat, file, ...mapping } }) => {
    await caller.limits.spend([importsOf(caller.user)]);
    const table = requestedFormat === 'table' ? await receiveTable(caller, file, mapping) : undefined;
    const bytes = table?.bytes ?? new Uint8Array(await file.arrayBuffer());
    const name = file.name.replaceAll(/[\p{C}]/gu, '').slice(-200) || 'файл';
    const format = requestedFormat === '' ? await guessed(name, bytes) : knownFormat(requestedFormat);
    const { id } = await caller.once(async (tx) => {
      const number = await nextNumber(tx, 'import');
      await tx
        .insertInto('imports')
        .values({
          id: number,
          format,
          file_name: name,
          status: 'comparing',
          author_id: caller.user.id,
          created_at: caller.now().toISOString(),
          summary: '{}',
          size: file.size,
        })
        .execute();
      if (table) await rememberColumns(tx, { ...table, now: caller.now() });
      return { id: number };
    });
    caller.importJobs.start({ action: 'compare', importId: id, file: bytes });
    return { id };
  },

  'GET /api/editors/imports/{id}': (caller, { path: { id } }) => showImport(caller, id),

  'POST /api/editors/imports/{id}/compare': (caller, { path: { id }, input: { format } }) =>
    startJob(caller, { action: 'compare', importId: id }, async (tx) => {
      if (!format) return;
      await tx
        .updateTable('imports')
        .set({ format: knownFormat(format) })
        .where('id', '=', id)
        .execute();
    }),

  'POST /api/editors/imports/{id}/apply': (caller, { path: { id }, input: { mode, expected_version } }) =>
    startJob(caller, { action: 'apply', importId: id, mode }, async (tx, row) => {
      if (row.version !== expected_version)
        throw new HttpError(
          409,
          'Тем временем выбор изменили в другом окне или другой редактор. Посмотрите ещё раз и примените.',
          'expected_version',
        );
      await tx
        .selectFrom('import_rows')
        .select('position')
        .where('import_id', '=', id)
        .where('choice', '=', 'accepted')
        .limit(1)
        .executeTakeFirstOrThrow(() => new HttpError(409, 'Применять нечего: примите хотя бы одну строку.'));
    }),

  'POST /api/editors/imports/{id}/undo': (caller, { path: { id } }) =>
    startJob(caller, { action: 'undo', importId: id }),

  'POST /api/editors/imports/{id}/drop': async (caller, { path: { id } }) => {
    await moveTo(caller, id, {
      from: ['ready', 'refused', 'comparing'],
      to: 'dropped',
      async before(tx, row) {
        await tx.deleteFrom('import_rows').where('import_id', '=', id).execute();
        await tx.deleteFrom('import_files').where('import_id', '=', id).execute();
        await audit(tx, caller, 'import dropped', { details: `№ ${id}, ${row.format}, ${row.file_name}` });
      },
    });
    return await showImport(caller, id);
  },
} satisfies Partial<Handlers>;
