import { countRows } from '../database/page.ts';
import { audit } from '../audit/audit.ts';
import type { ImportMode } from '#domain/imports.ts';
import { applyPatch } from '#domain/editing/merge.ts';
import type { KindName, Source } from '#domain/kinds/index.ts';
import { authorOf } from '../audit/content.ts';
import { chunks } from '../database/chunks.ts';
import { findIds } from '../catalogue/store.ts';
import { putTerms, type Term } from '../catalogue/terms.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { DraftRow, ImportLine, ImportRow, RecordRow } from '../database/tables.ts';
import { problemsOf } from '../editors/check.ts';
import { putDraft } from '../editors/drafts.ts';
import { secondEditorKinds } from '../editors/review.ts';
import { changedBetween, digestOf } from './edited-fields.ts';
import type { ImportedFields } from './draft.ts';
import { codeOf, namesOf, recordsOf, termsOf, vocabularyOf, type RowPlan } from './journal.ts';
import { mergeSources } from './reconcile.ts';
import { References } from './references.ts';
import { changeOf, Writer, type WrittenChange } from './write.ts';
import type { Caller } from '../request/caller.ts';

const batchSize = 100;

interface Taken {
  line: ImportLine;
  plan: RowPlan;
  chosen: Set<string>;
  found: RecordRow | undefined;
  draft: DraftRow | undefined;
}

/** Stored outcome of a row. */
type Outcome = Partial<
  Pick<ImportLine, 'result' | 'reason' | 'record_id' | 'version_after' | 'draft_version'>
>;

interface Applied {
  applied: number;
  drafted: number;
  conflicts: number;
}

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
): Promise<Applied> {
  const run = new Applying(tx, { row, mode, caller, withSecond: await secondEditorKinds(tx) });
  const total = await countRows(
    tx.selectFrom('import_rows').where('import_id', '=', row.id).where('choice', '=', 'accepted'),
  );
  let done = 0;
  let after = -1;
  for (;;) {
    const lines = await tx
      .selectFrom('import_rows')
      .selectAll()
      .where('import_id', '=', row.id)
      .where('choice', '=', 'accepted')
      .where('position', '>', after)
      .orderBy('position')
      .limit(batchSize)
      .execute();
    if (lines.length === 0) break;
    await run.take(lines);
    after = lines.at(-1)?.position ?? after;
    done += lines.length;
    onProgress?.(done, total);
  }
  await run.closeCircles();
  await rememberSkips(tx, row, caller.now());
  const { counts } = run;
  await audit(tx, caller, 'imported', {
    details: `№ ${row.id}, ${row.format}, ${row.file_name}: записано ${counts.applied}, в черновики ${counts.drafted}, в конфликте ${counts.conflicts}`,
  });
  return counts;
}

class Applying {
  readonly counts: Applied = { applied: 0, drafted: 0, conflicts: 0 };
  readonly #tx: WriteTransaction;
  readonly #row: ImportRow;
  readonly #mode: ImportMode;
  readonly #caller: Caller;
  /** Kinds whose changes always need a second editor. */
  readonly #withSecond: ReadonlySet<string>;
  readonly #references: References;
  readonly #writer: Writer;

  constructor(
    tx: WriteTransaction,
    more: { row: ImportRow; mode: ImportMode; caller: Caller; withSecond: ReadonlySet<string> },
  ) {
    this.#tx = tx;
    this.#row = more.row;
    this.#mode = more.mode;
    this.#caller = more.caller;
    this.#withSecond = more.withSecond;
    this.#references = new References(tx, more.row.format);
    const signature = { author: authorOf(more.caller.user.id), reason: this.#reason };
    this.#writer = new Writer(tx, signature, more.caller.now());
  }

  get #reason(): string {
    return `Импорт № ${this.#row.id}: ${this.#row.format}, ${this.#row.file_name}`;
  }

  async take(lines: readonly ImportLine[]): Promise<void> {
    const [terms, records] = [
      lines.filter(({ kind }) => kind === 'term'),
      lines.filter(({ kind }) => kind !== 'term'),
    ];
    await this.#takeTerms(terms);
    const taken = await this.#look(records);
    const ready: Taken[] = [];
    for (const one of taken) {
      const conflict = await this.#conflictOf(one);
      if (conflict) await this.#refuse(one.line, conflict);
      else ready.push(one);
    }
    const { written = [], aside = [] } = Object.groupBy(ready, (one) =>
      this.#waits(one) ? 'aside' : 'written',
    );
    await this.#write(written);
    for (const one of aside) await this.#putAside(one);
  }

