import type { Source, RecordState } from '#domain/kinds/index.ts';
import { firstReview } from '#domain/review.ts';
import { contentEntry } from '../audit/content.ts';
import { appendToAudit } from '../audit/append.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';
import { derivedOf } from './derived.ts';
import { lookUp, type Lookup } from './lookup.ts';
import { plan, type Plan } from './plan.ts';
import { RecordProblem } from './problem.ts';
import { insertChanges, insertRevisions, replaceDerived, saveRecords, takeNumbers } from './rows.ts';

export { RecordProblem } from './problem.ts';
export { findIds, findRecord, findRecords, type StoredRecord } from './stored.ts';

/** What somebody wants a record to be. A record is known again by `id`, else by `external`. */
export interface Draft {
  /** Name of the kind: 'disease'. */
  kind: string;
  id?: number | undefined;
  /** `ORPHA:355`; left out, it follows from the kind's external field if `fields` has it. */
  external?: string | undefined;
  /** Fields to set; `null` empties one. With `whole`, fields that are not named are emptied too. */
  fields: Record<string, unknown>;
  whole?: boolean | undefined;
  /** Who gives these values, one writer for all or one per field; noted for the fields that change. */
  origins: string | Record<string, string>;
  /** All sources of the record; left out, they stay. */
  sources?: readonly Source[] | undefined;
  /** Left out, it stays; a new record is a draft. */
  state?: RecordState | undefined;
  reviewed_at?: string | null | undefined;
  reviewer?: string | null | undefined;
  /** Left out or null, it stays; a published record without one gets one by its kind. */
  review_due?: string | null | undefined;
  /** The record that stands for it when it is taken off. */
  successor?: number | null | undefined;
  /** The editor who answers for it. */
  owner?: number | undefined;
  /** Refused with 409 when the stored version is another. */
  expected_version?: number | undefined;
  author: string;
  reason?: string | undefined;
}

export type Written = { outcome: 'new' | 'changed' | 'same'; id: number; version: number };
export type StoreRejection = { outcome: 'rejected'; problem: RecordProblem };

/** Drafts that are looked up, checked and written together. */
const batchSize = 200;

/** Writes one record; what does not fit is thrown. */
export async function writeRecord(tx: WriteTransaction, draft: Draft, now = new Date()): Promise<Written> {
  const [written] = await writeRecords(tx, [draft], now);
  if (written?.outcome === 'rejected') throw written.problem;
  return written as Written;
}

/**
 * Writes many records in the order given and answers for each; a rejected one is left out and holds up nobody.
 * The only way into `records`: links, facets, revisions and changes follow from here.
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

/** Writes the drafts up to the first one that speaks of a record met before in the batch. */
async function writeBatch(
  tx: WriteTransaction,
  batch: readonly Draft[],
  now: string,
): Promise<(Written | StoreRejection)[]> {
  const known = await lookUp(tx, batch);
  const answers: (Plan | StoreRejection)[] = [];
  for (const draft of batch) {
    if (known.isPlanned(draft)) break;
    answers.push(attempt(draft, known, now));
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

function attempt(draft: Draft, known: Lookup, now: string): Plan | StoreRejection {
  try {
    return plan(draft, known, now);
  } catch (error) {
    if (error instanceof RecordProblem) return { outcome: 'rejected', problem: error };
    throw error;
  }
}

async function save(tx: WriteTransaction, plans: Plan[], now: string): Promise<void> {
  if (plans.length === 0) return;
  await number(tx, plans);
  const today = now.slice(0, 10);
  for (const { kind, row, fields } of plans)
    if (isPublic(row)) row.review_due ??= firstReview(kind, { ...row, fields }, today);
  const derived = plans.map(({ row }) => derivedOf(row, today));
  const rows = plans.map(({ row }, index) => Object.assign(row, derived[index]!.columns));
  await saveRecords(tx, rows);
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
  await insertRevisions(tx, revisions);
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

/** Gives new records their ids and changes that readers see their numbers. */
async function number(tx: WriteTransaction, plans: Plan[]): Promise<void> {
  const fresh = plans.filter(({ outcome }) => outcome === 'new');
  if (fresh.length > 0) {
    let id = await takeNumbers(tx, 'record', fresh.length);
    for (const { row } of fresh) row.id = id++;
  }
  const seen = plans.filter(isSeen);
  if (seen.length > 0) {
    let seq = await takeNumbers(tx, 'change', seen.length);
    for (const { row } of seen) row.changed_seq = seq++;
  }
}

const isPublic = (row: Pick<RecordRow, 'state'>) => row.state === 'published';

/** Readers see a change of what was, or becomes, published; drafts change unseen. */
const isSeen = ({ before, row }: Plan) => isPublic(row) || (before !== undefined && isPublic(before));
