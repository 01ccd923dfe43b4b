import type { applicationContract } from '#contract/applications.ts';
import type { FileAnswer } from '#contract/call.ts';
import type { Handlers, Caller } from '../request/caller.ts';
import { recordDataReads } from '../account/data-reads.ts';
import { userOf } from '../request/access.ts';
import { HttpError } from '../http-error.ts';
import { createUploads } from '../uploads/uploads.ts';
import { apply, getApplication, listApplications } from './applications.ts';
import { confirmWorkEmail, requestVerification } from './verification.ts';

export const applicationHandlers: Handlers<keyof typeof applicationContract> = {
  'GET /api/applications': (caller) => listApplications(caller),
  'GET /api/applications/{id}': (caller, { path }) => getApplication(caller, path.id),
  'POST /api/applications': (caller, { input }) =>
    input.type === 'verification' ? requestVerification(caller, input) : apply(caller, input),
  'POST /api/user/verification': (caller, { input }) => requestVerification(caller, input),
  'POST /api/user/verification/confirm': (caller, { input }) => confirmWorkEmail(caller, input),
  'GET /api/uploads/{id}': (caller, { path }) => giveUpload(caller, path.id),
};

/** A file for its owner, and for editors if it belongs to an application; for others it does not exist. */
async function giveUpload(caller: Caller, id: number): Promise<FileAnswer> {
  const { actor, database, now } = caller;
  const user = userOf(actor);
  const row = await database.kysely.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
  const isOwn = row?.user_id === user.id;
  const isEditor = actor.access === 'editor' || actor.access === 'admin';
  if (!row || !(isOwn || (isEditor && row.purpose === 'application')))
    throw new HttpError(404, 'Такого файла нет.');
  if (!isOwn)
    await database.transaction((tx) =>
      recordDataReads(tx, {
        reader: user,
        userIds: [row.user_id],
        fields: ['file'],
        place: 'file',
        at: now(),
      }),
    );
  return await createUploads(caller).give(row);
}
