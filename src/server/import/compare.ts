import { isAlike, isEmpty } from '#domain/editing/equality.ts';
import { isEdited, riskOf, type FieldFacts, type Risk } from '#domain/imports.ts';
import { getKind, type Source } from '#domain/kinds/index.ts';
import { citedBy } from '#domain/paragraphs.ts';
import { authorOfImport } from '../audit/content.ts';
import { lookUp } from '../catalogue/lookup.ts';
import { chunks } from '../database/chunks.ts';
import { planDraft, type StoredRecord } from '../catalogue/store.ts';
import type { Draft } from '../catalogue/draft.ts';
import { statementProblems } from '../catalogue/validation.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { NewImportLine } from '../database/tables.ts';
import { identityOf, type ImportedFields, type Origins, type RecordDraft } from './draft.ts';
import { digestOf, draftedFields, skippedFields, editedFields } from './edited-fields.ts';
import { removedRows } from './removed-rows.ts';
import type { ImportInput } from './input.ts';
import { blankLine, rejectedLines, titleKey, type PlannedField, type RowPlan } from './journal.ts';
import { inOrder } from './order.ts';
import { readInput } from './read-input.ts';
import type { Offer } from './reconcile.ts';
import { fieldsOf, References } from './references.ts';
import { match, type MatchedDraft } from './match.ts';
import { Summary } from './summary.ts';
import { termLines } from './term-lines.ts';
import { changeOf } from './write.ts';

const batchSize = 200;

interface Comparison {
  summary: Summary;
  lines: NewImportLine[];
}

/** A record before and after the import. */
interface Planned {
  draft: RecordDraft;
  found: StoredRecord | undefined;
  id: number;
  before: ImportedFields;
  after: ImportedFields;
  origins: Origins;
  sourcesBefore: readonly Source[];
  sourcesAfter: readonly Source[];
  changes: Map<string, { before: unknown; after: unknown }>;
  offer: Offer;
  confirmed: Set<string>;
}

/** Compares a file with the catalogue row by row without writing or blocking. */
export async function compare(
  db: ReadDatabase,
  {
    importId,
    format,
    input,
    now,
    onProgress,
  }: {
    importId: number;
    format: string;
    input: ImportInput;
    now: Date;
    onProgress?: (done: number, total: number) => void;
  },
): Promise<Comparison> {
  const summary = new Summary(format, true);
  const { drafts, terms } = await readInput(db, { input, now, summary });
  const references = new References(db, format);
  await references.promise(drafts);
  const comparing = new Comparing(db, { summary, references, now });
  let done = 0;
  for (const batch of inOrder(drafts, batchSize)) {
    await comparing.take(batch);
    done += batch.length;
    onProgress?.(done, drafts.length);
  }
  const lines = [
    ...(await comparing.lines(importId)),
    ...(await termLines(db, importId, terms, summary)),
    ...(await removedRows(db, importId, drafts)),
  ];
  const numbered = lines.map((line, position) => ({ ...line, position }));
  return { summary, lines: [...numbered, ...rejectedLines(importId, summary, numbered.length)] };
}

class Comparing {
  readonly #db: ReadDatabase;
  readonly #summary: Summary;
  readonly #now: Date;
  readonly #references: References;
  readonly #planned = new Map<string, Planned>();

  constructor(db: ReadDatabase, more: { summary: Summary; references: References; now: Date }) {
    this.#db = db;
    this.#summary = more.summary;
    this.#now = more.now;
    this.#references = more.references;
  }

  async take(batch: readonly RecordDraft[]): Promise<void> {
    const settled = await match(batch, {
      references: this.#references,
      summary: this.#summary,
      earlier: (draft) => {
        const planned = this.#planned.get(keyOf(draft));
        return planned && { fields: planned.after, origins: planned.origins, sources: planned.sourcesAfter };
      },
    });
    const problems = await this.#check(settled);
    for (const [index, one] of settled.entries()) {
      const problem = problems[index];
      if (!problem) this.#join(one);
      else {
        this.#summary.reject(one.draft.line, problem);
        if (!one.found && !this.#planned.has(keyOf(one.draft)))
          this.#references.forget(identityOf(one.draft));
      }
    }
  }

  /** Lines about one record are one change. */
  #join({ draft, found, offer, differences, kept, sources, confirmed }: MatchedDraft): void {
    const earlier = this.#planned.get(keyOf(draft));
    const before = found ? fieldsOf(found) : {};
    const planned: Planned = earlier ?? {
      draft,
      found,
      id: found?.id ?? this.#references.numberOf(draft),
      before,
      after: { ...before },
      origins: { ...found?.origins },
      sourcesBefore: found?.record.sources ?? [],
      sourcesAfter: [],
      changes: new Map(),
      offer,
      confirmed: new Set(),
    };
    for (const field of confirmed) planned.confirmed.add(field);
    for (const { field, after } of differences) {
      if (field === 'sources') continue;
      planned.changes.set(field, { before: planned.before[field], after });
      planned.after[field] = after;
      planned.origins[field] = this.#summary.format;
    }
    for (const { field, after } of kept) planned.changes.set(field, { before: planned.before[field], after });
    planned.sourcesAfter = sources;
    if (earlier) planned.offer = mergeOffers(earlier.offer, offer);
    this.#planned.set(keyOf(draft), planned);
  }

