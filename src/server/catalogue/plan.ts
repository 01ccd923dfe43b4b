import { portalDay } from '#domain/dates.ts';
import '../russian.ts';
import { z } from 'zod';
import { findKind, source, states, valuesAt, type Kind } from '#domain/kinds/index.ts';
import { importOfAuthor } from '../audit/content.ts';
import type { RecordRow } from '../database/tables.ts';
import { firstProblem } from '../russian.ts';
import { recordsWithoutDerived } from './derived.ts';
import { externalOf, type Lookup } from './lookup.ts';
import { RecordProblem } from './problem.ts';
import type { Draft } from './store.ts';

type Fields = Record<string, unknown>;

/** Planned write of a draft; new ids and change numbers are assigned on saving. */
export interface Plan {
  outcome: 'new' | 'changed' | 'same';
  draft: Draft;
  kind: Kind;
  before: RecordRow | undefined;
  fields: Fields;
  /** Changed fields, including `sources`. */
  changed: string[];
  row: RecordRow;
}

/** Validates a draft against its kind and the stored record and plans the write. */
export function plan(draft: Draft, known: Lookup, now: string): Plan {
  const kind = findKind(draft.kind);
  if (!kind)
    throw new RecordProblem({ kind: draft.kind, record: name(draft), problem: 'такого вида записей нет' });
  const fail: Fail = (problem, field, status) => {
    throw new RecordProblem({ kind: kind.name, record: name(draft, kind), problem, field, status });
  };
  // Cases must not be in tables of public records.
  if (kind.readers === 'doctors') fail('записи этого вида ведут врачи, в каталоге их нет');
  const before = known.find(draft);
  if (draft.id !== undefined && before?.kind !== kind.name) fail('записи с таким номером нет', 'id', 404);
  if (draft.expected_version !== undefined && draft.expected_version !== (before?.version ?? 0))
    fail('запись тем временем изменили; откройте её заново и повторите правку', 'version', 409);

  const stored = before ? (JSON.parse(before.data) as Fields) : {};
  const fields = checkedFields(kind, draft.whole ? {} : stored, draft.fields, fail);
  checkLinks(kind, draft, before, known, fail);
  const external = draft.external ?? before?.external ?? externalOf(kind, fields);
  if (external && known.isTaken(kind.name, 'external', external, before?.id))
    fail(`внешний номер ${external} принадлежит другой записи`, kind.external?.field);
  const code = kind.keyedBy === 'code' ? String(fields.code) : null;
  if (code && known.isTaken(kind.name, 'code', code, before?.id)) fail('такой код уже занят', 'code');

  const data = JSON.stringify(fields);
  checkText(fields, data, fail);
  const sources = draft.sources ? checkedSources(draft.sources, fail) : (before?.sources ?? '[]');
  const row: RecordRow = {
    id: before?.id ?? 0,
    kind: kind.name,
    external,
    code,
    state: draft.state ?? before?.state ?? 'draft',
    version: (before?.version ?? 0) + 1,
    data,
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
  if (!(states as readonly string[]).includes(row.state)) fail('такого состояния нет', 'state');
  if (before && isSame(before, row))
    return { outcome: 'same', draft, kind, before, fields, changed: [], row: before };
  known.plan(draft, row);
  const changed = changedFields(stored, fields);
  if (before && before.sources !== row.sources) changed.push('sources');
  return { outcome: before ? 'changed' : 'new', draft, kind, before, fields, changed, row };
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

const name = (draft: Draft, kind?: Kind) =>
  String(draft.id ?? draft.external ?? (kind && externalOf(kind, draft.fields)) ?? '(новая)');

function checkedFields(kind: Kind, stored: Fields, given: Fields, fail: Fail): Fields {
  const merged: Fields = { ...stored };
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (value === null) delete merged[field];
    else merged[field] = value;
  }
  const checked = kind.fields.safeParse(merged);
  if (checked.success) return checked.data;
  const { field, message } = firstProblem(checked.error);
  return fail(message, field || undefined);
}

/** New links must lead to existing records of the right kind; stored ones do already. */
function checkLinks(kind: Kind, draft: Draft, before: RecordRow | undefined, known: Lookup, fail: Fail) {
  for (const [field, target] of Object.entries(kind.links)) {
    for (const id of valuesAt(draft.fields, field)) {
      const found = known.kindOf(Number(id));
      if (found === undefined) fail(`ссылка на запись ${String(id)}, которой нет`, field);
      if (found !== target) fail(`запись ${String(id)} другого вида: ${found}, нужно ${target}`, field);
      if (id === before?.id) fail('запись ссылается на саму себя', field);
    }
  }
}

const sourcesSchema = z.array(source).max(200);

function checkedSources(given: unknown, fail: Fail): string {
  const checked = sourcesSchema.safeParse(given);
  if (checked.success) return JSON.stringify(checked.data);
  const { field, message } = firstProblem(checked.error);
  return fail(message, field ? `sources.${field}` : 'sources');
}

/** Rejects NUL and lone surrogates, which PostgreSQL cannot store. */
function checkText(fields: Fields, data: string, fail: Fail) {
  if (!/\\u(0000|d[89a-f])/i.test(data)) return;
  const isBroken = (value: unknown): boolean =>
    typeof value === 'string'
      ? value.includes('\0') || !value.isWellFormed()
      : typeof value === 'object' && value !== null && Object.values(value).some(isBroken);
  for (const [field, value] of Object.entries(fields))
    if (isBroken(value)) fail('недопустимый знак в тексте (NUL или половина знака)', field);
}

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
