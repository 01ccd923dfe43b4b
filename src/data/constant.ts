import { current } from './current.ts';
import { collectTags, trackTags } from './collect-tags.ts';
import { mark } from './fragments.ts';
import type { Replica } from './replica.ts';

/** A fragment shared by many pages, and its tags. */
interface Constant {
  /** Output of `mark`. */
  html: string;
  facts: ReadonlySet<string>;
}

const remembered = new WeakMap<Replica, Map<string, Constant>>();

function constantsOf(snapshot: Replica): Map<string, Constant> {
  const constants = remembered.get(snapshot) ?? new Map<string, Constant>();
  remembered.set(snapshot, constants);
  return constants;
}

/** The named fragment, rendered once until its tags change; every page that uses it inherits the tags. */
export async function constantPart(name: string, make: () => Promise<string>): Promise<string> {
  const constants = constantsOf(current());
  const known = constants.get(name);
  if (known) {
    trackTags(known.facts);
    return known.html;
  }
  const { result, facts } = await collectTags(make);
  const html = mark(result);
  constants.set(name, { html, facts });
  return html;
}

/** Drops fragments with invalidated tags, or all of them. */
export function forgetConstants(snapshot: Replica, invalidated?: ReadonlySet<string>): void {
  if (!invalidated) return void remembered.delete(snapshot);
  const constants = constantsOf(snapshot);
  for (const [name, { facts }] of constants)
    if ([...facts].some((fact) => invalidated.has(fact))) constants.delete(name);
}
