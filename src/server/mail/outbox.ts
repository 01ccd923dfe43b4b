import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { Context } from '../request/context.ts';
import type { Settings } from '../settings.ts';
import { composeLetter, type LetterText } from './letter.ts';
import { signToken, type SignedToken } from './signed-token.ts';

interface Sending {
  /** Topic in one word: also part of a file name. */
  kind: string;
  /** A recipient with a name is greeted by it. */
  to: { id: number | null; email: string; name?: string };
  /** What the mail program may stop, and the quiet link, which gets the token. Absent for service letters. */
  unsubscribe?: SignedToken | undefined;
}

/** Queues a letter in the transaction of its action. Returns its id. */
export async function putLetter(
  tx: WriteTransaction,
  { settings, now }: { settings: Pick<Settings, 'SITE_URL'>; now: Context['now'] },
  { kind, to, unsubscribe }: Sending,
  text: LetterText,
): Promise<number> {
  const at = now();
  const token = unsubscribe ? await signToken(tx, unsubscribe, at) : null;
  const quietLink = text.quietLink && {
    ...text.quietLink,
    url: token === null ? text.quietLink.url : `${text.quietLink.url}?token=${token}`,
  };
  const id = await nextNumber(tx, 'letter');
  await tx
    .insertInto('outbox')
    .values({
      id,
      kind,
      user_id: to.id,
      recipient: to.email,
      ...composeLetter(settings.SITE_URL, { name: to.name, ...text, quietLink }),
      created_at: at.toISOString(),
      due_at: at.toISOString(),
      attempts: 0,
      unsubscribe: token,
    })
    .execute();
  return id;
}
