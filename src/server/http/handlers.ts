import type { Contract, Input, Output, Path, Query } from '#contract/contract.ts';
import { administrationHandlers } from '../administration/handlers.ts';
import { accountHandlers } from '../account/handlers.ts';
import { profileHandlers } from '../account/profile-handlers.ts';
import { applicationHandlers } from '../applications/handlers.ts';
import { caseHandlers } from '../cases/handlers.ts';
import { catalogueHandlers } from '../catalogue/handlers.ts';
import type { NarrowedLists } from '../catalogue/page.ts';
import type { Context } from '../context.ts';
import { deskHandlers } from '../editors/desk-handlers.ts';
import { editorsHandlers } from '../editors/handlers.ts';
import { entitlementHandlers } from '../entitlements/handlers.ts';
import { importHandlers } from '../import/handlers.ts';
import { portalHandlers } from '../portal/handlers.ts';
import { publicationHandlers } from '../publication/handlers.ts';
import { reportHandlers } from '../reports/handlers.ts';
import { searchHandlers } from '../search/handlers.ts';
import { signsHandlers } from '../signs/handlers.ts';
import { subscriptionHandlers } from '../subscriptions/handlers.ts';
import { unsubscribeHandlers } from '../unsubscribe/handlers.ts';
import type { Actor } from './access.ts';
import type { Once } from './repeats.ts';
import type { Visit } from './visit.ts';

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

export function handlersOf(context: Context, lists: NarrowedLists): Handlers {
  return {
    ...catalogueHandlers(context, lists),
    ...portalHandlers(context),
    ...entitlementHandlers(context),
    ...searchHandlers(context),
    ...signsHandlers(context),
    ...accountHandlers(context),
    ...profileHandlers(context),
    ...subscriptionHandlers(context),
    ...unsubscribeHandlers(context),
    ...applicationHandlers(context),
    ...administrationHandlers(context),
    ...reportHandlers(context),
    ...publicationHandlers(context),
    ...editorsHandlers(context),
    ...caseHandlers(context),
    ...deskHandlers(context),
    ...importHandlers(context),
  };
}
