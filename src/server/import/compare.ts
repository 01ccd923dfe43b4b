import { isAlike, isEmpty } from '#domain/editing/equality.ts';
import { isEdited, riskOf, type Risk } from '#domain/imports.ts';
import { getKind, type Source } from '#domain/kinds/index.ts';
import { citedBy } from '#domain/paragraphs.ts';
import { authorOfImport } from '../audit/content.ts';
import { lookUp } from '../catalogue/lookup.ts';
import { chunks } from '../database/chunks.ts';
import { planDraft } from '../catalogue/plan.ts';
import type { StoredRecord } from '../catalogue/store.ts';
import type { Draft } from '../catalogue/draft.ts';
import { statementProblems } from '../catalogue/validation.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { NewImportLine } from '../database/tables.ts';
import { identityOf, type RecordDraft } from './draft.ts';
import type { OnProgress } from './jobs.ts';
import { digestOf, draftedFields, skippedFields, editedFields } from './edited-fields.ts';
import { removedRows } from './removed-rows.ts';
import type { ImportInput } from './input.ts';
import { blankLine, rejectedLines, titleKey, type PlannedField, type RowPlan } from './journal.ts';
import { inOrder } from './order.ts';
import { readInput } from './read-input.ts';
import type { Difference, Held, Offer } from './reconcile.ts';
import { References } from './references.ts';
import { heldIn, match, type MatchedDraft } from './match.ts';
import { Summary } from './summary.ts';
import { termLines } from './term-lines.ts';
import { changeOf } from './write.ts';

const batchSize = 200;

interface Planned {
  draft: RecordDraft;
  found: StoredRecord | undefined;
  id: number;
  before: Held;
  after: Held;
  /** Values that the file changes or would change. */
  offered: ReadonlyMap<string, unknown>;
  offer: Offer;
  confirmed: ReadonlySet<string>;
}

interface Comparing {
  db: ReadDatabase;
  summary: Summary;
  references: References;
  now: Date;
  planned: Map<string, Planned>;
}

/** Compares a file with the catalogue row by row without writing or blocking. */
export async function compare(
  db: ReadDatabase,
  given: { importId: number; format: string; input: ImportInput; now: Date; onProgress: OnProgress },
) {
  const { importId, format, input, now, onProgress } = given;
  const summary = new Summary(format, true);
  const { drafts, terms } = await readInput(db, { input, now, summary });
  const references = new References(db, format);
  await references.promise(drafts);
  const comparing: Comparing = { db, summary, references, now, planned: new Map() };
  let done = 0;
  for (const batch of inOrder(drafts, batchSize)) {
    await take(comparing, batch);
    done += batch.length;
    onProgress(done, drafts.length);
  }
  const lines = [
    ...(await recordLines(comparing, importId)),
    ...(await termLines(db, importId, terms, summary)),
    ...(await removedRows(db, importId, drafts)),
  ];
  const numbered = lines.map((line, position) => ({ ...line, position }));
  return { summary, lines: [...numbered, ...rejectedLines(importId, summary, numbered.length)] };
}

async function take(comparing: Comparing, batch: readonly RecordDraft[]): Promise<void> {
  const { references, summary, planned } = comparing;
  const earlier = (draft: RecordDraft) => planned.get(keyOf(draft))?.after;
  const matched = await match(batch, { references, summary, earlier });
  const problems = await problemsIn(comparing, matched);
  for (const [index, one] of matched.entries()) {
    const problem = problems[index];
    if (problem === undefined) join(comparing, one);
    else {
      summary.reject(one.draft.line, problem);
      if (!one.found && !earlier(one.draft)) references.forget(identityOf(one.draft));
    }
  }
}

/** Lines about one record are one change. */
function join({ references, summary, planned }: Comparing, one: MatchedDraft): void {
  const key = keyOf(one.draft);
  const known = planned.get(key);
  const { draft, found, before, after } = known ?? newlyPlanned(one);
  const changed = one.differences.filter(({ field }) => field !== 'sources');
  const valuesOf = (differences: readonly Difference[]) =>
    differences.map((difference) => [difference.field, difference.after] as const);
  planned.set(key, {
    draft,
    found,
    before,
    id: found?.id ?? references.numberOf(draft),
    after: {
      fields: { ...after.fields, ...Object.fromEntries(valuesOf(changed)) },
      origins: {
        ...after.origins,
        ...Object.fromEntries(changed.map(({ field }) => [field, summary.format])),
      },
      sources: one.sources,
    },
    offered: new Map([...(known?.offered ?? []), ...valuesOf([...changed, ...one.kept])]),
    offer: known ? mergeOffers(known.offer, one.offer) : one.offer,
    confirmed: new Set([...(known?.confirmed ?? []), ...one.confirmed]),
  });
}

function newlyPlanned({ draft, found }: MatchedDraft) {
  const before: Held = found ? heldIn(found) : { fields: {}, origins: {}, sources: [] };
  return { draft, found, before, after: before };
}

/** Validation errors by draft, before an editor accepts them. */
async function problemsIn(
  { db, summary: { format }, references, planned, now }: Comparing,
  matched: readonly MatchedDraft[],
): Promise<(string | undefined)[]> {
  const drafts = matched.map(({ draft, found, fields, sources }): Draft => {
    const earlier = found ? undefined : planned.get(keyOf(draft));
    const change = changeOf(
      { ...draft, id: found?.id },
      { format, fields: { ...earlier?.after.fields, ...fields }, sources },
    );
    return { ...change, author: authorOfImport(format) };
  });
  const known = await lookUp(db, drafts);
  const linked = (id: number) => references.promisedAs(id) ?? known.linked(id);
  const problems: (string | undefined)[] = [];
  for (const draft of drafts) {
    const plan = await planDraft(db, draft, { ...known, linked }, now.toISOString());
    problems.push(plan.outcome === 'rejected' ? plan.problem.message : undefined);
  }
  return problems;
}

