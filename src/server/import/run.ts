import { getKind, kinds, type KindName } from '#domain/kinds/index.ts';
import { sortKey } from '#domain/alphabet.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { findIds, findRecord, findRecords, writeRecords, type StoredRecord } from '../catalogue/store.ts';
import { putTerms } from '../catalogue/terms.ts';
import type { Database, Writing } from '../database/database.ts';
import { contextFor } from './context.ts';
import { identityOf, type Fields, type RecordDraft, type TermDraft } from './draft.ts';
import { getFormat } from './formats/index.ts';
import { openInput, type Input } from './input.ts';
import { inOrder } from './order.ts';
import { reconcile } from './reconcile.ts';
import { Summary } from './summary.ts';

export interface ImportOptions {
  format: string;
  /** A file or folder, or its content at hand. */
  input: string | Input;
  /** Everything is tried and nothing is kept. */
  isDry?: boolean;
  now?: Date;
  onProgress?: (done: number, total: number) => void;
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
  if (input.isFolder && !format.takesFolder)
    throw new OperatorError(`Формат ${format.name} читает файл, а не папку.`);

  const drafts: RecordDraft[] = [];
  const terms = new Map<string, TermDraft[]>();
  const context = await contextFor(database.kysely, now);
  for await (const reading of format.read(input, context)) {
    if (reading.type === 'record') drafts.push(reading);
    else if (reading.type === 'rejected') summary.reject(reading.line, reading.reason);
    else if (reading.type === 'note') summary.note(reading.text, reading.example);
    else terms.set(reading.vocabulary, [...(terms.get(reading.vocabulary) ?? []), reading]);
  }

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
      if (options.isDry) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return summary;
}

async function takeTerms(tx: Writing, vocabulary: string, items: readonly TermDraft[], summary: Summary) {
  const last = new Map(items.map((item) => [item.code, item]));
  const counts = await putTerms(
    tx,
    vocabulary,
    [...last.values()].map(({ code, title, position, data }) => ({ code, title, position, data })),
  );
  summary.countTerms(counts);
}

const kindByScheme = new Map(
  kinds.flatMap((kind) => (kind.external ? [[kind.external.scheme, kind.name]] : [])),
);
/** Ids that stand deeper than a kind's links: the field, and the key in its items. */
const deeper: Partial<Record<string, readonly [field: string, key: string]>> = {
  research: ['sites', 'clinic'],
};

export const deeperLinks = (kind: string): readonly [field?: string, key?: string] => deeper[kind] ?? [];

/** One import in one transaction. */
class Run {
  readonly #tx: Writing;
  readonly #writer: string;
  readonly #summary: Summary;
  readonly #now: Date;
  /** References already looked up, or written by this import. */
  readonly #ids = new Map<string, number | undefined>();

  /** Records that the file promises; those whose links run in a circle are written once more, when all are there. */
  #promised: ReadonlySet<string>;
  readonly #postponed = new Set<RecordDraft>();

  constructor(tx: Writing, writer: string, summary: Summary, now: Date, promised: ReadonlySet<string>) {
    this.#promised = promised;
    this.#tx = tx;
    this.#writer = writer;
    this.#summary = summary;
    this.#now = now;
  }

