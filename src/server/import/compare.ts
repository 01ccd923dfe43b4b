import { isAlike } from '#domain/editing/equality.ts';
import { isEdited, type Risk } from '#domain/imports.ts';
import type { Source } from '#domain/kinds/index.ts';
import { authorOfImport } from '../audit/content.ts';
import type { Draft } from '../catalogue/draft.ts';
import { lookUp } from '../catalogue/lookup.ts';
import { titleOf } from '../catalogue/names.ts';
import { planDraft } from '../catalogue/plan.ts';
import { getTerms } from '../catalogue/terms.ts';
import { chunks } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { NewImportLine } from '../database/tables.ts';
import { identityOf, type RecordDraft, type TermDraft } from './draft.ts';
import { draftedFields, editedFields, skippedFields } from './edited-fields.ts';
import type { ImportInput } from './input.ts';
import type { OnProgress } from './jobs.ts';
import { blankLine, rejectedLines, titleKey, type PlannedField, type RowPlan } from './journal.ts';
import { match, type MatchedDraft } from './match.ts';
import { inOrder } from './order.ts';
import { plannedFields, withLine, type Planned } from './planned.ts';
import { readInput } from './read-input.ts';
import { References } from './references.ts';
import { Summary } from './summary.ts';
import { changeOf } from './write.ts';

const batchSize = 200;

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
    const key = keyOf(one.draft);
    if (problem === undefined) {
      planned.set(key, withLine(planned.get(key), one, summary.format));
      // Later batches may refer to it, even if an earlier line was rejected.
      if (!one.found) references.numberOf(one.draft);
    } else {
      summary.reject(one.draft.line, problem);
      if (!one.found && !earlier(one.draft)) references.forget(identityOf(one.draft));
    }
  }
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

async function recordLines(comparing: Comparing, importId: number): Promise<Line[]> {
  const { db, summary, planned, references } = comparing;
  const lines: Line[] = [];
  for (const some of chunks([...planned.values()], batchSize)) {
    const ids = some.flatMap(({ found }) => (found ? [found.id] : []));
    const keys = some.map(({ draft }) => keyOf(draft));
    const touched = await editedFields(db, ids);
    const drafted = await draftedFields(db, ids);
    const skips = await skippedFields(db, summary.format, keys);
    for (const one of some) {
      const { draft, found } = one;
      const fields = plannedFields(one, summary.format, {
        touched: touched.get(found?.id ?? 0) ?? new Set(),
        drafted: drafted.get(found?.id ?? 0) ?? new Set(),
        skips: skips.get(keyOf(draft)) ?? new Map(),
      });
      const isSame = found !== undefined && fields.length === 0;
      summary.count(draft, isSame ? 'same' : found ? 'changed' : 'new');
      const provisional = found ? undefined : references.numberOf(draft);
      if (!isSame) lines.push({ ...lineOf(one, fields, provisional), import_id: importId });
    }
  }
  return lines;
}

const keyOf = (draft: RecordDraft) => `${draft.kind} ${identityOf(draft)}`;

type Line = Omit<NewImportLine, 'position'>;

function lineOf(
  { draft, found, after, sources, shares, confirmed }: Planned,
  fields: PlannedField[],
  provisional: number | undefined,
): Omit<Line, 'import_id'> {
  const title = String(found?.record.title ?? after.fields.title ?? draft.title ?? identityOf(draft));
  const open = fields.filter(({ isRemembered }) => !isRemembered);
  const rowPlan: RowPlan = {
    fields,
    external: draft.external,
    ...(provisional === undefined ? {} : { provisional }),
    sources: { offered: sources, confirmed: [...confirmed], shares: [...shares] },
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
    refused: fieldNames(fields.filter(({ isRemembered }) => isRemembered)),
    safe_fields: fieldNames(open.filter(({ risk }) => risk === null)),
    plain_fields: fieldNames(open.filter(({ risk }) => !isEdited(risk))),
    version_before: found?.record.version ?? null,
    plan: JSON.stringify(rowPlan),
  };
}

const fieldNames = (fields: readonly PlannedField[]) => JSON.stringify(fields.map(({ field }) => field));

/** Dictionary items: new ones are safe; a renamed one may have been edited. */
async function termLines(
  db: ReadDatabase,
  importId: number,
  terms: ReadonlyMap<string, ReadonlyMap<string, TermDraft>>,
  summary: Summary,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [vocabulary, items] of terms) {
    const stored = new Map((await getTerms(db, vocabulary)).map((term) => [term.code, term]));
    const counts = { new: 0, changed: 0, same: 0 };
    for (const { code, title, position, data, line } of items.values()) {
      const before = stored.get(code);
      const after = { title, position, ...(data ? { data } : {}) };
      const fields = (['title', 'position', 'data'] as const).flatMap((field): PlannedField[] => {
        const [was, is] = [before?.[field], after[field]];
        const risk: Risk | null = before && field === 'title' ? 'dictionary' : null;
        return isAlike(was, is) ? [] : [{ field, before: was, after: is, risk, origin: null }];
      });
      counts[before ? (fields.length > 0 ? 'changed' : 'same') : 'new'] += 1;
      if (fields.length === 0) continue;
      const isSafe = fields.every(({ risk }) => risk === null);
      const names = fieldNames(fields);
      lines.push({
        ...blankLine,
        import_id: importId,
        line,
        identity: `${vocabulary}:${code}`,
        kind: 'term',
        title: `${code} ${title}`,
        title_key: titleKey(title),
        outcome: before ? 'changed' : 'new',
        is_safe: isSafe ? 1 : 0,
        safe_fields: isSafe ? names : '[]',
        plain_fields: names,
        plan: JSON.stringify({ fields } satisfies RowPlan),
      });
    }
    summary.countTerms(counts);
  }
  return lines;
}

const maxListed = 2000;

/** Records of this publisher that the file does not contain: reported and unchanged. */
async function removedRows(
  db: ReadDatabase,
  importId: number,
  drafts: readonly RecordDraft[],
): Promise<Line[]> {
  const lines: Line[] = [];
  const whole = drafts.filter(({ mode }) => mode === 'upsert');
  for (const [kind, group] of Map.groupBy(whole, (draft) => draft.kind)) {
    const named = new Set(drafts.filter((draft) => draft.kind === kind).map(identityOf));
    const publishers = new Set(group.flatMap(({ sources }) => sources.map(({ publisher }) => publisher)));
    publishers.delete(undefined);
    if (publishers.size === 0) continue;
    const rows = await db
      .selectFrom('records')
      .select(['id', 'external', 'card', 'sources', 'title_key', 'version'])
      .where('kind', '=', kind)
      .where('state', '=', 'published')
      .where('external', 'is not', null)
      .orderBy('title_key')
      .execute();
    for (const row of rows) {
      if (lines.length >= maxListed) return lines;
      if (named.has(row.external ?? '')) continue;
      const sources = JSON.parse(row.sources) as Source[];
      if (!sources.some(({ publisher }) => publishers.has(publisher))) continue;
      lines.push({
        ...blankLine,
        import_id: importId,
        identity: row.external ?? '',
        kind,
        title: titleOf(row.card),
        title_key: row.title_key,
        record_id: row.id,
        outcome: 'gone',
        version_before: row.version,
      });
    }
  }
  return lines;
}
