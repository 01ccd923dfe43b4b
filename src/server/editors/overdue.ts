import { portalDay } from '#domain/dates.ts';
import { secondsPerWeek } from '#domain/durations.ts';
import { addSeconds } from '../base/clock.ts';
import { countRows } from '../database/page.ts';
import { notify } from '../notifications/notify.ts';
import { deskKinds } from './record-view.ts';
import type { Context } from '../request/context.ts';

/** Notifies editors, at most weekly, of the number of overdue records. */
export async function notifyOfOverdue(context: Context): Promise<void> {
  const at = context.now();
  await context.database.transaction(async (tx) => {
    const count = await countRows(
      tx
        .selectFrom('records')
        .where('kind', 'in', deskKinds)
        .where('state', '=', 'published')
        .where('review_due', '<', portalDay(at)),
    );
    if (count === 0) return;
    const notified = await tx
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', 'review-overdue')
      .where('at', '>', addSeconds(at, -secondsPerWeek).toISOString())
      .limit(1)
      .executeTakeFirst();
    if (notified) return;
    await notify(tx, context, {
      kind: 'review-overdue',
      to: 'editors',
      details: { count: String(count) },
    });
  });
}
