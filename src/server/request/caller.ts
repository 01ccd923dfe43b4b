import type { Contract, Input, Output, Path, Query } from '#contract/contract.ts';
import type { Context } from './context.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { accessOf, userOf, type Actor } from './access.ts';
import type { ClientInfo } from './client.ts';

/** Does an action in a transaction; one that was done before under the same key is not done again, its result is given. */
export type OncePerKey = <Result>(action: (tx: WriteTransaction) => Promise<Result>) => Promise<Result>;

/** Who makes a call, from where, and all that the server stands on. A handler gives it to the action: `action(caller, id, input)`. */
export interface Caller extends Context {
  actor: Actor;
  /** SHA-256 of the token of the session; empty where there is none. */
  session: string;
  /** The account; a call that anonymous visitors may make asks `actor`. */
  readonly user: UserRow;
  client: ClientInfo;
  /** Where a call that `creates` does its action: a transaction, whose result is kept for repeats of the request. */
  once: OncePerKey;
}

export const callerOf = (
  context: Context,
  {
    actor,
    client,
    once = context.database.transaction,
  }: Pick<Caller, 'actor' | 'client'> & { once?: OncePerKey | undefined },
): Caller => ({
  ...context,
  actor,
  session: actor.session ?? '',
  client,
  once,
  get user() {
    return userOf(actor);
  },
});

/** Somebody for whom the server goes on by itself: no browser is there. */
export const absent = (user: UserRow, { ip = '', agent = '' }: { ip?: string; agent?: string }) => ({
  actor: { access: accessOf(user), user },
  client: { ip, network: '', agent, cookie: () => undefined, setCookie: () => {} },
});

/** The parameters of a call, as the contract has parsed them. */
export interface HandlerRequest<P = unknown, Q = unknown, I = unknown> {
  path: P;
  query: Q;
  input: I;
}

/** An answer to every call: one that is missing does not compile. */
export type Handlers<Names extends keyof Contract = keyof Contract> = {
  [Name in Names]: (
    caller: Caller,
    asked: HandlerRequest<Path<Name>, Query<Name>, Input<Name>>,
  ) => Promise<Output<Name>>;
};
