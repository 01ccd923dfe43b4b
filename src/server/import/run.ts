import { getKind } from '#domain/kinds/index.ts';
import { writeRecords } from '../catalogue/store.ts';
import { putTerms } from '../catalogue/terms.ts';
import type { Database, Writing } from '../database/database.ts';
import { identityOf, type RecordDraft, type TermDraft } from './draft.ts';
import { getFormat } from './formats/index.ts';
import { openInput, type Input } from './input.ts';
import { keepFinished, type WrittenRow } from './journal.ts';
import { inOrder } from './order.ts';
import { readInput } from './reading.ts';
import { reconcile } from './reconcile.ts';
import { fieldsOf, References, referencesIn } from './references.ts';
import { isOfNobody, isUnlinked, noteKept, offerOf } from './settle.ts';
import { Summary } from './summary.ts';

export interface ImportOptions {
  format: string;
  /** A file or folder, or its content at hand. */
  input: string | Input;
  /** Everything is tried and nothing is kept. */
  isDry?: boolean;
  now?: Date;
  onProgress?: (done: number, total: number) => void;
  /** Noted among the imports of the desk, where it can be looked at and undone. */
  journal?: { fileName: string };
}

/** Ends a dry run: a transaction that is given up leaves nothing behind. */
class DryRun extends Error {}

const batchSize = 200;

/** Takes a file into the catalogue, all of it or nothing; rows that cannot be taken are left out and told. */
export async function importFile(database: Database, options: ImportOptions): Promise<Summary> {
  const format = getFormat(options.format);
  const now = options.now ?? new Date();
  const summary = new Summary(format.name, options.isDry ?? false);
  const input =
    typeof options.input === 'string' ? await openInput(options.input, format.files) : options.input;
  const { drafts, terms } = await readInput(database.kysely, { input, now, summary });
  try {
    await database.transaction(async (tx) => {
      for (const [vocabulary, items] of terms) await takeTerms(tx, vocabulary, items, summary);
      const run = new Run(tx, format.name, summary, now, new Set(drafts.map(identityOf)));
      let done = 0;
      for (const batch of inOrder(drafts, batchSize)) {
        await run.write(batch);
        done += batch.length;
        options.onProgress?.(done, drafts.length);
      }
      await run.finish();
      if (options.journal) await keepFinished(tx, { ...options.journal, summary, now, rows: run.written });
      if (options.isDry) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return summary;
}

async function takeTerms(
  tx: Writing,
  vocabulary: string,
  items: ReadonlyMap<string, TermDraft>,
  summary: Summary,
) {
  const counts = await putTerms(
    tx,
    vocabulary,
    [...items.values()].map(({ code, title, position, data }) => ({ code, title, position, data })),
  );
  summary.countTerms(counts);
}

/** One import in one transaction. */
class Run {
  readonly #tx: Writing;
  readonly #writer: string;
  readonly #summary: Summary;
  readonly #now: Date;
  readonly #references: References;

  /** Records that the file promises; those whose links run in a circle are written once more, when all are there. */
  #promised: ReadonlySet<string>;
  readonly #postponed = new Set<RecordDraft>();
  /** What has been written, for whoever undoes it; a record that is written twice stands here once. */
  readonly #written = new Map<number, WrittenRow>();

  constructor(tx: Writing, writer: string, summary: Summary, now: Date, promised: ReadonlySet<string>) {
    this.#promised = promised;
    this.#tx = tx;
    this.#references = new References(tx, writer);
    this.#writer = writer;
    this.#summary = summary;
    this.#now = now;
  }

  get written(): WrittenRow[] {
    return [...this.#written.values()];
  }

  async finish(): Promise<void> {
    this.#promised = new Set();
    for (const batch of inOrder([...this.#postponed], batchSize)) await this.write(batch);
  }

  async write(batch: readonly RecordDraft[]): Promise<void> {
    const stored = await this.#references.stored(batch);
    const offers = batch.map((draft) => {
      const found = stored.get(draft);
      const current = found && {
        fields: fieldsOf(found),
        origins: found.origins,
        sources: found.record.sources,
      };
      return { draft, found, current, fields: draft.fields(current) };
    });
    await this.#references.lookUp(offers.flatMap(({ draft, fields }) => referencesIn(draft.kind, fields)));

    const plans = offers.flatMap((offer) => {
      const { draft, found, current } = offer;
      const telling = {
        summary: this.#summary,
        reject: (reason: string) => this.#summary.reject(draft.line, reason),
      };
      if (isOfNobody(draft, found !== undefined, telling)) return [];
      const resolved = this.#references.resolve(draft, offer.fields, this.#promised);
      if (resolved.isPostponed) this.#postponed.add(draft);
      if (isUnlinked(draft, resolved.missing, telling)) return [];
      const { fields, sources, differences, kept } = reconcile(
        getKind(draft.kind),
        current,
        offerOf(draft, this.#writer, resolved.fields),
      );
      noteKept(draft, kept, this.#summary);
      if (found && differences.length === 0) {
        this.#know(draft, found.id);
        this.#summary.count(draft, 'same');
        return [];
      }
      return [{ draft, found, fields, sources, differences }];
    });

    const written = await writeRecords(
      this.#tx,
      plans.map(({ draft, found, fields, sources }) => ({
        kind: draft.kind,
        id: found?.id,
        external: found ? undefined : (draft.external ?? undefined),
        fields,
        sources,
        // A line may tell who wrote a field first; the rest is the word of this file.
        origins: {
          ...Object.fromEntries(Object.keys(fields).map((field) => [field, this.#writer])),
          ...(found ? {} : draft.envelope?.origins),
        },
        ...(found ? {} : { state: 'published' as const, ...envelopeOf(draft) }),
        author: `import ${this.#writer}`,
      })),
      this.#now,
    );
    for (const [index, result] of written.entries()) {
      const plan = plans[index];
      if (!plan) continue;
      if (result.outcome === 'rejected') {
        this.#summary.reject(plan.draft.line, result.problem.message);
        continue;
      }
      this.#know(plan.draft, result.id);
      this.#summary.count(plan.draft, result.outcome);
      if (result.outcome === 'same') continue;
      this.#summary.differ(plan.draft, plan.found, plan.differences);
      const first = this.#written.get(result.id);
      this.#written.set(result.id, {
        identity: identityOf(plan.draft),
        kind: plan.draft.kind,
        title: String(plan.fields.title ?? plan.found?.record.title ?? plan.draft.title ?? ''),
        line: plan.draft.line,
        recordId: result.id,
        versionBefore: first ? first.versionBefore : (plan.found?.record.version ?? null),
        versionAfter: result.version,
        origins: {
          ...Object.fromEntries(
            plan.differences.map(({ field }) => [field, plan.found?.origins[field] ?? null]),
          ),
          ...first?.origins,
        },
      });
    }
  }

  #know(draft: RecordDraft, id: number): void {
    this.#references.know(identityOf(draft), id);
  }
}

export function envelopeOf({ envelope }: RecordDraft) {
  if (!envelope) return {};
  const { origins: _origins, ...rest } = envelope;
  return rest;
}
