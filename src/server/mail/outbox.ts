import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { Letter } from './letter.ts';

interface Sending {
  /** Topic in one word: also part of a file name. */
  kind: string;
  to: string;
  userId: number | null;
  at: Date;
  /** Unsubscribe token; absent for service letters. */
  unsubscribe?: string;
}

/** Queues a letter in the transaction of its action. Returns its id. */
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
