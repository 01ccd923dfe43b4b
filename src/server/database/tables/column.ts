import type { Generated } from 'kysely';

/** What a column says about a person: nothing; what its owner may see and erase; what nobody is shown. */
export type Privacy = 'none' | 'person' | 'secret';

declare const value: unique symbol;

/** A column as its table is told once: its type for queries, its form in both databases, what it says about a person. */
export interface Column<Value = unknown> {
  readonly type: 'integer' | 'text';
  readonly isNullable: boolean;
  /** The database fills it in where an insert is silent. */
  readonly isGenerated: boolean;
  readonly privacy: Privacy;
  /** For the compiler alone. */
  readonly [value]?: Value;
}

/** The values of a row, as queries have them. */
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

/** Says nothing of a person. */
export const plain = columns('none');
/** About a person, who may see and erase it. */
export const person = columns('person');
/** Shown to nobody, hashed where it can be. */
export const secret = columns('secret');