  /** Validation errors by draft, before an editor accepts them. */
  async #check(settled: readonly MatchedDraft[]): Promise<(string | undefined)[]> {
    const { format } = this.#summary;
    const drafts = settled.map(({ draft, found, fields, sources }): Draft => {
      const earlier = found ? undefined : this.#planned.get(keyOf(draft));
      const change = changeOf(
        { ...draft, id: found?.id },
        { format, fields: { ...earlier?.after, ...fields }, sources },
      );
      return { ...change, author: authorOfImport(format) };
    });
    const known = await lookUp(this.#db, drafts);
    const linked = (id: number) => this.#references.promisedAs(id) ?? known.linked(id);
    const problems: (string | undefined)[] = [];
    for (const draft of drafts) {
      const planned = await planDraft(this.#db, draft, { ...known, linked }, this.#now.toISOString());
      problems.push(planned.outcome === 'rejected' ? planned.problem.message : undefined);
    }
    return problems;
  }

  async lines(importId: number): Promise<Omit<NewImportLine, 'position'>[]> {
    const all = [...this.#planned.values()];
    const lines: Omit<NewImportLine, 'position'>[] = [];
    for (const some of chunks(all, batchSize)) {
      const ids = some.flatMap(({ found }) => (found ? [found.id] : []));
      const touched = await editedFields(this.#db, ids);
      const drafted = await draftedFields(this.#db, ids);
      const skips = await skippedFields(
        this.#db,
        this.#summary.format,
        some.map(({ draft }) => keyOf(draft)),
      );
      for (const one of some) {
        const line = this.#line(importId, one, {
          touched: touched.get(one.id) ?? new Set(),
          drafted: drafted.get(one.id) ?? new Set(),
          skips: skips.get(keyOf(one.draft)) ?? new Map(),
          doubted: doubtedFields(one),
        });
        this.#summary.count(one.draft, line ? (one.found ? 'changed' : 'new') : 'same');
        if (line) lines.push(line);
      }
    }
    return lines;
  }

  #line(
    importId: number,
    planned: Planned,
    about: Surroundings,
  ): Omit<NewImportLine, 'position'> | undefined {
    const { draft, found, id, after, offer, confirmed } = planned;
    const fields = plannedFields(planned, about);
    if (found && fields.length === 0) return undefined;
    const title = String(found?.record.title ?? after.title ?? draft.title ?? identityOf(draft));
    const isSkipped = found !== undefined && fields.every(({ isRemembered }) => isRemembered);
    const open = fields.filter(({ isRemembered }) => !isRemembered);
    const rowPlan: RowPlan = {
      fields,
      external: draft.external,
      ...(found ? {} : { provisional: id }),
      sources: {
        offered: offer.sources,
        confirmed: [...confirmed],
        shares: [...offer.shares],
      },
      ...(draft.envelope ? { envelope: draft.envelope } : {}),
    };
    return {
      ...blankLine,
      import_id: importId,
      line: draft.line,
      identity: identityOf(draft),
      kind: draft.kind,
      title,
      title_key: titleKey(title),
      record_id: found?.id ?? null,
      outcome: found ? 'changed' : 'new',
      is_safe: fields.every(({ risk }) => risk === null) ? 1 : 0,
      choice: isSkipped ? 'skipped' : 'open',
      refused: JSON.stringify(fields.filter(({ isRemembered }) => isRemembered).map(({ field }) => field)),
      safe_fields: JSON.stringify(open.filter(({ risk }) => risk === null).map(({ field }) => field)),
      plain_fields: JSON.stringify(open.filter(({ risk }) => !isEdited(risk)).map(({ field }) => field)),
      version_before: found?.record.version ?? null,
      plan: JSON.stringify(rowPlan),
    };
  }
}

/** Fields of a record that others have changed: by hand, in drafts, or refused in earlier imports. */
interface Surroundings {
  touched: ReadonlySet<string>;
  drafted: ReadonlySet<string>;
  /** Digests of refused values. */
  skips: ReadonlyMap<string, string>;
  /** What publishing refuses. */
  doubted: ReadonlySet<string>;
}

/** What publishing refuses; files are looked for with the other errors. */
function doubtedFields({ draft, found, before, after, sourcesBefore, sourcesAfter }: Planned): Set<string> {
  const kind = getKind(draft.kind);
  const isPublished = found?.record.state === 'published';
  const published = isPublished ? statementProblems(kind, { fields: before, sources: sourcesBefore }) : [];
  const known = new Set(published.map(({ message }) => message));
  const problems = statementProblems(kind, { fields: after, sources: sourcesAfter }).filter(
    ({ message }) => !known.has(message),
  );
  return new Set(
    problems.flatMap(({ field }) => {
      const [top = '', index] = field.split('.');
      if (top !== 'sources') return top;
      // A source at fault stands for its fields; a missing one is that of the registration.
      const cited = index === undefined ? ['registration'] : (sourcesAfter[Number(index)]?.fields ?? []);
      return [top, ...cited.map((named) => citedBy(named).field)];
    }),
  );
}

/** Changed fields, each with its risk. */
function plannedFields(
  { found, sourcesBefore, sourcesAfter, changes, offer }: Planned,
  about: Surroundings,
): PlannedField[] {
  const fields: PlannedField[] = [];
  const remembered = (field: string, value: unknown) =>
    about.skips.get(field) === digestOf(value) ? { isRemembered: true } : {};
  if (found?.record.state === 'archived')
    fields.push({
      field: 'state',
      before: 'archived',
      after: 'published',
      risk: 'archived',
      origin: null,
      ...remembered('state', 'published'),
    });
  for (const [field, change] of changes) {
    if (isAlike(change.before, change.after)) continue;
    const risk = riskIn(field, change, { found, offer, ...about });
    const origin = found?.origins[field] ?? null;
    fields.push({ field, ...change, risk, origin, ...remembered(field, change.after) });
  }
  if (fields.length === 0 && found && !isAlike(sourcesBefore, sourcesAfter))
    fields.push({
      field: 'sources',
      before: sourcesBefore,
      after: sourcesAfter,
      risk: about.touched.has('sources') ? 'touched' : about.doubted.has('sources') ? 'doubtful' : null,
      origin: null,
    });
  return fields;
}

const keyOf = (draft: RecordDraft) => `${draft.kind} ${identityOf(draft)}`;

/** Merges lines about one record. */
const mergeOffers = (one: Offer, other: Offer): Offer => ({
  ...other,
  fields: { ...one.fields, ...other.fields },
  sources: [
    ...one.sources.filter(({ title }) => !other.sources.some((source) => source.title === title)),
    ...other.sources.map((source) => {
      const same = one.sources.find(({ title }) => title === source.title);
      return same ? { ...source, fields: [...new Set([...same.fields, ...source.fields])] } : source;
    }),
  ],
  shares: new Set([...one.shares, ...other.shares]),
});

/** A wrong encoding and what publishing refuses are risky for new records too. */
function riskIn(
  field: string,
  { before, after }: { before: unknown; after: unknown },
  about: Surroundings & { found: StoredRecord | undefined; offer: Offer },
): Risk | null {
  const { found, offer } = about;
  const risk = found
    ? riskOf({
        ...factsOf(field, { found, offer, before, after }),
        origin: found.origins[field],
        writer: offer.writer,
        isTouched: about.touched.has(field),
        isDrafted: about.drafted.has(field),
      })
    : null;
  return risk ?? (isGarbled(after) ? 'garbled' : about.doubted.has(field) ? 'doubtful' : null);
}

function factsOf(
  field: string,
  { found, offer, before, after }: { found: StoredRecord; offer: Offer; before: unknown; after: unknown },
): Pick<FieldFacts, 'wasEmpty' | 'becomesEmpty' | 'isOfOtherPublisher' | 'isNewer'> {
  const about = (source: Source) => source.fields.some((named) => citedBy(named).field === field);
  const ours = new Map(offer.sources.filter(about).map((source) => [publisherOf(source), source.date]));
  const theirs = found.record.sources.filter(about);
  return {
    wasEmpty: isEmpty(before),
    becomesEmpty: isEmpty(after),
    isOfOtherPublisher: theirs.length === 0 || theirs.some((source) => !ours.has(publisherOf(source))),
    // A value combined from several sources has no single edition.
    isNewer:
      !offer.shares.has(field) &&
      theirs.some((source) => source.date > (ours.get(publisherOf(source)) ?? source.date)),
  };
}

const publisherOf = ({ publisher, title }: Source) => publisher ?? title;

/** Bytes 80 to BF of Windows-1251, which UTF-8 has after each Р or С when it is read as Windows-1251. */
const continuations = new TextDecoder('windows-1251').decode(
  Uint8Array.from({ length: 64 }, (_, index) => 0x80 + index),
);
const signsOfWrongEncoding = [
  /[\uFFFD\u0080-\u009F]/,
  new RegExp(`(?:[РС][${continuations.replace(/[\]^\\-]/g, '\\$&')}]){3}`),
  // UTF-8 and Windows-1251 as Latin.
  /(?:[ÐÑ].){3}/,
  /[À-ÿ]{4}/,
  // KOI8-R as Windows-1251: cases are exchanged.
  /(?<![А-яЁё])[а-яё][А-ЯЁ]{4}/,
  // CP866 as Windows-1251 and the reverse.
  /[ЂЃѓЉЊЌЋЏђљњќћџЎўЈ¤Ґ¦§©Є«¬®Ї]{3}/,
  /[\u2500-\u259F]/,
];

/** Whether a text looks read in a wrong encoding; texts inside lists and groups count. */
function isGarbled(value: unknown): boolean {
  if (typeof value === 'string') return signsOfWrongEncoding.some((sign) => sign.test(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(isGarbled);
}
