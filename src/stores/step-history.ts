import { isAlike } from '#domain/editing/equality.ts';
import { cleanValue } from '#domain/editing/plain.ts';

/** An undoable change of a field. */
export interface Step {
  field: string;
  before: unknown;
  after: unknown;
  /** The last typed letter: the next one of the same word joins the step. */
  letter?: Letter | undefined;
}

export interface Steps {
  /** Oldest first. */
  done: readonly Step[];
  /** Undone; the last is redone first. */
  undone: readonly Step[];
}

/**
 * `typed on` continues the last change of the field; `taken back`: a text with its own history has undone its
 * input.
 */
export type How = 'typed on' | 'taken back';

interface Letter {
  /** Path in the value: «signs.0.note». */
  path: string;
  at: number;
  isAdded: boolean;
  /** Whether it starts a word. */
  isFirst: boolean;
}

export const noSteps: Steps = { done: [], undone: [] };

const maxSteps = 500;

/** Adds a step; letters of a word are one step, and a step back to its start is dropped. */
export function withStep({ done, undone }: Steps, next: Step, how?: How): Steps {
  if (isAlike(next.before, next.after)) return { done, undone };
  if (how === 'taken back') {
    const at = done.findLastIndex(({ field }) => field === next.field);
    if (at >= 0 && isAlike(done[at]?.before, next.after)) return { done: done.toSpliced(at, 1), undone: [] };
  }
  const letter = letterOf(next.before, next.after);
  const last = done.at(-1);
  if (last?.field !== next.field || !(how || goesOn(last.letter, letter)))
    return { done: [...done, { ...next, letter }].slice(-maxSteps), undone: [] };
  const earlier = done.slice(0, -1);
  const isBack = isAlike(last.before, next.after);
  return { done: isBack ? earlier : [...earlier, { ...last, after: next.after, letter }], undone: [] };
}

/**
 * Drops steps of fields that another user or a restored version has changed. Markup stripped by the server is
 * no change.
 */
export function fittingSteps({ done, undone }: Steps, values: Readonly<Record<string, unknown>>): Steps {
  const fits = new Map<string, boolean>();
  for (const [steps, side] of [
    [done, 'after'],
    [undone, 'before'],
  ] as const)
    for (const step of steps.toReversed())
      if (!fits.has(step.field))
        fits.set(step.field, isAlike(cleanValue(step[side]), cleanValue(values[step.field])));
  const fitting = ({ field }: Step) => fits.get(field) === true;
  return [...fits.values()].every(Boolean)
    ? { done, undone }
    : { done: done.filter(fitting), undone: undone.filter(fitting) };
}

const goesOn = (last: Letter | undefined, next: Letter | undefined): boolean =>
  last !== undefined &&
  next !== undefined &&
  last.path === next.path &&
  last.isAdded === next.isAdded &&
  (next.isAdded ? next.at === last.at + 1 && !next.isFirst : next.at === last.at || next.at === last.at - 1);

/** The single letter by which two values differ; undefined otherwise. */
function letterOf(before: unknown, after: unknown, path = ''): Letter | undefined {
  if (isNested(before) || isNested(after)) {
    if (!isNested(before) || !isNested(after)) return undefined;
    const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
      (key) => !isAlike(was[key], is[key]),
    );
    const [key] = keys;
    return keys.length === 1 && key !== undefined ? letterOf(was[key], is[key], `${path}.${key}`) : undefined;
  }
  const [was, is] = [String(before ?? ''), String(after ?? '')];
  if (Math.abs(was.length - is.length) !== 1) return undefined;
  const isAdded = is.length > was.length;
  const [long, short] = isAdded ? [is, was] : [was, is];
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  if (long.slice(at + 1) !== short.slice(at)) return undefined;
  return { path, at, isAdded, isFirst: /\S/.test(long[at] ?? '') && !/\S/.test(long[at - 1] ?? ' ') };
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
