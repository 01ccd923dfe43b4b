import { authorOfImport } from '../audit/content.ts';
import { putTerms } from '../catalogue/terms.ts';
import { dryRun, type Database, type WriteTransaction } from '../database/database.ts';
import { identityOf, type RecordDraft } from './draft.ts';
import { getFormat } from './formats/index.ts';
import { openInput, type ImportInput } from './input.ts';
import { keepFinished, type WrittenRow } from './journal.ts';
import { inOrder } from './order.ts';
import { readInput } from './read-input.ts';
import { References } from './references.ts';
import { leftOut, match, type MatchedDraft } from './match.ts';
import { Summary } from './summary.ts';
import { changeOf, Writer, type WrittenChange } from './write.ts';

export interface ImportOptions {
  format: string;
  /** A path, or content in memory. */
  input: string | ImportInput;
  /** Everything is rolled back. */
  isDry?: boolean;
  now?: Date;
  onProgress?: (done: number, total: number) => void;
  /** Listed at the desk, where it can be undone. */
  journal?: { fileName: string };
}

const batchSize = 200;

/**
 * Imports a file in one transaction: compares, accepts everything but edited fields, and applies. Rejected
 * rows are skipped and reported.
 */
export async function importFile(database: Database, options: ImportOptions): Promise<Summary> {
  const format = getFormat(options.format);
  const now = options.now ?? new Date();
  const summary = new Summary(format.name, options.isDry ?? false);
  const input =
    typeof options.input === 'string' ? await openInput(options.input, format.files) : options.input;
  const { drafts, terms } = await readInput(database.kysely, { input, now, summary });
  const write = async (tx: WriteTransaction) => {
    for (const [vocabulary, items] of terms)
      summary.countTerms(await putTerms(tx, vocabulary, [...items.values()]));
    const run = new Run(tx, summary, now);
    await run.promise(drafts);
    let done = 0;
    for (const batch of inOrder(drafts, batchSize)) {
      await run.take(batch);
      done += batch.length;
      options.onProgress?.(done, drafts.length);
    }
    await run.finish();
    if (options.journal) await keepFinished(tx, { ...options.journal, summary, now, rows: run.written });
  };
  await (options.isDry ? dryRun(database, write) : database.transaction(write));
  return summary;
}

/** One import: each batch is written before the next is compared. */
class Run {
  readonly #summary: Summary;
  readonly #references: References;
  readonly #writer: Writer;
  /** Written records, unique, for undo. */
  readonly #written = new Map<number, WrittenRow>();

  constructor(tx: WriteTransaction, summary: Summary, now: Date) {
    this.#summary = summary;
    this.#references = new References(tx, summary.format);
    this.#writer = new Writer(tx, { author: authorOfImport(summary.format) }, now);
  }

  get written(): WrittenRow[] {
    return [...this.#written.values()];
  }

  promise(drafts: readonly RecordDraft[]): Promise<void> {
    return this.#references.promise(drafts);
  }

  async take(batch: readonly RecordDraft[]): Promise<void> {
    const settled = await match(batch, { references: this.#references, summary: this.#summary });
    const { same = [], news = [] } = Object.groupBy(settled, ({ found, differences }) =>
      found && differences.length === 0 ? 'same' : 'news',
    );
    for (const { draft } of same) this.#summary.count(draft, 'same');
    const results = await this.#writer.write(news.map((one) => this.#changeOf(one)));
    for (const [index, result] of results.entries()) {
      const { draft, found, differences, fields } = news[index]!;
      if (result.outcome === 'rejected') {
        this.#summary.reject(draft.line, result.problem.message);
        if (!found) this.#references.forget(identityOf(draft));
        continue;
      }
      this.#references.know(identityOf(draft), result.id);
      this.#summary.count(draft, result.outcome);
      if (result.outcome === 'same') continue;
      this.#summary.differ(draft, found, differences);
      const first = this.#written.get(result.id);
      this.#written.set(result.id, {
        identity: identityOf(draft),
        kind: draft.kind,
        title: String(fields.title ?? found?.record.title ?? draft.title ?? ''),
        line: draft.line,
        record_id: result.id,
        version_before: first ? first.version_before : (found?.record.version ?? null),
        version_after: result.version,
        origins: {
          ...Object.fromEntries(differences.map(({ field }) => [field, found?.origins[field] ?? null])),
          ...first?.origins,
        },
      });
    }
  }

  /** Resolves circular links; reports those to rejected records. */
  async finish(): Promise<void> {
    for (const { id, version, missing } of await this.#writer.closeCircles()) {
      const row = this.#written.get(id);
      if (!row) continue;
      row.version_after = version;
      for (const number of missing)
        this.#summary.note(leftOut, `${row.identity} → ${this.#references.promisedAs(number)?.title}`);
    }
  }

  #changeOf({ draft, found, fields, sources }: MatchedDraft): WrittenChange {
    const promised = found ? undefined : this.#references.numberOf(draft);
    return changeOf(
      { ...draft, id: found?.id, promised, envelope: draft.envelope },
      { format: this.#summary.format, fields, sources },
    );
  }
}
