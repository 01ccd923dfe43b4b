import { audit } from '../audit/audit.ts';
import { titleOf } from '../catalogue/names.ts';
import { putTerms, type Term } from '../catalogue/terms.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { ImportLine, ImportRow, RecordRow } from '../database/tables.ts';
import { restoreVersions, type Restoring } from '../editors/restore.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { undoneReason } from './edited-fields.ts';
import type { OnProgress } from './jobs.ts';
import {
  chosenFields,
  codeOf,
  linesAt,
  noteOutcome,
  termsOf,
  vocabularyOf,
  type StoredLine,
} from './journal.ts';
import type { Caller } from '../request/caller.ts';

/**
 * Undoes an import in one transaction: restores known records, removes new ones. Records changed since are
 * skipped and named.
 */
export async function undoImport(
  tx: WriteTransaction,
  { row, caller, onProgress }: { row: ImportRow; caller: Caller; onProgress: OnProgress },
): Promise<void> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['position', 'version_before'])
    .where('import_id', '=', row.id)
    .where('result', 'in', ['applied', 'draft'])
    .orderBy('position')
    .execute();
  const positionsOf = (isNew: boolean) =>
    rows.flatMap(({ position, version_before }) => ((version_before === null) === isNew ? position : []));
  let [undone, left] = [0, 0];
  // New records go last: known ones may refer to them until they are restored.
  for (const positions of [positionsOf(false), positionsOf(true)])
    for await (const lines of linesAt(tx, row.id, positions)) {
      const reasons = await undoLines(tx, caller, row, lines);
      for (const one of lines) {
        const reason = reasons.get(one);
        await noteOutcome(tx, one, reason ? { result: 'left', reason } : { result: 'undone' });
        if (reason) left += 1;
        else undone += 1;
      }
      onProgress(undone + left, rows.length);
    }
  await audit(tx, caller, 'import undone', {
    details: `№ ${row.id}, ${row.format}, ${row.file_name}: возвращено ${undone}, оставлено ${left}`,
  });
}

/** Why lines are skipped; the others are undone. */
type Reasons = Map<StoredLine, string | undefined>;

async function undoLines(
  tx: WriteTransaction,
  caller: Caller,
  row: ImportRow,
  lines: readonly StoredLine[],
): Promise<Reasons> {
  const reasons = await undoTerms(
    tx,
    lines.filter(({ line }) => line.kind === 'term'),
  );
  const restoring = new Map<StoredLine, Restoring>();
  for (const one of lines) {
    const { line, found } = one;
    if (line.kind === 'term') continue;
    if (!found) reasons.set(one, 'Записи больше нет.');
    else if (line.result === 'draft' && line.outcome === 'changed')
      reasons.set(one, await undoDraft(tx, line));
    else {
      const reason = await whyLeft(tx, one, found);
      reasons.set(one, reason);
      const { version_before: version } = line;
      if (!reason)
        restoring.set(one, { row: found, version, state: 'archived', origins: originsIn(one, row) });
    }
  }
  const restored = await restoreVersions(tx, caller, [...restoring.values()], `${undoneReason} ${row.id}`);
  for (const [index, one] of [...restoring.keys()].entries()) {
    const result = restored[index]!;
    if (result.outcome === 'refused') reasons.set(one, result.message);
    if (result.outcome === 'review')
      reasons.set(one, 'Такие записи смотрит второй редактор: прежняя версия отправлена на проверку.');
  }
  return reasons;
}

const originsIn = ({ plan }: StoredLine, { format }: ImportRow): Record<string, string> =>
  Object.fromEntries(plan.fields.map(({ field, origin }) => [field, origin ?? format]));

async function whyLeft(
  tx: WriteTransaction,
  { line, draft }: StoredLine,
  { id, version }: RecordRow,
): Promise<string | undefined> {
  if (version !== line.version_after) return 'Запись изменили после импорта.';
  if (draft) return 'Над записью работает редактор: у неё начатая правка.';
  if (line.version_before !== null) return undefined;
  const referrer = await foreignReferrer(tx, id, line.import_id);
  return referrer && `На запись ссылается «${referrer}»: сначала уберите ссылку.`;
}

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

async function undoTerms(tx: WriteTransaction, lines: readonly StoredLine[]): Promise<Reasons> {
  const reasons: Reasons = new Map();
  for (const [vocabulary, group] of Map.groupBy(lines, vocabularyOf)) {
    const stored = await termsOf(tx, vocabulary, group);
    const former: Term[] = [];
    for (const one of group) {
      const now = stored.get(codeOf(one));
      const own = chosenFields(one);
      const isChanged = own.some(({ field, after }) => !isAlike(now?.[field as keyof Term], after));
      // A new item may be in use; an extra one is harmless.
      if (!now) reasons.set(one, 'Пункта словаря больше нет.');
      else if (isChanged) reasons.set(one, 'Пункт словаря изменили после импорта.');
      else if (one.line.outcome === 'new')
        reasons.set(one, 'Новый пункт словаря остаётся: на него могли сослаться записи.');
      else former.push({ ...now, ...Object.fromEntries(own.map(({ field, before }) => [field, before])) });
    }
    if (former.length > 0) await putTerms(tx, vocabulary, former);
  }
  return reasons;
}
