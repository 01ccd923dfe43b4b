import type { Contract, Input, Output, Path, Query } from '#contract/contract.ts';
import type { Context } from '../context.ts';
import type { Writing } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import type { Actor } from './access.ts';
import type { Visit } from './visit.ts';

/** Does a deed in a transaction; one that was done before under the same key is not done again, its result is given. */
export type Once = <Result>(deed: (tx: Writing) => Promise<Result>) => Promise<Result>;

/** An editor at work: who, from where, on what. */
export interface Desk {
  user: UserRow;
  visit: Visit;
  context: Context;
}

export const nowOf = ({ context }: Pick<Desk, 'context'>): Date => context.now?.() ?? new Date();

/** What a handler receives: parameters already parsed by the contract, and who asks from where. */
export interface Asked<P = unknown, Q = unknown, I = unknown> {
  path: P;
  query: Q;
  input: I;
  actor: Actor;
  visit: Visit;
  /** Where a call that `creates` does its deed: a transaction, whose result is kept for repeats of the request. */
  once: Once;
}

/** An answer to every call: one that is missing does not compile. */
export type Handlers<Names extends keyof Contract = keyof Contract> = {
  [Name in Names]: (asked: Asked<Path<Name>, Query<Name>, Input<Name>>) => Promise<Output<Name>>;
};
