import type { Contract, Input, Output, Path, Query } from '#contract/contract.ts';
import type { Context } from './context.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { accessOf, userOf, type Actor } from './access.ts';
import type { ClientInfo } from './client.ts';

/** Runs an action in a transaction. A repeated key returns the stored result. */
export type OncePerKey = <Result>(action: (tx: WriteTransaction) => Promise<Result>) => Promise<Result>;

export interface Caller extends Context {
  actor: Actor;
  /** SHA-256 of the session token; empty without a session. */
  session: string;
  readonly user: UserRow;
  client: ClientInfo;
  /** Runs the action of a call that `creates`; its result is stored for repeats of the request. */
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

/** Client of work without a request. */
export const absent = (user: UserRow, { ip = '', agent = '' }: { ip?: string; agent?: string }) => ({
  actor: { access: accessOf(user), user },
  client: { ip, network: '', agent, cookie: () => undefined, setCookie: () => {} },
});

export interface HandlerRequest<P = unknown, Q = unknown, I = unknown> {
  path: P;
  query: Q;
  input: I;
}

export type Handler<Name extends keyof Contract> = (
  caller: Caller,
  request: HandlerRequest<Path<Name>, Query<Name>, Input<Name>>,
) => Promise<Output<Name>>;

/** Actions of all calls: a missing one is a compile error. */
export type Handlers<Names extends keyof Contract = keyof Contract> = { [Name in Names]: Handler<Name> };
