import sharp from 'sharp';
import type { User } from '#contract/account.ts';
import type { FileAnswer } from '#contract/call.ts';
import { makeSemaphore } from '../base/semaphore.ts';
import { HttpError } from '../http-error.ts';
import { windowOf } from '../request/limits.ts';
import { updatedView } from './profile.ts';
import { hashOf } from '../base/secret.ts';
import type { Caller, Handler } from '../request/caller.ts';

const side = 512;
/** Larger pictures are rejected before decoding: a small file can expand into hundreds of megabytes. */
const maxPixels = 25e6;
const avatarSemaphore = makeSemaphore({ width: 2, maxQueue: 20 });

/** Signatures of the three formats; names and types prove nothing. */
const isPicture = (bytes: Buffer) => {
  const beginning = bytes.subarray(0, 12).toString('latin1');
  return (
    beginning.startsWith('\xff\xd8\xff') ||
    beginning.startsWith('\x89PNG\r\n\x1a\n') ||
    (beginning.startsWith('RIFF') && beginning.endsWith('WEBP'))
  );
};

/** Re-encodes the picture, which removes hidden content such as the location. */
export const setAvatar: Handler<'POST /api/user/avatar/update'> = async (caller, { input: { avatar } }) => {
  const { user } = caller;
  await caller.limits.spend([windowOf(`pictures of ${user.id}`, 30, 3600)]);
  const bytes = Buffer.from(await avatar.arrayBuffer());
  if (!isPicture(bytes)) throw new HttpError(400, 'Нужна картинка JPEG, PNG или WebP.', 'avatar');
  const picture = await avatarSemaphore.run(() => redraw(bytes));
  const data = picture.toString('base64');
  const values = { data, hash: hashOf(data).slice(0, 16) };
  await caller.database.transaction((tx) =>
    tx
      .insertInto('avatars')
      .values({ user_id: user.id, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute(),
  );
  return await updatedView(caller);
};

async function redraw(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch {
    throw new HttpError(400, 'Картинка не открывается или слишком велика: больше 25 мегапикселей.', 'avatar');
  }
}

export async function removeAvatar(caller: Caller): Promise<User> {
  const { user } = caller;
  await caller.database.transaction((tx) =>
    tx.deleteFrom('avatars').where('user_id', '=', user.id).execute(),
  );
  return await updatedView(caller);
}

export async function getAvatar(caller: Caller): Promise<FileAnswer> {
  const { user, database } = caller;
  const row = await database.kysely
    .selectFrom('avatars')
    .select('data')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'Картинки нет.'));
  return { type: 'image/webp', body: Buffer.from(row.data, 'base64') };
}
