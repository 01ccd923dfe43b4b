import type { Contract, Input, Output, Path, Query } from '#contract/contract.ts';
import { accountHandlers } from '../account/handlers.ts';
import { profileHandlers } from '../account/profile-handlers.ts';
import { applicationHandlers } from '../applications/handlers.ts';
import { catalogueHandlers } from '../catalogue/handlers.ts';
import type { Context } from '../context.ts';
import { portalHandlers } from '../portal/handlers.ts';
import { searchHandlers } from '../search/handlers.ts';
import { subscriptionHandlers } from '../subscriptions/handlers.ts';
import type { Actor } from './access.ts';
import type { Visit } from './visit.ts';

/** What a handler receives: parameters already parsed by the contract, and who asks from where. */
export interface Asked<P = unknown, Q = unknown, I = unknown> {
  path: P;
  query: Q;
  input: I;
  actor: Actor;
  visit: Visit;
}

/** An answer to every call: one that is missing does not compile. */
export type Handlers<Names extends keyof Contract = keyof Contract> = {
  [Name in Names]: (asked: Asked<Path<Name>, Query<Name>, Input<Name>>) => Promise<Output<Name>>;
};

export function handlersOf(context: Context): Handlers {
  return {
    ...catalogueHandlers(context),
    ...portalHandlers(context),
    ...searchHandlers(context),
    ...accountHandlers(context),
    ...profileHandlers(context),
    ...subscriptionHandlers(context),
    ...applicationHandlers(context),
  };
}
