import { isAlike } from './equality.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Merged {
  /** Both sides' changes; where they disagree, mine. */
  fields: Record<string, unknown>;
  /** Fields that both have changed, each otherwise. */
  conflicts: string[];
}

/**
 * Joins two edits of the same thing, field by field: what one side alone has changed is taken, and where both
 * have, somebody has to choose.
 */
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

/** The fields in which `after` differs from `before`, as a patch: `null` empties a field. */
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
