import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemOrder, systemRoots, type System } from '../../src/components/record/sign-systems.ts';
import type { Hpo } from './hpo.ts';

const labelsFile = join(import.meta.dirname, '../../src/starter/hpo-signs-ru.tsv');
const systemsFile = join(import.meta.dirname, '../../src/components/record/sign-systems.json');

/**
 * Writes the organ system of each named sign by its HPO ancestors. Of several systems the first in
 * `systemOrder` counts.
 */
export async function makeSystems(hpo: Hpo): Promise<void> {
  const known = new Map<number, ReadonlySet<System>>();
  const systemsOf = (term: number): ReadonlySet<System> => {
    const found = known.get(term);
    if (found) return found;
    const own = systemOrder.filter((system) => (systemRoots[system] as readonly number[]).includes(term));
    const all = new Set([...own, ...(hpo.parents.get(term) ?? []).flatMap((one) => [...systemsOf(one)])]);
    known.set(term, all);
    return all;
  };
  const members = new Map<System, number[]>(systemOrder.map((system) => [system, []]));
  for (const line of (await readFile(labelsFile, 'utf8')).trimEnd().split('\n').slice(1)) {
    const code = line.slice(0, line.indexOf('\t'));
    const term = hpo.find(code);
    const systems = term === undefined ? undefined : systemsOf(term);
    const system = systemOrder.find((one) => systems?.has(one));
    if (system) members.get(system)!.push(Number(code.slice(3)));
  }
  const packed = Object.fromEntries([...members].map(([system, terms]) => [system, packSteps(terms)]));
  await writeFile(systemsFile, `${JSON.stringify(packed, undefined, 2)}\n`);
}

/** Numbers of terms as steps from one to the next, in base 36. */
export const packSteps = (terms: readonly number[]): string =>
  terms
    .toSorted((one, other) => one - other)
    .map((term, at, all) => (term - (all[at - 1] ?? 0)).toString(36))
    .join(' ');
