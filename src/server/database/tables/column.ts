import type { Generated } from 'kysely';

/** Privacy class: not personal; readable and erasable by its owner; never shown. */
export type Privacy = 'none' | 'person' | 'secret';

declare const value: unique symbol;

/** Declaration of a column: query type, SQL types, privacy. */
export interface Column<Value = unknown> {
  readonly type: 'integer' | 'text';
  readonly isNullable: boolean;
  /** Has a default value. */
  readonly isGenerated: boolean;
  readonly privacy: Privacy;
  /** Type only. */
  readonly [value]?: Value;
}

export type RowOf<Table> = {
  [Name in keyof Table]: Table[Name] extends Column<infer Value> ? Value : never;
};

interface Kept<Value> extends Column<Value> {
  orNull: Column<Value | null>;
  generated: Column<Generated<Value>>;
}

const kept = <Value>(type: Column['type'], privacy: Privacy): Kept<Value> => {
  const column = { type, privacy, isNullable: false, isGenerated: false };
  return {
    ...column,
    orNull: { ...column, isNullable: true },
    generated: { ...column, isGenerated: true },
  };
};

const columns = (privacy: Privacy) => ({
  number: kept<number>('integer', privacy),
  text: kept<string>('text', privacy),
});

/** Not personal. */
export const plain = columns('none');
/** Personal: readable and erasable by its owner. */
export const person = columns('person');
/** Never shown, hashed where possible. */
export const secret = columns('secret');
