import type { applicationContract } from '#contract/applications.ts';
import type { Context } from '../context.ts';
import { userOf } from '../http/access.ts';
import type { Handlers } from '../http/handlers.ts';
import { apply, getApplication, listApplications } from './applications.ts';

/** Answers to the calls about applications. */
export function applicationHandlers(context: Context): Handlers<keyof typeof applicationContract> {
  const db = context.database.kysely;
  return {
    'GET /api/applications': ({ actor }) => listApplications(db, userOf(actor)),
    'GET /api/applications/{id}': ({ actor, path }) => getApplication(db, userOf(actor), path.id),
    'POST /api/applications': ({ actor, input }) => apply(userOf(actor), input, context),
  };
}
