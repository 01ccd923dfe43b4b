import { idsOf } from '../database/chunks.ts';
import { secondsPerDay } from '#domain/durations.ts';
import { forgetAccounts, forgetOldActions } from '../audit/forget.ts';
import { forgetPlaces } from '../audit/places.ts';
import { sweepConsents } from '../cases/consents.ts';
import type { Context } from '../request/context.ts';
import { sweepLetters } from '../mail/disk.ts';
import { ageReads } from '../reads/count.ts';
import { sweepMisses } from '../search/failed-queries.ts';
import { createUploads } from '../uploads/uploads.ts';
import { addSeconds } from '../base/clock.ts';

/** Deletes expired data: nothing personal is kept longer than needed. */
export async function sweep(context: Context): Promise<void> {
  const { database, now } = context;
  const daysAgo = (days: number) => addSeconds(now(), -days * secondsPerDay).toISOString();
  await database.transaction(async (tx) => {
    for (const table of ['sessions', 'captchas', 'founding_links', 'passkey_challenges', 'previews'] as const)
      await tx.deleteFrom(table).where('expires_at', '<=', daysAgo(0)).execute();
    await tx.deleteFrom('limits').where('since', '<=', daysAgo(1)).where('until', '<=', daysAgo(0)).execute();
    // Used codes are kept for a while, so that a second click gets «уже подтверждено».
    for (const table of ['tokens', 'address_changes'] as const)
      await tx.deleteFrom(table).where('expires_at', '<=', daysAgo(30)).execute();
    await tx.deleteFrom('devices').where('seen_at', '<=', daysAgo(365)).execute();
    const unconfirmed = await tx
      .selectFrom('users')
      .select('id')
      .where('confirmed_at', 'is', null)
      .where('created_at', '<=', daysAgo(7))
      .execute();
    await forgetAccounts(tx, idsOf(unconfirmed), now());
    await tx.deleteFrom('notifications').where('at', '<=', daysAgo(180)).execute();
    await tx.deleteFrom('outbox').where('sent_at', '<=', daysAgo(90)).execute();
    // The message is about the catalogue and stays; the address was for the answer.
    const answered = await tx
      .updateTable('reports')
      .set({ email: null, email_key: null })
      .where('status', 'in', ['answered', 'closed'])
      .where('updated_at', '<=', daysAgo(90))
      .where('email', 'is not', null)
      .returning('id')
      .execute();
    // The consent is kept without its origin.
    for (const { id } of answered)
      await tx
        .updateTable('report_consents')
        .set({ ip: '', agent: '' })
        .where('report_id', '=', id)
        .execute();
    await tx.deleteFrom('idempotency_keys').where('created_at', '<=', daysAgo(1)).execute();
    await tx
      .deleteFrom('readings')
      .where('at', '<=', daysAgo(3 * 365))
      .execute();
    await forgetOldActions(tx, now());
    await forgetPlaces(tx, now());
    await sweepMisses(tx, now());
    await ageReads(tx, now());
  });
  await sweepLetters(context);
  await sweepConsents(context);
  await createUploads(context).sweep();
}
