import { audit } from '../audit/audit.ts';
import type { ImportMode } from '#domain/imports.ts';
import { applyPatch } from '#domain/editing/merge.ts';
import type { KindName, Source } from '#domain/kinds/index.ts';
import { authorOf } from '../audit/content.ts';
import { chunks } from '../database/chunks.ts';
import { findIds } from '../catalogue/store.ts';
import { putTerms, type Term } from '../catalogue/terms.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { ImportLine, ImportRow } from '../database/tables.ts';
import { problemsOf } from '../editors/check.ts';
import { putDraft } from '../editors/drafts.ts';
import { secondEditorKinds } from '../editors/review.ts';
import { changedBetween, digestOf } from './edited-fields.ts';
import type { ImportedFields } from './draft.ts';
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
  {
    row,
    mode,
    caller,
    onProgress,
  }: {
    row: ImportRow;
    mode: ImportMode;
    caller: Caller;
    onProgress?: (done: number, total: number) => void;
  },
): Promise<void> {
  const run = new Applying(tx, { row, mode, caller, withSecond: await secondEditorKinds(tx) });
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
    await run.take(lines);
    done += lines.length;
    onProgress?.(done, positions.length);
  }
  await run.closeCircles();
  await rememberSkips(tx, row, caller.now());
  const { applied, draft, conflict } = run.counts;
  await audit(tx, caller, 'imported', {
    details: `№ ${row.id}, ${row.format}, ${row.file_name}: записано ${applied}, в черновики ${draft}, в конфликте ${conflict}`,
  });
}

class Applying {
  readonly counts = { applied: 0, draft: 0, conflict: 0 };
  readonly #tx: WriteTransaction;
  readonly #row: ImportRow;
  readonly #mode: ImportMode;
  readonly #caller: Caller;
  /** Kinds whose changes always need a second editor. */
  readonly #withSecond: ReadonlySet<string>;
  readonly #references: References;
  readonly #writer: Writer;
  readonly #reason: string;

  constructor(
    tx: WriteTransaction,
    more: { row: ImportRow; mode: ImportMode; caller: Caller; withSecond: ReadonlySet<string> },
  ) {
    const { row, mode, caller, withSecond } = more;
    this.#tx = tx;
    this.#row = row;
    this.#mode = mode;
    this.#caller = caller;
    this.#withSecond = withSecond;
    this.#references = new References(tx, row.format);
    this.#reason = `Импорт № ${row.id}: ${row.format}, ${row.file_name}`;
    const signature = { author: authorOf(caller.user.id), reason: this.#reason };
    this.#writer = new Writer(tx, signature, caller.now());
  }

  async take(lines: readonly StoredLine[]): Promise<void> {
    await this.#takeTerms(lines.filter(({ line }) => line.kind === 'term'));
    const ready: StoredLine[] = [];
    for (const one of lines.filter(({ line }) => line.kind !== 'term')) {
      const reason = await this.#conflictOf(one);
      if (reason) await this.#note(one, { result: 'conflict', reason });
      else ready.push(one);
    }
    await this.#write(ready.filter((one) => !this.#waits(one)));
    for (const one of ready) if (this.#waits(one)) await this.#putAside(one);
  }

  /** Whether the change becomes a draft: by choice or for a second editor. */
  #waits({ line, found }: StoredLine): boolean {
    return found?.state === 'published' && this.#isForDrafts(line);
  }

  #isForDrafts({ kind }: ImportLine): boolean {
    return this.#mode === 'drafts' || this.#withSecond.has(kind);
  }

