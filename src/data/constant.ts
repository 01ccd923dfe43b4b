import { current } from './current.ts';
import { collectTags, trackTags } from './collect-tags.ts';
import { mark } from './fragments.ts';
import type { Replica } from './replica.ts';

/** A value shared by many pages, and its tags. */
interface Constant {
  key: string;
  value: unknown;
  facts: ReadonlySet<string>;
}

const remembered = new WeakMap<Replica, Map<string, Constant>>();

function constantsOf(snapshot: Replica): Map<string, Constant> {
  const constants = remembered.get(snapshot) ?? new Map<string, Constant>();
  remembered.set(snapshot, constants);
  return constants;
}

/**
 * The named value, made once until its tags change; every page that uses it inherits the tags. Large values have a `key`:
 * only that of the last key is kept.
 */
export async function constant<Value>(
  name: string,
  make: () => Value | Promise<Value>,
  key = '',
): Promise<Value> {
  const constants = constantsOf(current());
  const known = constants.get(name);
  if (known?.key === key) {
    trackTags(known.facts);
    return known.value as Value;
  }
  const { result: value, facts } = await collectTags(make);
  constants.set(name, { key, value, facts });
  return value;
}

/** A fragment of pages: what stands for it until the page is joined. */
export const constantPart = (name: string, make: () => Promise<string>): Promise<string> =>
  constant(name, async () => mark(await make()));

/** Drops values with invalidated tags, or all of them. */
export function forgetConstants(snapshot: Replica, invalidated?: ReadonlySet<string>): void {
  if (!invalidated) return void remembered.delete(snapshot);
  const constants = constantsOf(snapshot);
  for (const [name, { facts }] of constants)
    if ([...facts].some((fact) => invalidated.has(fact))) constants.delete(name);
}
