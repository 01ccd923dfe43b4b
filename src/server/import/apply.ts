import { audit } from '../audit/audit.ts';
import type { ImportMode } from '#domain/imports.ts';
import { applyPatch } from '#domain/editing/merge.ts';
import type { KindName, Source } from '#domain/kinds/index.ts';
import { authorOf } from '../audit/content.ts';
import { chunks } from '../database/chunks.ts';
import { findIds } from '../catalogue/store.ts';
import { putTerms, type Term } from '../catalogue/terms.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { ImportRow } from '../database/tables.ts';
import { problemsOf } from '../editors/check.ts';
import { putDraft } from '../editors/drafts.ts';
import { secondEditorKinds } from '../editors/review.ts';
import { changedBetween, digestOf } from './edited-fields.ts';
import type { ImportedFields } from './draft.ts';
import type { OnProgress } from './jobs.ts';
import {
  chosenFields,
  codeOf,
  linesAt,
  namesOf,
  noteOutcome,
  termsOf,
  vocabularyOf,
  type LineOutcome,
  type RowPlan,
  type StoredLine,
} from './journal.ts';
import { mergeSources } from './reconcile.ts';
import { References } from './references.ts';
import { changeOf, Writer, type WrittenChange } from './write.ts';
import type { Caller } from '../request/caller.ts';

/**
 * Applies accepted rows in one transaction: new records, chosen fields, dictionary items. Records changed
 * since the comparison are skipped as conflicts.
 */
export async function applyImport(
  tx: WriteTransaction,
  given: Pick<Applying, 'row' | 'mode' | 'caller'> & { onProgress: OnProgress },
): Promise<void> {
  const { row, mode, caller, onProgress } = given;
  const reason = `Импорт № ${row.id}: ${row.format}, ${row.file_name}`;
  const applying: Applying = {
    tx,
    row,
    mode,
    caller,
    reason,
    withSecond: await secondEditorKinds(tx),
    references: new References(tx, row.format),
    writer: new Writer(tx, { author: authorOf(caller.user.id), reason }, caller.now()),
    counts: { applied: 0, draft: 0, conflict: 0 },
  };
  const accepted = await tx
    .selectFrom('import_rows')
    .select('position')
    .where('import_id', '=', row.id)
    .where('choice', '=', 'accepted')
    .orderBy('position')
    .execute();
  const positions = accepted.map(({ position }) => position);
  let done = 0;
  for await (const lines of linesAt(tx, row.id, positions)) {
    await take(applying, lines);
    done += lines.length;
    onProgress(done, positions.length);
  }
  // Circular links add a version.
  for (const { id, version } of await applying.writer.closeCircles())
    await tx
      .updateTable('import_rows')
      .set({ version_after: version })
      .where('import_id', '=', row.id)
      .where('record_id', '=', id)
      .execute();
  await rememberSkips(tx, row, caller.now());
  const { applied, draft, conflict } = applying.counts;
  await audit(tx, caller, 'imported', {
    details: `№ ${row.id}, ${row.format}, ${row.file_name}: записано ${applied}, в черновики ${draft}, в конфликте ${conflict}`,
  });
}

interface Applying {
  tx: WriteTransaction;
  row: ImportRow;
  mode: ImportMode;
  caller: Caller;
  reason: string;
  /** Kinds whose changes always need a second editor. */
  withSecond: ReadonlySet<string>;
  references: References;
  writer: Writer;
  counts: { applied: number; draft: number; conflict: number };
}

async function take(applying: Applying, lines: readonly StoredLine[]): Promise<void> {
  const { terms = [], records = [] } = Object.groupBy(lines, ({ line }) =>
    line.kind === 'term' ? 'terms' : 'records',
  );
  await takeTerms(applying, terms);
  const written: StoredLine[] = [];
  const waiting: StoredLine[] = [];
  for (const one of records) {
    const reason = await conflictOf(applying, one);
    if (reason) await note(applying, one, { result: 'conflict', reason });
    else (isWaiting(applying, one) ? waiting : written).push(one);
  }
  await write(applying, written);
  // After the new records that they may link to.
  for (const one of waiting) await putAside(applying, one);
}

const isForDrafts = ({ mode, withSecond }: Applying, { line }: StoredLine): boolean =>
  mode === 'drafts' || withSecond.has(line.kind);

const isWaiting = (applying: Applying, one: StoredLine): boolean =>
  one.found?.state === 'published' && isForDrafts(applying, one);

async function conflictOf(applying: Applying, one: StoredLine): Promise<string | undefined> {
  const { line, plan, chosen, found, draft } = one;
  if (line.record_id === null) {
    const kind = line.kind as KindName;
    const known = plan.external
      ? (await findIds(applying.tx, kind, [plan.external])).has(plan.external)
      : await applying.references.byTitle(kind, line.title);
    return known ? 'Такая запись тем временем появилась. Сверьте файл заново.' : undefined;
  }
  if (!found || found.version !== line.version_before)
    return 'Запись тем временем изменили. Сверьте файл заново, чтобы увидеть обе правки.';
  if (!draft) return undefined;
  if (isWaiting(applying, one)) return 'Над записью работает редактор: у неё начатая правка.';
  const drafted = changedBetween(found.data, draft.data);
  return [...chosen].some((field) => drafted.has(field))
    ? 'Те же поля меняет начатая правка редактора.'
    : undefined;
}

