import { portalDay } from '#domain/dates.ts';
import { applyPatch } from '#domain/editing/merge.ts';
import { findKind, states, type Kind, type Source } from '#domain/kinds/index.ts';
import { importOfAuthor } from '../audit/content.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';
import { recordsWithoutDerived } from './derived.ts';
import { externalOf, type Lookup } from './lookup.ts';
import { RecordProblem, type FieldProblem } from './problem.ts';
import type { Draft } from './draft.ts';
import { missingFiles } from './referenced-files.ts';
import { publicationProblems, validateRecord, versionOf } from './validation.ts';

type Fields = Record<string, unknown>;

/** Planned write of a draft; new ids and change numbers are assigned on saving. */
export interface Plan {
  outcome: 'new' | 'changed' | 'same';
  draft: Draft;
  kind: Kind;
  before: RecordRow | undefined;
  fields: Fields;
  changed: string[];
  row: RecordRow;
}

export type StoreRejection = { outcome: 'rejected'; problem: RecordProblem };

export async function planDraft(
  db: ReadDatabase,
  draft: Draft,
  known: Lookup,
  now: string,
): Promise<Plan | StoreRejection> {
  try {
    return await plan(db, draft, known, now);
  } catch (error) {
    if (error instanceof RecordProblem) return { outcome: 'rejected', problem: error };
    throw error;
  }
}

/** Validates a draft against its kind and the stored record; what readers see must have its files. */
async function plan(db: ReadDatabase, draft: Draft, known: Lookup, now: string): Promise<Plan> {
  const kind = findKind(draft.kind);
  if (!kind)
    throw new RecordProblem({ kind: draft.kind, record: nameOf(draft), problem: 'такого вида записей нет' });
  const fail: Fail = (problem, field, status) => {
    throw new RecordProblem({ kind: kind.name, record: nameOf(draft, kind), problem, field, status });
  };
  // Cases must not be in tables of public records.
  if (kind.readers === 'doctors') fail('записи этого вида ведут врачи, в каталоге их нет');
  const before = known.find(draft);
  if (draft.id !== undefined && before?.kind !== kind.name) fail('записи с таким номером нет', 'id', 404);
  if (draft.expected_version !== undefined && draft.expected_version !== (before?.version ?? 0))
    fail('запись тем временем изменили; откройте её заново и повторите правку', 'version', 409);

  const stored = before ? (JSON.parse(before.data) as Fields) : {};
  const given = applyPatch(draft.whole ? {} : stored, definedIn(draft.fields));
  const {
    problems: [problem],
    fields,
    sources: checkedSources,
  } = validateRecord(
    kind,
    { id: before?.id, fields: given, sources: draft.sources ?? [], given: draft.fields },
    known.linked,
  );
  if (problem) fail(problem.message, problem.field || undefined);
  const external = draft.external ?? before?.external ?? externalOf(kind, fields);
  if (external && known.isTaken(kind.name, 'external', external, before?.id))
    fail(`внешний номер ${external} принадлежит другой записи`, kind.external?.field);
  const code = kind.keyedBy === 'code' ? String(fields.code) : null;
  if (code && known.isTaken(kind.name, 'code', code, before?.id)) fail('такой код уже занят', 'code');

  const row = rowOf({ draft, before, stored, fields, sources: checkedSources, external, code, kind, now });
  if (!(states as readonly string[]).includes(row.state)) fail('такого состояния нет', 'state');
  if (before && isSame(before, row))
    return { outcome: 'same', draft, kind, before, fields, changed: [], row: before };
  const [unfit] = isPublic(row) ? await unfitIn(db, { draft, kind, fields, row, before }) : [];
  if (unfit) fail(unfit.message, unfit.field);
  known.plan(draft, row);
  const changed = changedFields(stored, fields);
  if (before && before.sources !== row.sources) changed.push('sources');
  return { outcome: before ? 'changed' : 'new', draft, kind, before, fields, changed, row };
}

export const isPublic = (row: Pick<RecordRow, 'state'>) => row.state === 'published';

