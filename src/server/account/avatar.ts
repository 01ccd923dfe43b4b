import { HttpError } from '../http-error.ts';
import { windowOf } from '../request/limits.ts';
import { changeAccount } from './profile.ts';
import { redraw, typeOf } from '../uploads/content.ts';
import { hashOf } from '../base/secret.ts';
import type { Handlers } from '../request/caller.ts';

const side = 512;

export const avatarHandlers = {
  /** Re-encodes the picture, which removes hidden content such as the location. */
  'POST /api/user/avatar/update': async (caller, { input: { avatar } }) => {
    const { user } = caller;
    await caller.limits.spend([windowOf(`pictures of ${user.id}`, 30, 3600)]);
    const bytes = Buffer.from(await avatar.arrayBuffer());
    if (!typeOf(bytes)?.startsWith('image/'))
      throw new HttpError(400, 'Нужна картинка JPEG, PNG или WebP.', 'avatar');
    const picture = await redraw(bytes, 'avatar', (given) =>
      given.rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 }),
    );
    const data = picture.bytes.toString('base64');
    const values = { data, hash: hashOf(data).slice(0, 16) };
    return await changeAccount(caller, (tx) =>
      tx
        .insertInto('avatars')
        .values({ user_id: user.id, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute(),
    );
  },
  'POST /api/user/avatar/remove': (caller) =>
    changeAccount(caller, (tx) => tx.deleteFrom('avatars').where('user_id', '=', caller.user.id).execute()),
  'GET /api/user/avatar': async ({ db, user }) => {
    const row = await db
      .selectFrom('avatars')
      .select('data')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow(() => new HttpError(404, 'Картинки нет.'));
    return { type: 'image/webp', body: Buffer.from(row.data, 'base64') };
  },
} satisfies Partial<Handlers>;
