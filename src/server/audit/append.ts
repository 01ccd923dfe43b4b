import { OperatorError } from '#domain/operator-error.ts';
import { chunks } from '../database/chunks.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { AuditRow } from '../database/tables.ts';
import { newSalt, sealRow, type AuditFacts } from '../base/chain.ts';
import { keysOfWriting, type AuditKeys } from '../base/audit-keys.ts';

/** What is left out is null. */
export type AuditEntry = Pick<AuditFacts, 'at' | 'action'> & Partial<AuditFacts>;

type Former = Pick<AuditRow, 'id' | 'at' | 'hash' | 'key'>;

/**
 * Appends rows to the hash chain, serialised by a lock. The first row under another key records the change.
 * Throws without the key of the last row: the chain must not lose its key unnoticed.
 */
export async function appendToAudit(tx: WriteTransaction, entries: readonly AuditEntry[]): Promise<void> {
  const keys = keysOfWriting.take(tx);
  const former = await lastRow(tx);
  if (former && former.key !== (keys[0]?.id ?? null)) {
    if (former.key !== null && !keys.some(({ id }) => id === former.key)) throw unknownKey(former.key);
    await append(tx, [sealing(former, keys, entries[0]?.at), ...entries], former);
  } else await append(tx, entries, former);
}

/** At server start: continues the chain under the present key. */
export async function sealAudit(tx: WriteTransaction, at: Date): Promise<void> {
  const keys = keysOfWriting.take(tx);
  const former = await lastRow(tx);
  if (!former || former.key === (keys[0]?.id ?? null)) return;
  if (!keys[0] && former.key !== null) throw unknownKey(former.key);
  await append(tx, [sealing(former, keys, at.toISOString())], former);
}

export const lastRow = (db: Pick<WriteTransaction, 'selectFrom'>): Promise<Former | undefined> =>
  db
    .selectFrom('audit')
    .select(['id', 'at', 'hash', 'key'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const unknownKey = (id: string) =>
  new OperatorError(
    `Журнал ведётся под ключом ${id}, а здесь его нет: задайте AUDIT_KEY или AUDIT_KEY_FILE, как у сервера.`,
  );

function sealing(former: Former, keys: AuditKeys, at = new Date().toISOString()): AuditEntry {
  const before = former.key === null ? 'без ключа' : `под ключом ${former.key}`;
  return {
    at,
    action: 'audit sealed',
    details: `дальше ключ ${keys[0]?.id}; строки до ${former.id} ${before}`,
  };
}

const empty = { record_id: null, user_id: null, actor_id: null, ip: null, agent: null, details: null };

async function append(
  tx: WriteTransaction,
  entries: readonly AuditEntry[],
  former: Former | undefined,
): Promise<void> {
  const [key] = keysOfWriting.take(tx);
  const first = await nextNumber(tx, 'audit', entries.length);
  let last = former?.hash ?? '';
  const rows = entries.map((entry, index) => {
    const row = { ...empty, ...entry, id: first + index };
    const sealed = sealRow(row, last, newSalt(), key);
    last = sealed.hash;
    return { ...row, ...sealed };
  });
  for (const some of chunks(rows, 100)) await tx.insertInto('audit').values(some).execute();
}
