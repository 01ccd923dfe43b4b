import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import type { Caller } from '../request/caller.ts';
import { windowOf } from '../request/limits.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import { addSeconds, isCurrent } from '../base/clock.ts';

type Purpose = 'confirm' | 'restore' | 'work address' | 'stop address';

const lifetimeSeconds: Record<Purpose, number> = {
  confirm: 24 * 3600,
  restore: 3600,
  'work address': 24 * 3600,
  'stop address': 7 * 86_400,
};

/** Issues a code; earlier ones of the purpose become invalid. */
export async function issueToken(
  tx: WriteTransaction,
  { purpose, userId, email, at }: { purpose: Purpose; userId: number; email?: string; at: Date },
): Promise<string> {
  await tx
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
  const code = newSecret();
  await tx
    .insertInto('tokens')
    .values({
      hash: hashOf(code),
      purpose,
      user_id: userId,
      email: email ?? null,
      created_at: at.toISOString(),
      expires_at: addSeconds(at, lifetimeSeconds[purpose]).toISOString(),
    })
    .execute();
  return code;
}

export async function findToken(
  db: ReadDatabase,
  { code, purpose, at }: { code: string; purpose: Purpose; at: Date },
) {
  const row = await db
    .selectFrom('tokens')
    .selectAll()
    .where('hash', '=', hashOf(code))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (!row) return undefined;
  const isGood = isCurrent(row.expires_at, lifetimeSeconds[purpose], at);
  const state = row.used_at !== null ? 'used' : isGood ? 'good' : 'over';
  return { state, userId: row.user_id, email: row.email } as const;
}

/** The code of a link in a letter, under either parameter name (ruling G14). Counts the attempt. */
export async function codeOfLink(
  { client, limits }: Caller,
  { code, token }: { code?: string | undefined; token?: string | undefined },
): Promise<string> {
  const given = code || token;
  if (!given) throw new HttpError(400, 'В ссылке нет кода. Откройте её из письма целиком.', 'code');
  await limits.spend([windowOf(`codes from ${client.network}`, 120, 60)]);
  return given;
}

/** Consumes a code; of concurrent uses one succeeds. */
export async function useToken(tx: WriteTransaction, code: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tokens')
    .set({ used_at: at.toISOString() })
    .where('hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
