import type { BaseLine } from '../../src/server/import/orphanet/base.ts';
import { openInput } from '../../src/server/import/input.ts';
import { openTable } from '../../src/server/import/table.ts';

/**
 * Which entities of Orphanet a number of OMIM is: those that Orphanet or MONDO calls equal to it; only where there is
 * none, those of which Orphanet calls it a form (the entity is broader). Groups are nobody's diagnosis.
 */
export interface OmimHomes {
  /** Codes of the entities; empty for a disease that only OMIM has. */
  homesOf: (omim: string) => readonly number[];
  isEqual: (omim: string) => boolean;
}

export async function readHomes(entities: readonly BaseLine[], mappings: string): Promise<OmimHomes> {
  const disorders = entities.filter(({ type }) => type !== 'category' && type !== 'clinical-group');
  const codes = new Set(disorders.map(({ orpha }) => orpha));
  const equal = new Map<string, Set<number>>();
  const broader = new Map<string, Set<number>>();
  const add = (map: Map<string, Set<number>>, omim: string, orpha: number | undefined) => {
    if (orpha !== undefined && codes.has(orpha)) map.set(omim, (map.get(omim) ?? new Set()).add(orpha));
  };
  for (const { orpha, omim = [] } of disorders)
    for (const { code, relation } of omim) {
      if (relation === 'exact') add(equal, code, orpha);
      if (relation === 'broader') add(broader, code, orpha);
    }
  const entitiesOf = await readPairs(`${mappings}/mondo_exactmatch_orphanet.sssom.tsv.gz`);
  for (const [mondo, numbers] of await readPairs(`${mappings}/mondo_exactmatch_omim.sssom.tsv.gz`))
    for (const omim of numbers)
      for (const orpha of entitiesOf.get(mondo) ?? []) add(equal, omim, Number(orpha));
  const sorted = (numbers: ReadonlySet<number>) => [...numbers].toSorted((one, other) => one - other);
  return {
    homesOf: (omim) => sorted(equal.get(omim) ?? broader.get(omim) ?? new Set()),
    isEqual: (omim) => equal.has(omim),
  };
}

/** MONDO number → numbers of the other list. */
async function readPairs(path: string): Promise<Map<string, string[]>> {
  const pairs = new Map<string, string[]>();
  for await (const file of (await openInput(path)).parts()) {
    const table = await openTable(file);
    for await (const row of table.rows) {
      if ('problem' in row) continue;
      const mondo = row.cells.get('subject_id') ?? '';
      const [, code = ''] = (row.cells.get('object_id') ?? '').split(':');
      pairs.set(mondo, [...(pairs.get(mondo) ?? []), code]);
    }
  }
  return pairs;
}
