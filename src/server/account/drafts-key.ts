import type { Output } from '#contract/contract.ts';
import { encryptionOf } from '../encryption.ts';
import type { Caller } from '../request/caller.ts';

/**
 * The key by which the browsers of one person seal what is typed until it has been saved: anyone who sits down at one of
 * them later gets nothing out of it. It is another each month; the key of an earlier one is given to the same person.
 */
export function draftsKey(
  { user: { id, created_at }, settings, now }: Caller,
  of: string | undefined,
): Output<'GET /api/user/drafts/key'> {
  const month = of ?? now().toISOString().slice(0, 7);
  return { person: id, of: month, key: encryptionOf(settings).mac(`drafts ${id} ${created_at} ${month}`) };
}
