import { dateIn } from '../derived.ts';
import type { Kind } from '../kinds/index.ts';
import type { ListRequest } from './request.ts';

/** What lists need to know of a record. */
interface ListedRecord {
  id: number;
  titleKey: string;
  newestKey: string;
  updatedAt: string;
  /** Slug of its letter. */
  letter: string;
  facets: readonly { field: string; value: string }[];
  /** Records that it links to: those of another kind may be narrowed by what links to them. */
  links: readonly number[];
}

/** What narrows a list. */
type Choice = Pick<ListRequest, 'facets' | 'letter'> & {
  year?: number | undefined;
  /** Ids of the records that the words found; all where there were none. */
  found?: ReadonlySet<number> | undefined;
};

export interface Narrowed {
  /** In the order that was asked for. */
  ids: number[];
  /** By facet, how many records each value would leave if it were chosen beside the others. */
  counts: ReadonlyMap<string, Map<string, number>>;
  /** Records that the other choices leave, by their year; those without a day are in none. */
  years: ReadonlyMap<string, number>;
}

/** `date`: by the date alone, without those that are ahead. */
export type ListOrder = 'titleKey' | 'newestKey' | 'updatedAt' | 'date';

/** A record with the numbers of its values: its own, and with those that others lend it. */
type Row = Omit<ListedRecord, 'facets'> & { own: readonly number[]; values: readonly number[] };

/** A value of a facet of a kind. */
interface Value {
  facet: number;
  name: string;
}

/** The published records of a kind, narrowed, ordered and counted in memory: ten thousand in a few milliseconds. */
export class ListOfKind {
  readonly kind: Kind;
  /** By their numbers; a number stays what it is. */
  readonly #values: Value[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #rows = new Map<number, Row>();
  /** Rows in an order; when some have changed since, they stand last, and former ones among the others. */
  readonly #ordered = new Map<ListOrder, Row[]>();
  #isInOrder = true;
  /** Moves with every change. */
  #version = 0;
  #borrowed = '';

  constructor(kind: Kind) {
    this.kind = kind;
  }

  put({ facets, ...record }: ListedRecord): void {
    this.remove(record.id);
    const own = facets.flatMap(({ field, value }) => {
      const facet = this.#facetOf(field);
      return facet < 0 ? [] : [this.#numberOf({ facet, name: value })];
    });
    const row = { ...record, own, values: own };
    this.#rows.set(record.id, row);
    for (const ordered of this.#ordered.values()) ordered.push(row);
  }

  remove(id: number): void {
    this.#version += 1;
    this.#isInOrder = false;
    this.#rows.delete(id);
  }

  /** Gives the records the values that those which link to them lend, if either have changed. */
  borrow(listOf: (kind: string) => ListOfKind | undefined): void {
    const borrowing = this.kind.facets.flatMap(({ from }, facet) => {
      const lenders = from && listOf(from.kind);
      return lenders ? [{ facet, from, lenders }] : [];
    });
    if (borrowing.length === 0) return;
    const version = [this, ...borrowing.map(({ lenders }) => lenders)].map((list) => list.#version).join();
    if (this.#borrowed === version) return;
    this.#borrowed = version;
    for (const row of this.#rows.values()) row.values = row.own;
    for (const { facet, from, lenders } of borrowing)
      for (const { target, name } of lenders.#lent(from.facet)) {
        if (from.values && !from.values.includes(name)) continue;
        const row = this.#rows.get(target);
        const value = this.#numberOf({ facet, name });
        if (row && !row.values.includes(value)) row.values = [...row.values, value];
      }
  }

  *#lent(field: string): Generator<{ target: number; name: string }> {
    const facet = this.#facetOf(field);
    for (const { own, links } of this.#rows.values())
      for (const value of own)
        if (this.#values[value]!.facet === facet)
          for (const target of links) yield { target, name: this.#values[value]!.name };
  }

  narrow(choice: Choice, order: ListOrder, isDescending = false): Narrowed {
    const { fitting, all } = this.#testsOf(choice);
    const counts = new Uint32Array(this.#values.length);
    const years = new Map<string, number>();
    const ids: number[] = [];
    const rows = this.#inOrder(order);
    for (let place = 0; place < rows.length; place += 1) {
      const { id, values, letter, newestKey } = rows[isDescending ? rows.length - 1 - place : place]!;
      if (choice.letter && letter !== choice.letter) continue;
      if (choice.found && !choice.found.has(id)) continue;
      let fits = 0;
      if (all > 0) for (const value of values) fits |= fitting[value]!;
      const failed = all & ~fits;
      // By more than one facet.
      if ((failed & (failed - 1)) !== 0) continue;
      const year = dateIn(this.kind, newestKey).slice(0, 4);
      if (year && failed === 0) years.set(year, (years.get(year) ?? 0) + 1);
      if (choice.year && year !== String(choice.year)) continue;
      if (failed === 0) {
        ids.push(id);
        for (const value of values) counts[value]! += 1;
        continue;
      }
      // A record that fails by one facet alone is counted there: another value of it would let the record in.
      const facet = 31 - Math.clz32(failed);
      for (const value of values) if (this.#values[value]!.facet === facet) counts[value]! += 1;
    }
    return { ids, counts: this.#named(counts), years };
  }

  #named(counts: Uint32Array): Narrowed['counts'] {
    const named = this.kind.facets.map(({ field }) => [field, new Map<string, number>()] as const);
    for (const [value, count] of counts.entries())
      if (count > 0) named[this.#values[value]!.facet]![1].set(this.#values[value]!.name, count);
    return new Map(named);
  }

  /** For each value the bits of the facets whose choice it fits, and the bits of all that are chosen by. */
  #testsOf({ facets }: Choice): { fitting: Int32Array; all: number } {
    const { leftOut } = this.kind;
    const tests = this.kind.facets.map(({ field }) => {
      const chosen = facets[field];
      if (chosen?.length) return (name: string) => chosen.includes(name);
      // What lists leave out is counted where it can be asked for.
      return field === leftOut?.field ? (name: string) => !leftOut.values.includes(name) : undefined;
    });
    const fitting = Int32Array.from(this.#values, ({ facet, name }) =>
      tests[facet]?.(name) ? 1 << facet : 0,
    );
    return { fitting, all: tests.reduce((bits, test, facet) => (test ? bits | (1 << facet) : bits), 0) };
  }

  #facetOf(field: string): number {
    return this.kind.facets.findIndex((facet) => facet.field === field);
  }

  #numberOf(value: Value): number {
    const key = `${value.facet} ${value.name}`;
    const known = this.#numbers.get(key) ?? this.#values.push(value) - 1;
    this.#numbers.set(key, known);
    return known;
  }

  #inOrder(order: ListOrder): readonly Row[] {
    if (!this.#isInOrder)
      for (const [known, rows] of this.#ordered) {
        const left = rows.filter((row) => this.#rows.get(row.id) === row);
        this.#ordered.set(known, inOrder(left, this.#keyBy(known)));
      }
    this.#isInOrder = true;
    const rows = this.#ordered.get(order) ?? inOrder([...this.#rows.values()], this.#keyBy(order));
    this.#ordered.set(order, rows);
    return rows;
  }

  #keyBy(order: ListOrder): (row: Row) => string {
    return order === 'date' ? ({ newestKey }) => dateIn(this.kind, newestKey) : (row) => row[order];
  }
}

const inOrder = (rows: Row[], keyOf: (row: Row) => string): Row[] =>
  rows.sort((one, other) => {
    const [key, next] = [keyOf(one), keyOf(other)];
    return key < next ? -1 : key > next ? 1 : one.id - other.id;
  });
