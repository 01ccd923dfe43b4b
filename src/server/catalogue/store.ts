import { portalDay } from '#domain/dates.ts';
import { firstReview } from '#domain/review.ts';
import { contentEntry } from '../audit/content.ts';
import { appendToAudit } from '../audit/append.ts';
import { chunks } from '../database/chunks.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { excluded } from '../database/page.ts';
import { tables } from '../database/tables.ts';
import { derivedOf, insertChanges, replaceDerived } from './derived.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './lookup.ts';
import { isPublic, planDraft, type Plan, type StoreRejection } from './plan.ts';

export { findIds, findRecord, findRecords, type StoredRecord } from './stored.ts';

export type Written = { outcome: 'new' | 'changed' | 'same'; id: number; version: number };

const batchSize = 200;

/** Writes one record; throws on errors. */
export async function writeRecord(tx: WriteTransaction, draft: Draft, now = new Date()): Promise<Written> {
  const [written] = await writeRecords(tx, [draft], now);
  if (written?.outcome === 'rejected') throw written.problem;
  return written as Written;
}

/**
 * Writes records in order and returns each outcome; invalid ones are skipped. The only way to write
 * `records`: links, facets, revisions and changes follow here.
 */
export async function writeRecords(
  tx: WriteTransaction,
  drafts: readonly Draft[],
  now = new Date(),
): Promise<(Written | StoreRejection)[]> {
  const results: (Written | StoreRejection)[] = [];
  while (results.length < drafts.length) {
    const batch = drafts.slice(results.length, results.length + batchSize);
    results.push(...(await writeBatch(tx, batch, now.toISOString())));
  }
  return results;
}

/** Writes drafts up to the first one about a record already in the batch. */
async function writeBatch(
  tx: WriteTransaction,
  batch: readonly Draft[],
  now: string,
): Promise<(Written | StoreRejection)[]> {
  const known = await lookUp(tx, batch);
  const answers: (Plan | StoreRejection)[] = [];
  for (const draft of batch) {
    if (known.isPlanned(draft)) break;
    answers.push(await planDraft(tx, draft, known, now));
  }
  const plans = answers.filter((answer): answer is Plan => answer.outcome !== 'rejected');
  await save(
    tx,
    plans.filter(({ outcome }) => outcome !== 'same'),
    now,
  );
  return answers.map((answer) =>
    answer.outcome === 'rejected'
      ? answer
      : { outcome: answer.outcome, id: answer.row.id, version: answer.row.version },
  );
}

/** A stored record keeps the others. */
const writtenColumns = Object.keys(tables.records).filter(
  (column) => !['id', 'kind', 'created_at'].includes(column),
);

async function save(tx: WriteTransaction, plans: Plan[], now: string): Promise<void> {
  if (plans.length === 0) return;
  await number(tx, plans);
  const today = portalDay(now);
  for (const { kind, row, fields } of plans)
    if (isPublic(row)) row.review_due ??= firstReview(kind, { ...row, fields }, today);
  const derived = plans.map(({ row }) => derivedOf(row, today));
  const rows = plans.map(({ row }, index) => Object.assign(row, derived[index]!.columns));
  for (const some of chunks(rows, 100))
    await tx
      .insertInto('records')
      .values(some)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(excluded(writtenColumns)))
      .execute();
  const old = plans.filter(({ outcome }) => outcome === 'changed').map(({ row }) => row.id);
  await replaceDerived(tx, old, derived);
  const revisions = plans.map(({ row, draft, changed }) => ({
    record_id: row.id,
    version: row.version,
    state: row.state,
    data: row.data,
    sources: row.sources,
    author: draft.author,
    reason: draft.reason ?? null,
    created_at: now,
    fields: JSON.stringify(changed),
  }));
  for (const some of chunks(revisions, 100)) await tx.insertInto('revisions').values(some).execute();
  await appendToAudit(tx, revisions.map(contentEntry));
  await insertChanges(
    tx,
    plans.filter(isSeen).map(({ row }) => ({
      seq: row.changed_seq ?? 0,
      record_id: row.id,
      kind: row.kind,
      action: isPublic(row) ? 'put' : 'remove',
      version: row.version,
      created_at: now,
    })),
  );
}

/** Assigns ids to new records and numbers to public changes. */
async function number(tx: WriteTransaction, plans: Plan[]): Promise<void> {
  const fresh = plans.filter(({ outcome }) => outcome === 'new');
  if (fresh.length > 0) {
    let id = await nextNumber(tx, 'record', fresh.length);
    for (const { row } of fresh) row.id = id++;
  }
  const seen = plans.filter(isSeen);
  if (seen.length > 0) {
    let seq = await nextNumber(tx, 'change', seen.length);
    for (const { row } of seen) row.changed_seq = seq++;
  }
}

/** Whether readers see the change: published before or after. */
const isSeen = ({ before, row }: Plan) => isPublic(row) || (before !== undefined && isPublic(before));
