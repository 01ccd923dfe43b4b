import { recipients, staff } from '../request/access.ts';
import { notificationKind, type NotificationKindName } from '#domain/notifications.ts';
import { namedRecords } from '../catalogue/names.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { readInChunks } from '../database/chunks.ts';
import type { LetterText } from '../mail/letter.ts';
import { unsubscribePage } from '../mail/signed-token.ts';
import { putLetter } from '../mail/outbox.ts';
import type { Context } from '../request/context.ts';
import { frequenciesOf } from './preferences.ts';
import { templates, type NotificationSubject } from './templates.ts';

export interface NewNotification {
  kind: NotificationKindName;
  /** Ids, or all editors and administrators. */
  to: readonly number[] | 'editors';
  /** The actor, who is not notified. */
  except?: number | undefined;
  caseId?: number | undefined;
  recordId?: number | undefined;
  /** Details by kind; never the text of a case or comment. */
  details?: Readonly<Record<string, string>>;
  /** A special letter instead of the template. */
  letter?: LetterText;
  /** The action sends its own letters: bell only. */
  isWithoutLetter?: boolean;
}

/**
 * Notifies people in the transaction of the cause: by bell at once, by letter at their frequency of the kind.
 * Blocked and unconfirmed accounts are skipped. An unseen notification about the same case or record is
 * replaced.
 */
export async function notify(
  tx: WriteTransaction,
  context: Pick<Context, 'settings' | 'now'>,
  notice: NewNotification,
): Promise<void> {
  const { kind, caseId, recordId, details = {} } = notice;
  const { isAlways } = notificationKind(kind);
  const people = await peopleFor(tx, notice);
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  const chosen = await frequenciesOf(tx, kind, ids);
  const [record = null] = (await namedRecords(tx, [recordId ?? null])).values();
  const subject: NotificationSubject = { caseId: caseId ?? null, record, details };
  const letter = notice.letter ?? noticeLetter(kind, subject, context.settings.SITE_URL);
  for (const to of people) {
    const frequency = notice.isWithoutLetter ? 'off' : isAlways ? 'now' : chosen(to.id);
    if (caseId !== undefined || recordId !== undefined)
      await tx
        .deleteFrom('notifications')
        .where('user_id', '=', to.id)
        .where('kind', '=', kind)
        .where('seen_at', 'is', null)
        .where('case_id', caseId === undefined ? 'is' : '=', caseId ?? null)
        .where('record_id', recordId === undefined ? 'is' : '=', recordId ?? null)
        .execute();
    await tx
      .insertInto('notifications')
      .values({
        id: await nextNumber(tx, 'notification'),
        user_id: to.id,
        kind,
        record_id: recordId ?? null,
        case_id: caseId ?? null,
        details: JSON.stringify(details),
        at: context.now().toISOString(),
        letter: frequency === 'now' ? 'off' : frequency,
      })
      .execute();
    if (frequency !== 'now') continue;
    const unsubscribe = isAlways ? undefined : ({ userId: to.id, sort: 'notice', subject: kind } as const);
    await putLetter(tx, context, { kind, to, unsubscribe }, letter);
  }
}

async function peopleFor(
  db: ReadDatabase,
  { to, except }: NewNotification,
): Promise<{ id: number; name: string; email: string }[]> {
  const known = (to === 'editors' ? staff : recipients)(db)
    .select(['id', 'name', 'email'])
    .$if(except !== undefined, (rows) => rows.where('id', '!=', except ?? 0))
    .orderBy('id');
  if (to === 'editors') return await known.execute();
  return await readInChunks(to, (ids) => known.where('id', 'in', ids).execute());
}

function noticeLetter(kind: NotificationKindName, subject: NotificationSubject, siteUrl: string): LetterText {
  const text = templates[kind](subject);
  const { title, isAlways } = notificationKind(kind);
  return {
    subject: text.title,
    before: [text.more ? `${text.title}. ${text.more}` : `${text.title}.`],
    button: { title: text.action, url: text.url },
    ...(isAlways
      ? {}
      : {
          after: [
            `Письмо пришло, потому что в настройках включено «${title}». Как часто приходят письма, вы выбираете сами: ${siteUrl}/profile/settings/#letters`,
          ],
          quietLink: { title: 'Таких писем больше не присылать', url: unsubscribePage },
        }),
  };
}
