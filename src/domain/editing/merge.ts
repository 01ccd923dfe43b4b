import { isAlike } from './equality.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Merged {
  /** Changes of both sides; conflicts have mine. */
  fields: Record<string, unknown>;
  /** Fields changed differently on both sides. */
  conflicts: string[];
}

/** Three-way merge by field; `conflicts` need a decision. */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Merged {
  const fields: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])) {
    const isMine = !isAlike(base[name], mine[name]);
    const isTheirs = !isAlike(base[name], theirs[name]);
    if (isMine && isTheirs && !isAlike(mine[name], theirs[name])) conflicts.push(name);
    const value = isMine ? mine[name] : theirs[name];
    if (value !== undefined) fields[name] = value;
  }
  return { fields, conflicts };
}

/** Fields where `after` differs, as a patch: `null` empties a field. */
export function patchOf(before: Fields, after: Fields): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (!isAlike(before[name], after[name])) patch[name] = after[name] ?? null;
  return patch;
}

export function applyPatch(fields: Fields, patch: Fields): Record<string, unknown> {
  const patched = { ...fields };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete patched[name];
    else patched[name] = value;
  }
  return patched;
}
