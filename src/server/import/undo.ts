import { audit } from '../audit/audit.ts';
import { titleOf } from '../catalogue/names.ts';
import { putTerms, type Term } from '../catalogue/terms.ts';
import { chunks } from '../database/chunks.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { DraftRow, ImportLine, ImportRow, RecordRow } from '../database/tables.ts';
import { restoreVersions, type Restoring } from '../editors/restore.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { undoneReason } from './edited-fields.ts';
import { codeOf, recordsOf, termsOf, vocabularyOf, type RowPlan } from './journal.ts';
import type { Caller } from '../request/caller.ts';

const batchSize = 200;

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
    .select(['position', 'version_before'])
    .where('import_id', '=', row.id)
    .where('result', 'in', ['applied', 'draft'])
    .execute();
  const { known = [], fresh = [] } = Object.groupBy(lines, ({ version_before }) =>
    version_before === null ? 'fresh' : 'known',
  );
  const counts: Undone = { undone: 0, left: 0 };
  // New records go last: known ones may refer to them until they are restored.
  for (const some of [...chunks(known, batchSize), ...chunks(fresh, batchSize)]) {
    const positions = some.map(({ position }) => position);
    const reasons = await undoLines(tx, caller, row, positions);
    for (const [position, left] of reasons) {
      counts[left ? 'left' : 'undone'] += 1;
      await tx
        .updateTable('import_rows')
        .set(left ? { result: 'left', reason: left } : { result: 'undone' })
        .where('import_id', '=', row.id)
        .where('position', '=', position)
        .execute();
    }
    onProgress?.(counts.undone + counts.left, lines.length);
  }
  await audit(tx, caller, 'import undone', {
    details: `№ ${row.id}, ${row.format}, ${row.file_name}: возвращено ${counts.undone}, оставлено ${counts.left}`,
  });
  return counts;
}

/** Undoes lines; returns by position why a line was skipped. */
async function undoLines(
  tx: WriteTransaction,
  caller: Caller,
  row: ImportRow,
  positions: readonly number[],
): Promise<Map<number, string | undefined>> {
  const lines = await tx
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', row.id)
    .where('position', 'in', positions)
    .execute();
  const { records, drafts } = await recordsOf(tx, lines);
  const [terms, others] = [
    lines.filter(({ kind }) => kind === 'term'),
    lines.filter(({ kind }) => kind !== 'term'),
  ];
  const reasons = await undoTerms(tx, terms);
  const restoring = new Map<number, Restoring>();
  for (const line of others) {
    const { position, version_before: version } = line;
    const record = records.get(line.record_id ?? 0);
    if (!record) reasons.set(position, 'Записи больше нет.');
    else if (line.result === 'draft' && line.outcome === 'changed')
      reasons.set(position, await undoDraft(tx, line));
    else {
      const reason = await whyLeft(tx, line, record, drafts.get(record.id));
      reasons.set(position, reason);
      if (!reason)
        restoring.set(position, { row: record, version, state: 'archived', origins: originsIn(line, row) });
    }
  }
  const restored = await restoreVersions(tx, caller, [...restoring.values()], `${undoneReason} ${row.id}`);
  for (const [index, position] of [...restoring.keys()].entries()) {
    const one = restored[index]!;
    if (one.outcome === 'refused') reasons.set(position, one.message);
    if (one.outcome === 'review')
      reasons.set(position, 'Такие записи смотрит второй редактор: прежняя версия отправлена на проверку.');
  }
  return reasons;
}

const originsIn = ({ plan }: ImportLine, { format }: ImportRow): Record<string, string> =>
  Object.fromEntries(
    (JSON.parse(plan) as RowPlan).fields.map(({ field, origin }) => [field, origin ?? format]),
  );

async function whyLeft(
  tx: WriteTransaction,
  line: ImportLine,
  { id, version }: RecordRow,
  draft: DraftRow | undefined,
): Promise<string | undefined> {
  if (version !== line.version_after) return 'Запись изменили после импорта.';
  if (draft) return 'Над записью работает редактор: у неё начатая правка.';
  if (line.version_before !== null) return undefined;
  const referrer = await foreignReferrer(tx, id, line.import_id);
  return referrer && `На запись ссылается «${referrer}»: сначала уберите ссылку.`;
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

async function undoTerms(
  tx: WriteTransaction,
  lines: readonly ImportLine[],
): Promise<Map<number, string | undefined>> {
  const reasons = new Map<number, string | undefined>();
  for (const [vocabulary, group] of Map.groupBy(lines, vocabularyOf)) {
    const stored = await termsOf(tx, vocabulary, group);
    const former: Term[] = [];
    for (const line of group) {
      const now = stored.get(codeOf(line));
      const chosen = new Set(JSON.parse(line.chosen) as string[]);
      const own = (JSON.parse(line.plan) as RowPlan).fields.filter(({ field }) => chosen.has(field));
      const isChanged = own.some(({ field, after }) => !isAlike(now?.[field as keyof Term], after));
      // A new item may be in use; an extra one is harmless.
      if (!now) reasons.set(line.position, 'Пункта словаря больше нет.');
      else if (isChanged) reasons.set(line.position, 'Пункт словаря изменили после импорта.');
      else if (line.outcome === 'new')
        reasons.set(line.position, 'Новый пункт словаря остаётся: на него могли сослаться записи.');
      else {
        reasons.set(line.position, undefined);
        former.push({ ...now, ...Object.fromEntries(own.map(({ field, before }) => [field, before])) });
      }
    }
    if (former.length > 0) await putTerms(tx, vocabulary, former);
  }
  return reasons;
}
