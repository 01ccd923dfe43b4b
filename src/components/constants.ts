import type { Snapshot } from '#data/snapshot.ts';

const remembered = new WeakMap<Snapshot, Map<string, string>>();

/** HTML of parts by name, for as long as the catalogue they were made from is read. */
export function partsOf(snapshot: Snapshot): Map<string, string> {
  const parts = remembered.get(snapshot) ?? new Map<string, string>();
  remembered.set(snapshot, parts);
  return parts;
}
