import type { applicationContract } from '#contract/applications.ts';
import type { Context } from '../context.ts';
import { userOf } from '../request/access.ts';
import type { Handlers } from '../request/caller.ts';
import { apply, getApplication, listApplications } from './applications.ts';
import { giveUpload } from './files.ts';
import { confirmWorkEmail, requestVerification } from './verification.ts';

/** Answers to the calls about applications. */
export function applicationHandlers(context: Context): Handlers<keyof typeof applicationContract> {
  const db = context.database.kysely;
  return {
    'GET /api/applications': ({ actor }) => listApplications(db, userOf(actor)),
    'GET /api/applications/{id}': ({ actor, path }) => getApplication(db, userOf(actor), path.id),
    'POST /api/applications': ({ actor, input, visit, once }) =>
      input.type === 'verification'
        ? requestVerification(userOf(actor), input, { visit, context, once })
        : apply(userOf(actor), input, { context, once }),
    'POST /api/user/verification': ({ actor, input, visit, once }) =>
      requestVerification(userOf(actor), input, { visit, context, once }),
    'POST /api/user/verification/confirm': ({ input, visit }) => confirmWorkEmail(input, visit, context),
    'GET /api/uploads/{id}': ({ actor, path }) => giveUpload(actor, path.id, context),
  };
}