  /** Conflict message if the record has changed since the comparison. */
  async #conflictOf(one: StoredLine): Promise<string | undefined> {
    const { line, plan, chosen, found, draft } = one;
    if (line.record_id === null) {
      const kind = line.kind as KindName;
      const known = plan.external
        ? (await findIds(this.#tx, kind, [plan.external])).has(plan.external)
        : await this.#references.byTitle(kind, line.title);
      return known ? 'Такая запись тем временем появилась. Сверьте файл заново.' : undefined;
    }
    if (!found || found.version !== line.version_before)
      return 'Запись тем временем изменили. Сверьте файл заново, чтобы увидеть обе правки.';
    if (!draft) return undefined;
    if (this.#waits(one)) return 'Над записью работает редактор: у неё начатая правка.';
    const drafted = changedBetween(found.data, draft.data);
    return [...chosen].some((field) => drafted.has(field))
      ? 'Те же поля меняет начатая правка редактора.'
      : undefined;
  }

  async #takeTerms(lines: readonly StoredLine[]): Promise<void> {
    for (const [vocabulary, group] of Map.groupBy(lines, vocabularyOf)) {
      const stored = await termsOf(this.#tx, vocabulary, group);
      const items = group.map((one): Term => {
        const code = codeOf(one);
        const values = Object.fromEntries(chosenFields(one).map(({ field, after }) => [field, after]));
        return { position: 0, title: code, ...stored.get(code), ...values, code };
      });
      await putTerms(this.#tx, vocabulary, items);
      for (const one of group) await this.#note(one, { result: 'applied' });
    }
  }

  #patch(one: StoredLine): ImportedFields {
    const taken = chosenFields(one).filter(({ field }) => field !== 'state' && field !== 'sources');
    return Object.fromEntries(taken.map(({ field, after }) => [field, after === undefined ? null : after]));
  }

  #sources({ plan, found }: StoredLine, patch: ImportedFields): readonly Source[] | undefined {
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

  async #write(ready: readonly StoredLine[]): Promise<void> {
    const results = await this.#writer.write(ready.map((one) => this.#changeOf(one)));
    for (const [index, result] of results.entries()) {
      const one = ready[index]!;
      if (result.outcome === 'rejected')
        await this.#note(one, { result: 'conflict', reason: result.problem.message });
      else
        await this.#note(one, {
          result: this.#isForDrafts(one.line) && !one.found ? 'draft' : 'applied',
          record_id: result.id,
          version_after: result.version,
        });
    }
  }

  #changeOf(one: StoredLine): WrittenChange {
    const { line, plan, chosen, found } = one;
    const fields = this.#patch(one);
    const change = changeOf(
      { ...plan, kind: line.kind, id: found?.id, promised: plan.provisional },
      { format: this.#row.format, fields, sources: this.#sources(one, fields) },
    );
    const expected_version = line.version_before ?? 0;
    const isForDrafts = this.#isForDrafts(line);
    if (!found) return { ...change, expected_version, ...(isForDrafts && { state: 'draft' }) };
    if (!chosen.has('state')) return { ...change, expected_version };
    return { ...change, expected_version, state: isForDrafts ? 'draft' : 'published', successor: null };
  }

  /** A pending change of a published record: as a draft, or for review. */
  async #putAside(one: StoredLine): Promise<void> {
    const { line, found } = one;
    if (!found) return;
    const patch = this.#writer.linked(line.kind, this.#patch(one));
    const isForReview = this.#withSecond.has(line.kind) && this.#mode === 'publish';
    const version = {
      data: JSON.stringify(applyPatch(JSON.parse(found.data) as ImportedFields, patch)),
      sources: JSON.stringify(this.#sources(one, patch) ?? JSON.parse(found.sources)),
    };
    const [problem] = isForReview ? await problemsOf(this.#tx, found, version) : [];
    if (problem) return await this.#note(one, { result: 'conflict', reason: problem.message });
    const draft_version = await putDraft(this.#tx, {
      row: found,
      draft: undefined,
      ...version,
      status: isForReview ? 'review' : 'draft',
      baseVersion: found.version,
      note: this.#reason,
      caller: this.#caller,
    });
    await this.#note(one, { result: 'draft', draft_version });
  }

  /** Circular links add a version. */
  async closeCircles(): Promise<void> {
    for (const { id, version } of await this.#writer.closeCircles())
      await this.#tx
        .updateTable('import_rows')
        .set({ version_after: version })
        .where('import_id', '=', this.#row.id)
        .where('record_id', '=', id)
        .execute();
  }

  async #note(
    one: StoredLine,
    outcome: LineOutcome & { result: 'applied' | 'draft' | 'conflict' },
  ): Promise<void> {
    this.counts[outcome.result] += 1;
    await noteOutcome(this.#tx, one, outcome);
  }
}

/** Remembers fields refused by name, until the source changes. */
async function rememberSkips(tx: WriteTransaction, row: ImportRow, now: Date): Promise<void> {
  const lines = await tx
    .selectFrom('import_rows')
    .select(['kind', 'identity', 'refused', 'chosen', 'plan'])
    .where('import_id', '=', row.id)
    .where('outcome', '=', 'changed')
    .where('choice', '!=', 'open')
    .execute();
  const skips = lines.flatMap(({ kind, identity, refused, plan }) => {
    const { fields } = JSON.parse(plan) as RowPlan;
    const names = new Set(
      namesOf(
        refused,
        fields.map(({ field }) => field),
      ),
    );
    return fields
      .filter(({ field }) => names.has(field))
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
