import { paginate } from '../database/page.ts';
import type { ImportField, ImportRowShown } from '#contract/imports.ts';
import { sortKey } from '#domain/alphabet.ts';
import { differencesOf, partsOf, type ValueTitles } from '#domain/editing/differences.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import {
  riskLabels,
  type ImportChoice,
  type ImportOutcome,
  type ImportResult,
  type ImportView,
} from '#domain/imports.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { addressOf, findKind, getKind, type Source } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { ImportLine } from '../database/tables.ts';
import { namedRecords, namesFor, recordsIn } from '../catalogue/names.ts';
import { sourceDifference } from '../editors/record-view.ts';
import type { Handlers } from '../request/caller.ts';
import type { ImportedFields } from './draft.ts';
import {
  getImport,
  namesOf as fieldNames,
  withRecords,
  type PlannedField,
  type RowPlan,
  type StoredLine,
} from './journal.ts';
import { firstPromised } from './references.ts';

const pageSize = 25;
/** Items of a long list shown for each side. */
const maxParts = 30;

export function narrowedRows(
  db: ReadDatabase,
  importId: number,
  { view, query }: { view: ImportView; query: string },
) {
  let chosen = db.selectFrom('import_rows').where('import_id', '=', importId);
  if (view === 'new' || view === 'changed' || view === 'gone' || view === 'rejected')
    chosen = chosen.where('outcome', '=', view);
  else if (view === 'troubled') chosen = chosen.where('result', 'in', ['conflict', 'left']);
  else chosen = chosen.where('outcome', 'in', ['new', 'changed']);
  if (view === 'safe' || view === 'risky') chosen = chosen.where('is_safe', '=', view === 'safe' ? 1 : 0);
  if (view === 'open' || view === 'accepted' || view === 'skipped')
    chosen = chosen.where('choice', '=', view);
  for (const word of query.split(/\s+/).filter(Boolean).slice(0, 8))
    chosen = chosen.where((eb) =>
      eb.or([eb('title_key', 'like', `%${sortKey(word).slice(1)}%`), eb('identity', 'like', `%${word}%`)]),
    );
  return chosen;
}

export const importRowHandlers = {
  'GET /api/editors/imports/{id}/rows': async (
    { db },
    { path: { id: importId }, query: { view, query, page } },
  ) => {
    await getImport(db, importId);
    const { rows: lines, place } = await paginate(
      narrowedRows(db, importId, { view, query }),
      { page, page_size: pageSize },
      (chosen) => chosen.selectAll().orderBy('position'),
    );
    const items: ImportRowShown[] = [];
    for (const [kind, group] of Map.groupBy(lines, (line) => line.kind))
      items.push(...(await shownOf(db, importId, kind, group)));
    return { items: items.toSorted((one, other) => one.position - other.position), ...place };
  },
} satisfies Partial<Handlers>;

async function shownOf(
  db: ReadDatabase,
  importId: number,
  kind: string,
  lines: readonly ImportLine[],
): Promise<ImportRowShown[]> {
  const definition = findKind(kind);
  const described = definition ? describeKind(definition).fields : termFields;
  const stored = await withRecords(db, lines);
  const plans = new Map<StoredLine, PlannedField[]>();
  for (const one of stored) plans.set(one, await plannedOf(db, one));
  const names = await namesOf(db, importId, described, [...plans.values()].flat());
  return stored.map((one) => {
    const { line, chosen, found: record } = one;
    const isWaiting = line.result === null && line.version_before !== null;
    const fields = (plans.get(one) ?? []).toSorted(
      (field, other) => placeIn(described, field.field) - placeIn(described, other.field),
    );
    const all = fields.map(({ field }) => field);
    const refused = new Set(fieldNames(line.refused, all));
    return {
      position: line.position,
      line: line.line,
      identity: line.identity,
      kind,
      kind_title: definition?.titles.one ?? (kind === 'term' ? 'Пункт словаря' : ''),
      title: line.title,
      record_id: line.record_id,
      url:
        record?.state === 'published' && definition
          ? addressOf(getKind(kind), { id: record.id, code: record.code ?? undefined })
          : null,
      outcome: line.outcome as ImportOutcome,
      is_safe: line.is_safe === 1,
      choice: line.choice as ImportChoice,
      is_stale: isWaiting && line.outcome === 'changed' && record?.version !== line.version_before,
      result: line.result as ImportResult | null,
      reason: line.reason,
      fields: fields.map((planned) => shownField(planned, { described, names, chosen, refused })),
    };
  });
}

