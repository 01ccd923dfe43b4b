import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** HPO's phenotypic abnormalities: parents, and replacements of obsolete numbers. */
export interface Hpo {
  release: string;
  /** Number → parents within the branch. */
  parents: ReadonlyMap<number, readonly number[]>;
  labels: ReadonlyMap<number, string>;
  moved: ReadonlyMap<number, number>;
  /** Current number; undefined outside phenotypic abnormalities. */
  find: (code: string) => number | undefined;
}

interface Graph {
  meta: { version: string };
  nodes: { id: string; lbl?: string; meta?: { deprecated?: boolean; basicPropertyValues?: Property[] } }[];
  edges: { sub: string; pred: string; obj: string }[];
}
interface Property {
  pred: string;
  val: string;
}

/** HP:0000118, «Phenotypic abnormality»: excludes inheritance, onset and frequency. */
const root = 118;
const replacedBy = 'http://purl.obolibrary.org/obo/IAO_0100001';
const alternative = 'http://www.geneontology.org/formats/oboInOwl#hasAlternativeId';

export async function readHpo(file: string): Promise<Hpo> {
  const { graphs } = JSON.parse(gunzipSync(await readFile(file)).toString()) as { graphs: [Graph] };
  const [{ meta, nodes, edges }] = graphs;
  const above = new Map<number, number[]>();
  for (const { sub, pred, obj } of edges)
    if (pred === 'is_a') above.set(numberOf(sub), [...(above.get(numberOf(sub)) ?? []), numberOf(obj)]);
  const within = new Map<number, boolean>([[root, true]]);
  const isWithin = (number: number): boolean => {
    const known = within.get(number);
    if (known !== undefined) return known;
    const is = (above.get(number) ?? []).some(isWithin);
    within.set(number, is);
    return is;
  };
  const moved = new Map<number, number>();
  const parents = new Map<number, readonly number[]>();
  const labels = new Map<number, string>();
  for (const { id, lbl = '', meta: own } of nodes) {
    const number = numberOf(id);
    if (!number) continue;
    for (const { pred, val } of own?.basicPropertyValues ?? []) {
      if (own?.deprecated && pred === replacedBy) moved.set(number, numberOf(val));
      if (!own?.deprecated && pred === alternative) moved.set(numberOf(val), number);
    }
    if (own?.deprecated || !isWithin(number)) continue;
    labels.set(number, lbl);
    parents.set(number, (above.get(number) ?? []).filter(isWithin));
  }
  const find = (code: string) => {
    let number = numberOf(code);
    for (let step = 0; step < 4 && !parents.has(number); step++) number = moved.get(number) ?? 0;
    return number === 0 ? undefined : number;
  };
  const release = /\d{4}-\d\d-\d\d/.exec(meta.version)?.[0] ?? '';
  return { release, parents, labels, moved, find };
}

const numberOf = (code: string) => Number(/HP[_:](\d{7})$/.exec(code)?.[1] ?? 0);