  async finish(): Promise<void> {
    this.#promised = new Set();
    for (const batch of inOrder([...this.#postponed], batchSize)) await this.write(batch);
  }

  async write(batch: readonly RecordDraft[]): Promise<void> {
    const stored = await this.#stored(batch);
    const offers = batch.map((draft) => {
      const found = stored.get(draft);
      const current = found && {
        fields: fieldsOf(found),
        origins: found.origins,
        sources: found.record.sources,
      };
      return { draft, found, current, fields: draft.fields(current) };
    });
    await this.#lookUp(offers.flatMap(({ draft, fields }) => referencesIn(draft.kind, fields)));

    const plans = offers.flatMap((offer) => {
      const { draft, found, current } = offer;
      if (!found && draft.mode === 'known') {
        this.#summary.note('такой записи в каталоге нет', draft.external ?? draft.title);
        return [];
      }
      if (!found && draft.mode === 'update') {
        this.#summary.reject(
          draft.line,
          draft.absentReason ?? `${draft.external} в каталоге нет: сначала загрузите саму запись`,
        );
        return [];
      }
      const resolved = this.#resolve(draft, offer.fields);
      if (!resolved) return [];
      const { fields, sources, differences, kept } = reconcile(getKind(draft.kind), current, {
        writer: this.#writer,
        fields: resolved,
        sources: draft.sources,
        replaces: new Set(draft.replaces),
        shares: new Set(draft.shares),
        isUndated: draft.isUndated ?? false,
      });
      for (const { field, whose } of kept)
        this.#summary.note(keptNotes[whose], `${draft.external ?? draft.title}: ${field}`);
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
      if (result.outcome !== 'same') this.#summary.differ(plan.draft, plan.found, plan.differences);
    }
  }

  /** The records that the drafts speak of, by external identifier or, for want of one, by title. */
  async #stored(batch: readonly RecordDraft[]): Promise<Map<RecordDraft, StoredRecord>> {
    const found = new Map<RecordDraft, StoredRecord>();
    for (const [kind, group] of Map.groupBy(batch, (draft) => draft.kind)) {
      const externals = group.flatMap(({ external }) => (external === null ? [] : [external]));
      const records = await findRecords(this.#tx, kind, externals);
      for (const draft of group) {
        const record =
          draft.external === null
            ? await this.#byTitle(kind, draft.title ?? '')
            : records.get(draft.external);
        if (record) found.set(draft, record);
      }
    }
    return found;
  }

  async #byTitle(kind: KindName, title: string): Promise<StoredRecord | undefined> {
    const rows = await this.#tx
      .selectFrom('records')
      .select('id')
      .where('kind', '=', kind)
      .where('title_key', '=', sortKey(title))
      .where('external', 'is', null)
      .orderBy('id')
      .limit(1)
      .execute();
    return rows[0] && findRecord(this.#tx, rows[0].id);
  }

  #know(draft: RecordDraft, id: number): void {
    this.#ids.set(identityOf(draft), id);
  }

  async #lookUp(references: readonly string[]): Promise<void> {
    const unknown = [...new Set(references)].filter((reference) => !this.#ids.has(reference));
    for (const [kind, group] of Map.groupBy(unknown, kindOfReference)) {
      const found = kind === undefined ? undefined : await findIds(this.#tx, kind, group);
      for (const reference of group) {
        let id = found?.get(reference);
        if (id === undefined && kind !== undefined && this.#writer === 'records')
          id = (await this.#byTitle(kind as KindName, reference.slice(reference.indexOf(':') + 1)))?.id;
        if (id !== undefined) this.#ids.set(reference, id);
      }
    }
  }

  /** The fields with ids for references, or nothing when the draft is rejected. */
  #resolve(draft: RecordDraft, fields: Fields): Fields | undefined {
    const missing: string[] = [];
    const idOf = (value: unknown): unknown => {
      if (typeof value !== 'string') return value;
      const id = this.#ids.get(value);
      if (id === undefined && this.#promised.has(value)) this.#postponed.add(draft);
      else if (id === undefined) missing.push(value);
      return id;
    };
    const resolved = { ...fields };
    for (const field of Object.keys(getKind(draft.kind).links)) {
      const value = resolved[field];
      if (Array.isArray(value))
        resolved[field] = [...new Set(value.map(idOf).filter((id) => id !== undefined))];
    }
    const [field, key] = deeperLinks(draft.kind);
    const items = field === undefined ? undefined : resolved[field];
    if (field !== undefined && key !== undefined && Array.isArray(items)) {
      resolved[field] = (items as Fields[]).map((item) => {
        if (item[key] === undefined) return item;
        const { [key]: reference, ...rest } = item;
        const id = idOf(reference);
        return id === undefined ? rest : { ...rest, [key]: id };
      });
    }
    if (missing.length > 0 && !draft.looseLinks) {
      this.#summary.reject(draft.line, `ссылка на запись, которой нет: ${missing.slice(0, 3).join(', ')}`);
      return undefined;
    }
    for (const reference of missing)
      this.#summary.note('ссылка пропущена: такой записи нет', `${draft.external} → ${reference}`);
    return resolved;
  }
}

const keptNotes = {
  editor: 'оставлено, потому что так написал редактор',
  records: 'оставлено, потому что так в стартовом каталоге',
  newer: 'оставлено, потому что в каталоге более новый выпуск',
} as const;

const kindOfReference = (reference: string) =>
  kindByScheme.get(reference.slice(0, Math.max(0, reference.indexOf(':'))));

function referencesIn(kind: KindName, fields: Fields): string[] {
  const found = Object.keys(getKind(kind).links).flatMap((field) => fields[field]);
  const [field, key] = deeperLinks(kind);
  const items = field === undefined ? undefined : fields[field];
  if (key !== undefined && Array.isArray(items)) found.push(...(items as Fields[]).map((item) => item[key]));
  return found.filter((value) => typeof value === 'string');
}

/** The kind's own fields of a stored record. */
function fieldsOf({ record }: StoredRecord): Fields {
  const shape = getKind(record.kind).fields.shape;
  return Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(shape, name)));
}

function envelopeOf({ envelope }: RecordDraft) {
  if (!envelope) return {};
  const { origins: _origins, ...rest } = envelope;
  return rest;
}
