import { current } from './current.ts';
import { collectTags, trackTags } from './collect-tags.ts';
import { mark } from './fragments.ts';
import type { Replica } from './replica.ts';

/** A part that is alike on many pages, and what it has read. */
interface Constant {
  /** As `mark` gives it. */
  html: string;
  facts: ReadonlySet<string>;
}

const remembered = new WeakMap<Replica, Map<string, Constant>>();

function constantsOf(snapshot: Replica): Map<string, Constant> {
  const constants = remembered.get(snapshot) ?? new Map<string, Constant>();
  remembered.set(snapshot, constants);
  return constants;
}

/** The part of this name, made once for as long as nothing that it has read changes; each page has read what it has. */
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

/** These facts of the copy have changed, or any may have: parts that have read them are made again. */
export function forgetConstants(snapshot: Replica, touched?: ReadonlySet<string>): void {
  if (!touched) return void remembered.delete(snapshot);
  const constants = constantsOf(snapshot);
  for (const [name, { facts }] of constants)
    if ([...facts].some((fact) => touched.has(fact))) constants.delete(name);
}