function shownField(
  { field, before, after, risk, isRemembered = false }: PlannedField,
  about: {
    described: readonly FieldDescription[];
    names: ValueTitles;
    chosen: ReadonlySet<string>;
    refused: ReadonlySet<string>;
  },
): ImportField {
  const described = partsOfChange(field, before, after, about);
  const isMoved = isSameSet(before, after);
  const [removed, added] = isMoved ? [[], []] : [described.removed, described.added];
  return {
    field,
    title: described.title,
    risk,
    why: risk && riskLabels[risk],
    removed: removed.slice(0, maxParts),
    added: added.slice(0, maxParts),
    is_moved: isMoved,
    removed_total: removed.length,
    added_total: added.length,
    is_chosen: about.chosen.has(field),
    is_refused: about.refused.has(field),
    is_remembered: isRemembered,
  };
}

const isSameSet = (one: unknown, other: unknown): boolean => {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  const items = new Set(one.map((item) => JSON.stringify(item)));
  return other.every((item) => items.has(JSON.stringify(item)));
};

const placeIn = (described: readonly FieldDescription[], field: string) =>
  described.findIndex(({ name }) => name === field);

const stateWords: Record<string, string> = {
  archived: 'В архиве',
  published: 'Опубликовано',
  draft: 'Черновик',
};

function partsOfChange(
  field: string,
  before: unknown,
  after: unknown,
  { described, names }: { described: readonly FieldDescription[]; names: ValueTitles },
): { title: string; removed: string[]; added: string[] } {
  if (field === 'state')
    return {
      title: 'Состояние',
      removed: [stateWords[String(before)] ?? String(before)],
      added: [stateWords[String(after)] ?? String(after)],
    };
  if (field === 'sources') {
    const [difference] = sourceDifference((before ?? []) as Source[], (after ?? []) as Source[]);
    return { title: 'Источники', removed: difference?.removed ?? [], added: difference?.added ?? [] };
  }
  const description = described.find(({ name }) => name === field);
  if (!description) return { title: field, removed: valuesOf(before), added: valuesOf(after) };
  const [difference] = differencesOf([description], { [field]: before }, { [field]: after }, names);
  return {
    title: description.title,
    removed: difference?.removed ?? partsOf(description, before, names),
    added: difference?.added ?? partsOf(description, after, names),
  };
}

const valuesOf = (value: unknown): string[] =>
  value === undefined || value === null ? [] : [typeof value === 'string' ? value : JSON.stringify(value)];

const termFields: FieldDescription[] = [
  { name: 'title', title: 'Название', type: 'line', isRequired: true },
  { name: 'position', title: 'Место в словаре', type: 'whole', isRequired: true },
  { name: 'data', title: 'Прочее', type: 'line', isRequired: false },
];

/** Changes of a command line import, from the record's versions. */
async function plannedOf(db: ReadDatabase, { line, plan }: StoredLine): Promise<PlannedField[]> {
  const { fields } = plan;
  const hasValues = fields.some((field) => 'before' in field || 'after' in field);
  if (hasValues || fields.length === 0 || line.record_id === null) return fields;
  const versions = [line.version_before ?? 0, line.version_after ?? 0];
  const revisions = await db
    .selectFrom('revisions')
    .select(['version', 'data', 'sources'])
    .where('record_id', '=', line.record_id)
    .where('version', 'in', versions)
    .execute();
  const [before, after] = versions.map((version): ImportedFields => {
    const found = revisions.find((revision) => revision.version === version);
    return found
      ? { ...(JSON.parse(found.data) as ImportedFields), sources: JSON.parse(found.sources) as unknown }
      : {};
  });
  return fields.map((field) => ({ ...field, before: before?.[field.field], after: after?.[field.field] }));
}

/** Titles of linked records, including new ones of this import. */
async function namesOf(
  db: ReadDatabase,
  importId: number,
  described: readonly FieldDescription[],
  planned: readonly PlannedField[],
): Promise<ValueTitles> {
  const ids = planned.flatMap(({ field, before, after }) =>
    [before, after].flatMap((value) => recordsIn(described, { [field]: value })),
  );
  const names = await namesFor(db, described, await namedRecords(db, ids));
  if (!ids.some((id) => id >= firstPromised)) return names;
  const fresh = await db
    .selectFrom('import_rows')
    .select(['title', 'plan'])
    .where('import_id', '=', importId)
    .where('outcome', '=', 'new')
    .where('kind', '!=', 'term')
    .execute();
  const titles = new Map(fresh.map(({ title, plan }) => [(JSON.parse(plan) as RowPlan).provisional, title]));
  return { ...names, record: (id) => titles.get(id) ?? names.record(id) };
}