async function takeTerms(applying: Applying, lines: readonly StoredLine[]): Promise<void> {
  const { tx } = applying;
  for (const [vocabulary, group] of Map.groupBy(lines, vocabularyOf)) {
    const stored = await termsOf(tx, vocabulary, group);
    const items = group.map((one): Term => {
      const code = codeOf(one);
      const values = Object.fromEntries(chosenFields(one).map(({ field, after }) => [field, after]));
      return { position: 0, title: code, ...stored.get(code), ...values, code };
    });
    await putTerms(tx, vocabulary, items);
    for (const one of group) await note(applying, one, { result: 'applied' });
  }
}

function patchOf(one: StoredLine): ImportedFields {
  const taken = chosenFields(one).filter(({ field }) => field !== 'state' && field !== 'sources');
  return Object.fromEntries(taken.map(({ field, after }) => [field, after === undefined ? null : after]));
}

function sourcesOf({ plan, found }: StoredLine, patch: ImportedFields): readonly Source[] | undefined {
  if (!plan.sources) return undefined;
  const { offered, confirmed, shares } = plan.sources;
  const changed = Object.keys(patch);
  return mergeSources(
    found ? (JSON.parse(found.sources) as Source[]) : [],
    { sources: offered, shares: new Set(shares) },
    {
      accepted: new Set([...confirmed, ...changed.filter((field) => patch[field] !== null)]),
      changed: new Set(changed),
    },
  );
}

async function write(applying: Applying, ready: readonly StoredLine[]): Promise<void> {
  const results = await applying.writer.write(ready.map((one) => changeFor(applying, one)));
  for (const [index, result] of results.entries()) {
    const one = ready[index]!;
    if (result.outcome === 'rejected')
      await note(applying, one, { result: 'conflict', reason: result.problem.message });
    else
      await note(applying, one, {
        result: isForDrafts(applying, one) && !one.found ? 'draft' : 'applied',
        record_id: result.id,
        version_after: result.version,
      });
  }
}

function changeFor(applying: Applying, one: StoredLine): WrittenChange {
  const { line, plan, chosen, found } = one;
  const fields = patchOf(one);
  const change = changeOf(
    { ...plan, kind: line.kind, id: found?.id, promised: plan.provisional },
    { format: applying.row.format, fields, sources: sourcesOf(one, fields) },
  );
  const expected_version = line.version_before ?? 0;
  const state = isForDrafts(applying, one) ? 'draft' : 'published';
  if (!found) return { ...change, expected_version, ...(state === 'draft' && { state }) };
  if (!chosen.has('state')) return { ...change, expected_version };
  return { ...change, expected_version, state, successor: null };
}

/** A pending change of a published record: as a draft, or for review. */
async function putAside(applying: Applying, one: StoredLine): Promise<void> {
  const { tx, mode, caller, withSecond, writer } = applying;
  const { line, found } = one;
  if (!found) return;
  const patch = writer.linked(line.kind, patchOf(one));
  const isForReview = withSecond.has(line.kind) && mode === 'publish';
  const version = {
    data: JSON.stringify(applyPatch(JSON.parse(found.data) as ImportedFields, patch)),
    sources: JSON.stringify(sourcesOf(one, patch) ?? JSON.parse(found.sources)),
  };
  const [problem] = isForReview ? await problemsOf(tx, found, version) : [];
  if (problem) return await note(applying, one, { result: 'conflict', reason: problem.message });
  const draft_version = await putDraft(
    { tx, caller, row: found, draft: undefined },
    {
      ...version,
      status: isForReview ? 'review' : 'draft',
      base_version: found.version,
      note: applying.reason,
    },
  );
  await note(applying, one, { result: 'draft', draft_version });
}

async function note(
  { tx, counts }: Applying,
  one: StoredLine,
  outcome: LineOutcome & { result: 'applied' | 'draft' | 'conflict' },
): Promise<void> {
  counts[outcome.result] += 1;
  await noteOutcome(tx, one, outcome);
}

/** Remembers fields refused by name, until the source changes. */
async function rememberSkips(tx: WriteTransaction, row: ImportRow, now: Date): Promise<void> {
  const lines = await tx
    .selectFrom('import_rows')
    .select(['kind', 'identity', 'refused', 'plan'])
    .where('import_id', '=', row.id)
    .where('outcome', '=', 'changed')
    .where('choice', '!=', 'open')
    .execute();
  const skips = lines.flatMap(({ kind, identity, refused, plan }) => {
    const { fields } = JSON.parse(plan) as RowPlan;
    const all = fields.map(({ field }) => field);
    const names = namesOf(refused, all);
    return fields
      .filter(({ field }) => names.includes(field))
      .map(({ field, after }) => ({
        format: row.format,
        identity: `${kind} ${identity}`,
        field,
        digest: digestOf(after),
        created_at: now.toISOString(),
      }));
  });
  for (const some of chunks(skips, 100))
    await tx
      .insertInto('import_skips')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['format', 'identity', 'field']).doUpdateSet((eb) => ({
          digest: eb.ref('excluded.digest'),
          created_at: eb.ref('excluded.created_at'),
        })),
      )
      .execute();
}
