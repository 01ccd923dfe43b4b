import { audit } from '../audit/audit.ts';
import type { Source, RecordState } from '#domain/kinds/index.ts';
import { authorOf } from '../audit/content.ts';
import { writeRecord } from '../catalogue/store.ts';
import { missingFiles } from '../catalogue/referenced-files.ts';
import { secondEditorKinds } from '../editors/review.ts';
import { putTerms } from '../catalogue/terms.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { ImportLine, ImportRow } from '../database/tables.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { undoneReason } from './edited-fields.ts';
import type { ImportedFields } from './draft.ts';
import type { RowPlan } from './journal.ts';
import { titleOf } from '../catalogue/names.ts';
import type { Caller } from '../request/caller.ts';

interface Undone {
  undone: number;
  left: number;
}

/**
 * Undoes an import in one transaction: restores known records, removes new ones. Records changed since are
 * skipped and named.
 */
export async function undoImport(
  tx: WriteTransaction,
  {
    row,
    caller,
    onProgress,
  }: {
    row: ImportRow;
    caller: Caller;
    onProgress?: (done: number, total: number) => void;
  },
): Promise<Undone> {
  const lines = await tx
    .selectFrom('import_rows')
    .select('position')
    .where('import_id', '=', row.id)
    .where('result', 'in', ['applied', 'draft'])
    // Later lines may refer to earlier records.
    .orderBy('position', 'desc')
    .execute();
  const counts: Undone = { undone: 0, left: 0 };
  const reviewedKinds = await secondEditorKinds(tx);
  for (const [index, { position }] of lines.entries()) {
    const line = await tx
      .selectFrom('import_rows')
      .selectAll()
      .where('import_id', '=', row.id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
    const left = await undoLine(tx, caller, line, { row, reviewedKinds });
    counts[left ? 'left' : 'undone'] += 1;
    await tx
      .updateTable('import_rows')
      .set(left ? { result: 'left', reason: left } : { result: 'undone' })
      .where('import_id', '=', row.id)
      .where('position', '=', position)
      .execute();
    onProgress?.(index + 1, lines.length);
  }
  await audit(tx, caller, 'import undone', {
    details: `№ ${row.id}, ${row.format}, ${row.file_name}: возвращено ${counts.undone}, оставлено ${counts.left}`,
  });
  return counts;
}

/** Undoes a line; returns why it was skipped. */
async function undoLine(
  tx: WriteTransaction,
  caller: Caller,
  line: ImportLine,
  { row, reviewedKinds }: { row: ImportRow; reviewedKinds: ReadonlySet<string> },
): Promise<string | undefined> {
  if (line.kind === 'term') return await undoTerm(tx, line);
  if (line.record_id === null) return 'Записи больше нет.';
  if (line.result === 'draft' && line.outcome === 'changed') return await undoDraft(tx, line);
  const record = await tx
    .selectFrom('records')
    .selectAll()
    .where('id', '=', line.record_id)
    .executeTakeFirst();
  if (!record) return 'Записи больше нет.';
  if (record.version !== line.version_after) return 'Запись изменили после импорта.';
  const draft = await tx
    .selectFrom('drafts')
    .select('record_id')
    .where('record_id', '=', line.record_id)
    .executeTakeFirst();
  if (draft) return 'Над записью работает редактор: у неё начатая правка.';
  const common = {
    kind: record.kind,
    id: record.id,
    expected_version: record.version,
    author: authorOf(caller.user.id),
    reason: `${undoneReason} ${row.id}`,
  };
  if (line.version_before === null) {
    const referrer = await foreignReferrer(tx, record.id, row.id);
    if (referrer) return `На запись ссылается «${referrer}»: сначала уберите ссылку.`;
    await writeRecord(tx, { ...common, fields: {}, origins: row.format, state: 'archived' }, caller.now());
    return undefined;
  }
  const before = await tx
    .selectFrom('revisions')
    .select(['data', 'sources', 'state'])
    .where('record_id', '=', record.id)
    .where('version', '=', line.version_before)
    .executeTakeFirst();
  if (!before) return 'Прежней версии записи нет.';
  if (before.state === 'published') {
    if (reviewedKinds.has(record.kind))
      return 'Такие записи смотрит второй редактор: возьмите прежнюю версию черновиком и отправьте её на проверку.';
    const [missing] = await missingFiles(tx, JSON.parse(before.data) as Record<string, unknown>);
    if (missing) return missing.message;
  }
  const origins = Object.fromEntries(
    (JSON.parse(line.plan) as RowPlan).fields.map(({ field, origin }) => [field, origin ?? row.format]),
  );
  await writeRecord(
    tx,
    {
      ...common,
      fields: JSON.parse(before.data) as ImportedFields,
      whole: true,
      origins,
      sources: JSON.parse(before.sources) as Source[],
      state: before.state as RecordState,
    },
    caller.now(),
  );
  return undefined;
}

/** A record outside this import that links to this one. */
async function foreignReferrer(
  tx: WriteTransaction,
  id: number,
  importId: number,
): Promise<string | undefined> {
  const own = tx
    .selectFrom('import_rows')
    .select('record_id')
    .where('import_id', '=', importId)
    .where('outcome', '=', 'new')
    .where('record_id', 'is not', null);
  const referrer = await tx
    .selectFrom('links as l')
    .innerJoin('records as r', 'r.id', 'l.from_id')
    .select('r.card')
    .where('l.to_id', '=', id)
    .where('r.state', '=', 'published')
    .where('r.id', 'not in', own)
    .executeTakeFirst();
  return referrer && titleOf(referrer.card);
}

async function undoDraft(tx: WriteTransaction, line: ImportLine): Promise<string | undefined> {
  const { numDeletedRows } = await tx
    .deleteFrom('drafts')
    .where('record_id', '=', line.record_id)
    .where('version', '=', line.draft_version ?? 0)
    .executeTakeFirst();
  return numDeletedRows === 0n ? 'Черновик импорта уже правили или опубликовали.' : undefined;
}

async function undoTerm(tx: WriteTransaction, line: ImportLine): Promise<string | undefined> {
  const { fields, vocabulary = '' } = JSON.parse(line.plan) as RowPlan;
  const code = line.identity.slice(vocabulary.length + 1);
  const chosen = new Set(JSON.parse(line.chosen) as string[]);
  const stored = await tx
    .selectFrom('terms')
    .selectAll()
    .where('vocabulary', '=', vocabulary)
    .where('code', '=', code)
    .executeTakeFirst();
  if (!stored) return 'Пункта словаря больше нет.';
  const now: ImportedFields = { ...stored, data: stored.data ? JSON.parse(stored.data) : undefined };
  const own = fields.filter(({ field }) => chosen.has(field));
  if (own.some(({ field, after }) => !isAlike(now[field], after)))
    return 'Пункт словаря изменили после импорта.';
  // It may be in use; an extra item is harmless.
  if (line.outcome === 'new') return 'Новый пункт словаря остаётся: на него могли сослаться записи.';
  const item = { ...now, ...Object.fromEntries(own.map(({ field, before }) => [field, before])), code };
  await putTerms(tx, vocabulary, [item as unknown as Parameters<typeof putTerms>[2][number]]);
  return undefined;
}