  /** Whether the change becomes a draft: by choice or for a second editor. */
  #waits({ line, found }: Taken): boolean {
    return found?.state === 'published' && this.#isForDrafts(line);
  }

  #isForDrafts({ kind }: ImportLine): boolean {
    return this.#mode === 'drafts' || this.#withSecond.has(kind);
  }

  async #look(lines: readonly ImportLine[]): Promise<Taken[]> {
    const { records, drafts } = await recordsOf(this.#tx, lines);
    return lines.map((line) => ({
      line,
      plan: JSON.parse(line.plan) as RowPlan,
      chosen: new Set(JSON.parse(line.chosen) as string[]),
      found: records.get(line.record_id ?? 0),
      draft: drafts.get(line.record_id ?? 0),
    }));
  }

  /** Conflict message if the record has changed since the comparison. */
  async #conflictOf({ line, plan, chosen, found, draft }: Taken): Promise<string | undefined> {
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
    if (this.#waits({ line, plan, chosen, found, draft }))
      return 'Над записью работает редактор: у неё начатая правка.';
    const drafted = changedBetween(found.data, draft.data);
    return [...chosen].some((field) => drafted.has(field))
      ? 'Те же поля меняет начатая правка редактора.'
      : undefined;
  }

  async #takeTerms(lines: readonly ImportLine[]): Promise<void> {
    for (const [vocabulary, group] of Map.groupBy(lines, vocabularyOf)) {
      const stored = await termsOf(this.#tx, vocabulary, group);
      const items = group.map((line): Term => {
        const code = codeOf(line);
        const chosen = new Set(JSON.parse(line.chosen) as string[]);
        const taken = (JSON.parse(line.plan) as RowPlan).fields.filter(({ field }) => chosen.has(field));
        const values = Object.fromEntries(taken.map(({ field, after }) => [field, after]));
        return { position: 0, title: code, ...stored.get(code), ...values, code };
      });
      await putTerms(this.#tx, vocabulary, items);
      for (const line of group) await this.#note(line, { result: 'applied' });
      this.counts.applied += group.length;
    }
  }

  #patch({ plan, chosen }: Taken): ImportedFields {
    const taken = plan.fields.filter(
      ({ field }) => chosen.has(field) && field !== 'state' && field !== 'sources',
    );
    return Object.fromEntries(taken.map(({ field, after }) => [field, after === undefined ? null : after]));
  }

  #sources({ plan, found }: Taken, patch: ImportedFields): readonly Source[] | undefined {
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

  async #write(ready: readonly Taken[]): Promise<void> {
    const results = await this.#writer.write(ready.map((one) => this.#changeOf(one)));
    for (const [index, result] of results.entries()) {
      const { line, found } = ready[index]!;
      if (result.outcome === 'rejected') {
        await this.#refuse(line, result.problem.message);
        continue;
      }
      const isDraft = this.#isForDrafts(line) && !found;
      this.counts[isDraft ? 'drafted' : 'applied'] += 1;
      await this.#note(line, {
        result: isDraft ? 'draft' : 'applied',
        record_id: result.id,
        version_after: result.version,
      });
    }
  }

  #changeOf(one: Taken): WrittenChange {
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
  async #putAside(one: Taken): Promise<void> {
    const { line, found } = one;
    if (!found) return;
    const patch = this.#writer.linked(line.kind, this.#patch(one));
    const isForReview = this.#withSecond.has(line.kind) && this.#mode === 'publish';
    const version = {
      data: JSON.stringify(applyPatch(JSON.parse(found.data) as ImportedFields, patch)),
      sources: JSON.stringify(this.#sources(one, patch) ?? JSON.parse(found.sources)),
    };
    const [problem] = isForReview ? await problemsOf(this.#tx, found, version) : [];
    if (problem) return await this.#refuse(line, problem.message);
    const draft_version = await putDraft(this.#tx, {
      row: found,
      draft: undefined,
      ...version,
      status: isForReview ? 'review' : 'draft',
      baseVersion: found.version,
      note: this.#reason,
      caller: this.#caller,
    });
    this.counts.drafted += 1;
    await this.#note(line, { result: 'draft', draft_version });
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

  async #refuse(line: ImportLine, reason: string): Promise<void> {
    this.counts.conflicts += 1;
    await this.#note(line, { result: 'conflict', reason });
  }

  async #note(line: ImportLine, outcome: Outcome): Promise<void> {
    await this.#tx
      .updateTable('import_rows')
      .set(outcome)
      .where('import_id', '=', this.#row.id)
      .where('position', '=', line.position)
      .execute();
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
