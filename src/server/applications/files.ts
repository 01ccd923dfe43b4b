import type { FileAnswer } from '#contract/call.ts';
import { recordDataReads } from '../account/data-reads.ts';
import { userOf } from '../request/access.ts';
import { HttpError } from '../http-error.ts';
import { createUploads } from '../uploads/uploads.ts';
import type { Caller } from '../request/caller.ts';

/** A file for its owner, and for editors if it belongs to an application; for others it does not exist. */
export async function giveUpload(caller: Caller, id: number): Promise<FileAnswer> {
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
