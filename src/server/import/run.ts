import { authorOfImport } from '../audit/content.ts';
import { putTerms } from '../catalogue/terms.ts';
import { dryRun, type Database, type WriteTransaction } from '../database/database.ts';
import { identityOf, type RecordDraft } from './draft.ts';
import type { OnProgress } from './jobs.ts';
import { getFormat } from './formats/index.ts';
import { openInput, type ImportInput } from './input.ts';
import { keepFinished, type WrittenRow } from './journal.ts';
import { inOrder } from './order.ts';
import { readInput } from './read-input.ts';
import { References } from './references.ts';
import { leftOut, match } from './match.ts';
import { Summary } from './summary.ts';
import { changeOf, Writer } from './write.ts';

export interface ImportOptions {
  format: string;
  /** A path, or content in memory. */
  input: string | ImportInput;
  /** Everything is rolled back. */
  isDry?: boolean;
  now?: Date;
  onProgress?: OnProgress;
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
    const references = new References(tx, format.name);
    const writer = new Writer(tx, { author: authorOfImport(format.name) }, now);
    const run: Run = { summary, references, writer, written: new Map() };
    await references.promise(drafts);
    let done = 0;
    for (const batch of inOrder(drafts, batchSize)) {
      await take(run, batch);
      done += batch.length;
      options.onProgress?.(done, drafts.length);
    }
    await closeCircles(run);
    if (options.journal)
      await keepFinished(tx, { ...options.journal, summary, now, rows: [...run.written.values()] });
  };
  await (options.isDry ? dryRun(database, write) : database.transaction(write));
  return summary;
}

interface Run {
  summary: Summary;
  references: References;
  writer: Writer;
  /** Written records, unique, for undo. */
  written: Map<number, WrittenRow>;
}

async function take(
  { summary, references, writer, written }: Run,
  batch: readonly RecordDraft[],
): Promise<void> {
  const matched = await match(batch, { references, summary });
  const { same = [], news = [] } = Object.groupBy(matched, ({ found, differences }) =>
    found && differences.length === 0 ? 'same' : 'news',
  );
  for (const { draft } of same) summary.count(draft, 'same');
  const changes = news.map(({ draft, found, fields, sources }) => {
    const promised = found ? undefined : references.numberOf(draft);
    return changeOf({ ...draft, id: found?.id, promised }, { format: summary.format, fields, sources });
  });
  const results = await writer.write(changes);
  for (const [index, result] of results.entries()) {
    const { draft, found, differences, fields } = news[index]!;
    if (result.outcome === 'rejected') {
      summary.reject(draft.line, result.problem.message);
      if (!found) references.forget(identityOf(draft));
      continue;
    }
    references.know(identityOf(draft), result.id);
    summary.count(draft, result.outcome);
    if (result.outcome === 'same') continue;
    summary.differ(draft, found, differences);
    const first = written.get(result.id);
    written.set(result.id, {
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
async function closeCircles({ summary, references, writer, written }: Run): Promise<void> {
  for (const { id, version, missing } of await writer.closeCircles()) {
    const row = written.get(id);
    if (!row) continue;
    row.version_after = version;
    for (const number of missing)
      summary.note(leftOut, `${row.identity} → ${references.promisedAs(number)?.title}`);
  }
}
