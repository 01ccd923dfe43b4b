import { encryptionOf } from '../encryption.ts';
import type { Handler } from '../request/caller.ts';

/**
 * Key with which browsers of a person encrypt unsaved drafts, unreadable for later users of the browser. It
 * changes monthly; earlier keys are returned to the same person.
 */
export const draftsKey: Handler<'GET /api/user/drafts/key'> = async (
  { user: { id, created_at }, settings, now },
  { query: { of } },
) => {
  const month = of ?? now().toISOString().slice(0, 7);
  return { person: id, of: month, key: encryptionOf(settings).mac(`drafts ${id} ${created_at} ${month}`) };
};
