import type { BaseLine } from '../../src/server/import/formats/base.ts';
import { openInput } from '../../src/server/import/input.ts';
import { openTable } from '../../src/server/import/table.ts';

/**
 * Orphanet entities of an OMIM number: those that Orphanet or MONDO calls equal; otherwise broader ones, of
 * which it is a form. Groups are not diagnoses.
 */
export interface OmimHomes {
  /** Codes of the entities; empty for OMIM-only diseases. */
  homesOf: (omim: string) => readonly number[];
  isEqual: (omim: string) => boolean;
  /** MONDO number and title of the disease; none where MONDO has withdrawn it. */
  mondoOf: (omim: string) => { mondo: string; title: string } | undefined;
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
  const entitiesOf = Map.groupBy(
    await readPairs(`${mappings}/mondo_exactmatch_orphanet.sssom.tsv.gz`),
    ({ mondo }) => mondo,
  );
  const named = new Map<string, { mondo: string; title: string }>();
  for (const { mondo, title, code } of await readPairs(`${mappings}/mondo_exactmatch_omim.sssom.tsv.gz`)) {
    if (!title.startsWith('obsolete ')) named.set(code, { mondo, title });
    for (const orpha of entitiesOf.get(mondo) ?? []) add(equal, code, Number(orpha.code));
  }
  const sorted = (numbers: ReadonlySet<number>) => [...numbers].toSorted((one, other) => one - other);
  return {
    homesOf: (omim) => sorted(equal.get(omim) ?? broader.get(omim) ?? new Set()),
    isEqual: (omim) => equal.has(omim),
    mondoOf: (omim) => named.get(omim),
  };
}

interface Pair {
  mondo: string;
  /** Title in MONDO. */
  title: string;
  /** Code in the other list. */
  code: string;
}

async function readPairs(path: string): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for await (const file of (await openInput(path)).parts()) {
    const table = await openTable(file);
    for await (const row of table.rows) {
      if ('problem' in row) continue;
      const [, code = ''] = (row.cells.get('object_id') ?? '').split(':');
      pairs.push({
        mondo: row.cells.get('subject_id') ?? '',
        title: row.cells.get('subject_label') ?? '',
        code,
      });
    }
  }
  return pairs;
}