const unfitIn = (
  db: ReadDatabase,
  { draft, kind, fields, row, before }: Omit<Plan, 'outcome' | 'changed'>,
): Promise<FieldProblem[]> =>
  draft.strict
    ? publicationProblems(
        db,
        kind,
        { fields, sources: versionOf(row).sources },
        before && isPublic(before) ? versionOf(before) : undefined,
      )
    : missingFiles(db, draft.fields);

interface PlannedRow extends Pick<Plan, 'draft' | 'before' | 'fields' | 'kind'> {
  stored: Fields;
  sources: readonly Source[];
  external: string | null;
  code: string | null;
  now: string;
}

function rowOf(planned: PlannedRow): RecordRow {
  const { draft, before, stored, fields, kind, external, code, now } = planned;
  const sources = draft.sources ? JSON.stringify(planned.sources) : (before?.sources ?? '[]');
  return {
    id: before?.id ?? 0,
    kind: kind.name,
    external,
    code,
    state: draft.state ?? before?.state ?? 'draft',
    version: (before?.version ?? 0) + 1,
    data: JSON.stringify(fields),
    sources,
    origins: JSON.stringify(originsOf(draft, before, stored, fields)),
    ...recordsWithoutDerived,
    reviewed_at: draft.reviewed_at === undefined ? (before?.reviewed_at ?? null) : draft.reviewed_at,
    reviewer: draft.reviewer === undefined ? (before?.reviewer ?? null) : draft.reviewer,
    review_due: draft.review_due ?? before?.review_due ?? null,
    created_at: before?.created_at ?? now,
    updated_at: isInstalling(draft, before, now) ? dayOfFacts(sources, before, now) : now,
    changed_seq: before?.changed_seq ?? null,
    owner_id: draft.owner ?? before?.owner_id ?? null,
    successor_id: draft.successor === undefined ? (before?.successor_id ?? null) : draft.successor,
  };
}

/** Whether an import writes a record on its first day, as an installation by several imports does. */
const isInstalling = ({ author }: Draft, before: RecordRow | undefined, now: string) =>
  importOfAuthor(author) !== undefined && (!before || portalDay(before.created_at) === portalDay(now));

/** Installed facts are as old as their newest source; an edit of that day is newer. */
function dayOfFacts(sources: string, before: RecordRow | undefined, now: string): string {
  const days = (JSON.parse(sources) as { date: string }[]).map(({ date }) => `${date}T00:00:00.000Z`);
  const newest = [...days, before?.updated_at ?? ''].toSorted().at(-1);
  return newest && newest < now ? newest : now;
}

type Fail = (problem: string, field?: string, status?: number) => never;

const nameOf = (draft: Draft, kind?: Kind) =>
  String(draft.id ?? draft.external ?? (kind && externalOf(kind, draft.fields)) ?? '(новая)');

/** `undefined` leaves a field as it is. */
const definedIn = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function changedFields(stored: Fields, fields: Fields): string[] {
  const names = new Set([...Object.keys(stored), ...Object.keys(fields)]);
  return [...names].filter((field) => !isAlike(stored[field], fields[field]));
}

/** A missing value needs no serialisation: most fields of a new record are long. */
const isAlike = (one: unknown, other: unknown) =>
  one === other ||
  (one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other));

/** Records the source of each changed field, also of emptied ones. */
function originsOf(draft: Draft, before: RecordRow | undefined, stored: Fields, fields: Fields) {
  const origins = before ? (JSON.parse(before.origins) as Record<string, string>) : {};
  for (const field of Object.keys(draft.whole ? { ...stored, ...draft.fields } : draft.fields)) {
    const writer = typeof draft.origins === 'string' ? draft.origins : draft.origins[field];
    if (!writer || isAlike(stored[field], fields[field])) continue;
    origins[field] = writer;
  }
  return origins;
}

function isSame(before: RecordRow, row: RecordRow): boolean {
  const compared = [
    'external',
    'state',
    'data',
    'sources',
    'reviewed_at',
    'reviewer',
    'review_due',
    'successor_id',
  ] as const;
  return compared.every((column) => before[column] === row[column]);
}
