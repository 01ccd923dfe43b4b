import type { LinkedCount } from './answer.ts';
import { NameIndex } from './names.ts';
import { keyOf, type SearchRecord } from './record.ts';
import { regionNames } from './regions.ts';

/** The kind that the others are linked to. */
export const target = 'disease';
/** A larger group is not the name of its members. */
const maxChildren = 12;
/** Limit of names derived from links. */
const maxNames = 120;

/**
 * Records linked to diseases, found by the names of these, by region and by description. A separate index:
 * such a match is not a name of the record.
 */
export class Links {
  readonly index = new NameIndex();
  readonly #names: NameIndex;
  readonly #records = new Map<string, SearchRecord>();
  /** Disease → keys of linked records. */
  readonly #linking = new Map<number, Set<string>>();
  /** Group → its direct members. */
  readonly #children = new Map<number, Set<number>>();
  readonly #parents = new Map<number, readonly number[]>();
  readonly #waiting = new Set<string>();

  constructor(names: NameIndex) {
    this.#names = names;
  }

  put(records: Iterable<SearchRecord>): void {
    for (const record of records) {
      this.remove(record.group, record.id);
      if (record.group === target) this.#putDisease(record);
      else if (record.links?.length || record.places?.length || record.about?.length) this.#putLinked(record);
    }
  }

  remove(group: string, id: number): void {
    if (group === target) {
      for (const parent of this.#parents.get(id) ?? []) this.#children.get(parent)?.delete(id);
      this.#parents.delete(id);
      this.#touch(id);
    }
    const key = keyOf(group, id);
    const former = this.#records.get(key);
    if (!former) return;
    for (const disease of former.links ?? []) this.#linking.get(disease)?.delete(key);
    this.#records.delete(key);
    this.#waiting.delete(key);
    this.index.remove(group, id);
  }

  /** Related records of a disease, by kind. */
  of(disease: number): LinkedCount[] {
    const counts = new Map<string, number>();
    for (const key of this.#linking.get(disease) ?? []) {
      const { group } = this.#records.get(key)!;
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    return [...counts].map(([group, count]) => ({ group, count }));
  }

  current(): NameIndex {
    if (this.#waiting.size > 0) {
      const records = [...this.#waiting].flatMap((key) => this.#records.get(key) ?? []);
      this.#waiting.clear();
      this.index.put(records.map((record) => ({ ...record, linked: this.#linkedNames(record) })));
    }
    return this.index;
  }

  #putDisease({ id, links }: SearchRecord): void {
    if (links?.length) {
      this.#parents.set(id, links);
      for (const parent of links) added(this.#children, parent, id);
    }
    this.#touch(id);
  }

  #putLinked(record: SearchRecord): void {
    const key = keyOf(record.group, record.id);
    this.#records.set(key, record);
    for (const disease of record.links ?? []) added(this.#linking, disease, key);
    this.#waiting.add(key);
  }

  /** Marks records with derived names. */
  #touch(disease: number): void {
    for (const id of [disease, ...(this.#parents.get(disease) ?? [])])
      for (const key of this.#linking.get(id) ?? []) this.#waiting.add(key);
  }

  #linkedNames({ links = [], places = [] }: SearchRecord): string[] {
    const names = new Set(places.flatMap((code) => regionNames(code) ?? []));
    for (const id of links) for (const name of this.#names.namesOf(target, id)) names.add(name);
    for (const id of links) {
      const children = this.#children.get(id) ?? new Set();
      if (children.size > maxChildren) continue;
      for (const child of children) for (const name of this.#names.namesOf(target, child)) names.add(name);
    }
    return [...names].slice(0, maxNames);
  }
}

function added<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}
