import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AuditKey } from './audit-keys.ts';

/** What a row of the audit says. */
export interface AuditFacts {
  id: number;
  at: string;
  action: string;
  record_id?: number | null;
  user_id: number | null;
  actor_id: number | null;
  ip: string | null;
  agent: string | null;
  details: string | null;
}

/** What makes a row a link of the chain. */
interface Sealed {
  salt: string | null;
  /** Salted hash of what may name a person: it stays when the person is forgotten. */
  seal: string;
  /** Hash of the row and of the one before. */
  hash: string;
  /** The number of the key under which the hash was made; null: the public rule, which anybody can follow. */
  key: string | null;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

export const newSalt = () => randomBytes(16).toString('hex');

/** The seal of the columns that are emptied when their person asks to be forgotten. */
export const rowDigest = (
  {
    user_id,
    actor_id,
    ip,
    agent,
    details,
  }: Omit<AuditFacts, 'actor_id'> & { actor_id: number | string | null },
  salt: string,
): string => digest(JSON.stringify([salt, user_id, actor_id, ip, agent, details]));

/**
 * Each row carries the hash of the former: one that is changed, removed or put between no longer fits. Under a key
 * nobody without it can make the rest again (HMAC-SHA-256, RFC 2104).
 */
export function hashOfRow(
  { id, at, action, record_id = null }: AuditFacts,
  { seal, former, key }: { seal: string; former: string; key: AuditKey | undefined },
): string {
  const text = JSON.stringify([former, id, at, action, record_id, seal]);
  return key ? createHmac('sha256', key.secret).update(text).digest('hex') : digest(text);
}

export function sealRow(row: AuditFacts, former: string, salt: string, key?: AuditKey): Sealed {
  const seal = rowDigest(row, salt);
  return { salt, seal, hash: hashOfRow(row, { seal, former, key }), key: key?.id ?? null };
}
