import type { reportContract } from '#contract/reports.ts';
import type { Context } from '../context.ts';
import { userOf } from '../request/access.ts';
import type { Handlers } from '../request/caller.ts';
import { decide, listReports, report } from './reports.ts';

/** Answers to the calls about errors that readers have found. */
export function reportHandlers(context: Context): Handlers<keyof typeof reportContract> {
  return {
    'POST /api/reports': ({ input, visit }) => report(input, visit, context),
    'GET /api/editors/reports': ({ query }) => listReports(context.database.kysely, query),
    'POST /api/editors/reports/{id}': ({ path, input, actor, visit }) =>
      decide(path.id, input, { editor: userOf(actor), visit, context }),
  };
}
