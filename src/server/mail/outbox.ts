import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { Letter } from './letter.ts';

interface Sending {
  /** What the letter is about, in one word: it names the file where letters are files. */
  kind: string;
  to: string;
  userId: number | null;
  at: Date;
  /** The token that ends letters of this sort; service letters have none. */
  unsubscribe?: string;
}

/** Lays a letter out for sending, together with the action that it tells of: both happen or neither. Gives its number. */
export async function putLetter(
  tx: WriteTransaction,
  letter: Letter,
  { kind, to, userId, at, unsubscribe }: Sending,
): Promise<number> {
  const id = await nextNumber(tx, 'letter');
  await tx
    .insertInto('outbox')
    .values({
      id,
      kind,
      user_id: userId,
      recipient: to,
      ...letter,
      created_at: at.toISOString(),
      due_at: at.toISOString(),
      attempts: 0,
      unsubscribe: unsubscribe ?? null,
    })
    .execute();
  return id;
}
