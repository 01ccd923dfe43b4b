import { countRows } from '../database/page.ts';
import { secondsPerDay } from '#domain/durations.ts';
import { maxDeviceLettersPerDay, type NotificationKindName } from '#domain/notifications.ts';
import { browserName } from '#domain/browser-name.ts';
import { addSeconds } from '../base/clock.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { momentOf } from '../mail/letters.ts';
import { notify } from '../notifications/notify.ts';
import type { Context } from '../request/context.ts';
import type { ClientInfo } from '../request/client.ts';

export const failedLoginsBeforeNotice = 10;

/** At most once a day: further attempts send no more letters. */
export async function notifyFailedLogins(
  tx: WriteTransaction,
  user: UserRow,
  context: Pick<Context, 'settings' | 'now'>,
): Promise<void> {
  const at = context.now();
  if ((await countInDay(tx, user, 'wrong-passwords', at)) > 0) return;
  await notify(tx, context, {
    kind: 'wrong-passwords',
    to: [user.id],
    details: {
      where: `${momentOf(at)}: кто-то ввёл неверный пароль ${failedLoginsBeforeNotice} раз подряд. Если это были не вы, проверьте, что пароль нигде больше не используется.`,
    },
  });
}

/** Notifies of a sign-in from a new browser, except the first. Letters are limited a day, the bell is not. */
export async function notifyNewDevice(
  tx: WriteTransaction,
  user: UserRow,
  client: ClientInfo,
  context: Pick<Context, 'settings' | 'now'>,
): Promise<void> {
  if ((await countRows(tx.selectFrom('devices').where('user_id', '=', user.id))) === 0) return;
  const at = context.now();
  const count = await countInDay(tx, user, 'new-device', at);
  await notify(tx, context, {
    kind: 'new-device',
    to: [user.id],
    isWithoutLetter: count >= maxDeviceLettersPerDay,
    details: {
      where: `${momentOf(at)}, сетевой адрес ${client.ip}, ${browserName(client.agent)}. Если это были не вы, завершите этот вход в настройках и смените пароль.`,
    },
  });
}

const countInDay = (
  tx: WriteTransaction,
  user: UserRow,
  kind: NotificationKindName,
  at: Date,
): Promise<number> =>
  countRows(
    tx
      .selectFrom('notifications')
      .where('user_id', '=', user.id)
      .where('kind', '=', kind)
      .where('at', '>', addSeconds(at, -secondsPerDay).toISOString()),
  );
