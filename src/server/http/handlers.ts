import type { Contract, Output, Path, Query } from '#contract/contract.ts';
import type { Actor } from './access.ts';
import { catalogueHandlers } from '../catalogue/handlers.ts';
import type { Context } from '../context.ts';
import { portalHandlers } from '../portal/handlers.ts';
import { searchHandlers } from '../search/handlers.ts';

/** What a handler receives: parameters already parsed by the contract, and who asks. */
export interface Asked<P = unknown, Q = unknown> {
  path: P;
  query: Q;
  actor: Actor;
}

/** An answer to every call: one that is missing does not compile. */
export type Handlers<Names extends keyof Contract = keyof Contract> = {
  [Name in Names]: (asked: Asked<Path<Name>, Query<Name>>) => Promise<Output<Name>>;
};

export function handlersOf(context: Context): Handlers {
  return { ...catalogueHandlers(context), ...portalHandlers(context), ...searchHandlers(context) };
}