async function recordLines({ db, summary, planned }: Comparing, importId: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const some of chunks([...planned.values()], batchSize)) {
    const ids = some.flatMap(({ found }) => (found ? [found.id] : []));
    const keys = some.map(({ draft }) => keyOf(draft));
    const touched = await editedFields(db, ids);
    const drafted = await draftedFields(db, ids);
    const skips = await skippedFields(db, summary.format, keys);
    for (const one of some) {
      const fields = plannedFields(one, {
        touched: touched.get(one.id) ?? new Set(),
        drafted: drafted.get(one.id) ?? new Set(),
        skips: skips.get(keyOf(one.draft)) ?? new Map(),
        doubted: doubtedFields(one),
      });
      const isSame = one.found !== undefined && fields.length === 0;
      summary.count(one.draft, isSame ? 'same' : one.found ? 'changed' : 'new');
      if (!isSame) lines.push({ ...lineOf(one, fields), import_id: importId });
    }
  }
  return lines;
}

type Line = Omit<NewImportLine, 'position'>;

function lineOf(
  { draft, found, id, after, offer, confirmed }: Planned,
  fields: PlannedField[],
): Omit<Line, 'import_id'> {
  const title = String(found?.record.title ?? after.fields.title ?? draft.title ?? identityOf(draft));
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
    line: draft.line,
    identity: identityOf(draft),
    kind: draft.kind,
    title,
    title_key: titleKey(title),
    record_id: found?.id ?? null,
    outcome: found ? 'changed' : 'new',
    is_safe: fields.every(({ risk }) => risk === null) ? 1 : 0,
    choice: found && open.length === 0 ? 'skipped' : 'open',
    refused: JSON.stringify(fields.filter(({ isRemembered }) => isRemembered).map(({ field }) => field)),
    safe_fields: JSON.stringify(open.filter(({ risk }) => risk === null).map(({ field }) => field)),
    plain_fields: JSON.stringify(open.filter(({ risk }) => !isEdited(risk)).map(({ field }) => field)),
    version_before: found?.record.version ?? null,
    plan: JSON.stringify(rowPlan),
  };
}

/** Fields of a record that others have changed: by hand, in drafts, or refused in earlier imports. */
interface Surroundings {
  touched: ReadonlySet<string>;
  drafted: ReadonlySet<string>;
  skips: ReadonlyMap<string, string>;
  /** What publishing refuses. */
  doubted: ReadonlySet<string>;
}

/** What publishing refuses; files are looked for with the other errors. */
function doubtedFields({ draft, found, before, after }: Planned): Set<string> {
  const kind = getKind(draft.kind);
  const published = found?.record.state === 'published' ? statementProblems(kind, before) : [];
  const known = new Set(published.map(({ message }) => message));
  const problems = statementProblems(kind, after).filter(({ message }) => !known.has(message));
  return new Set(
    problems.flatMap(({ field }) => {
      const [top = '', index] = field.split('.');
      if (top !== 'sources') return top;
      // A source at fault stands for its fields; a missing one is that of the registration.
      const cited = index === undefined ? ['registration'] : (after.sources[Number(index)]?.fields ?? []);
      return [top, ...cited.map((named) => citedBy(named).field)];
    }),
  );
}

function plannedFields(planned: Planned, about: Surroundings): PlannedField[] {
  const { found, before, after, offered } = planned;
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
  for (const [field, value] of offered) {
    const change = { field, before: before.fields[field], after: value };
    if (isAlike(change.before, value)) continue;
    const risk = riskIn(change, planned, about);
    fields.push({ ...change, risk, origin: before.origins[field] ?? null, ...remembered(field, value) });
  }
  if (fields.length === 0 && found && !isAlike(before.sources, after.sources))
    fields.push({
      field: 'sources',
      before: before.sources,
      after: after.sources,
      risk: about.touched.has('sources') ? 'touched' : about.doubted.has('sources') ? 'doubtful' : null,
      origin: null,
    });
  return fields;
}

const keyOf = (draft: RecordDraft) => `${draft.kind} ${identityOf(draft)}`;

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
function riskIn(change: Difference, { found, before, offer }: Planned, about: Surroundings): Risk | null {
  const { field } = change;
  const isAbout = (source: Source) => source.fields.some((named) => citedBy(named).field === field);
  const ours = new Map(offer.sources.filter(isAbout).map((source) => [publisherOf(source), source.date]));
  const theirs = before.sources.filter(isAbout);
  const risk =
    found &&
    riskOf({
      origin: before.origins[field],
      writer: offer.writer,
      isTouched: about.touched.has(field),
      isDrafted: about.drafted.has(field),
      wasEmpty: isEmpty(change.before),
      becomesEmpty: isEmpty(change.after),
      isOfOtherPublisher: theirs.length === 0 || theirs.some((source) => !ours.has(publisherOf(source))),
      // A value combined from several sources has no single edition.
      isNewer:
        !offer.shares.has(field) &&
        theirs.some((source) => source.date > (ours.get(publisherOf(source)) ?? source.date)),
    });
  return risk ?? (isGarbled(change.after) ? 'garbled' : about.doubted.has(field) ? 'doubtful' : null);
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
