import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AuditKey } from './audit-keys.ts';

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

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

export const newSalt = () => randomBytes(16).toString('hex');

/** Digest of the columns that erasure empties. */
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
 * Each row contains its predecessor's hash, so changed, removed or inserted rows are detected. With a key
 * only its owner can rehash the rest (HMAC-SHA-256, RFC 2104).
 */
export function hashOfRow(
  { id, at, action, record_id = null }: AuditFacts,
  { seal, former, key }: { seal: string; former: string; key: AuditKey | undefined },
): string {
  const text = JSON.stringify([former, id, at, action, record_id, seal]);
  return key ? createHmac('sha256', key.secret).update(text).digest('hex') : digest(text);
}

export function sealRow(row: AuditFacts, former: string, salt: string, key?: AuditKey) {
  const seal = rowDigest(row, salt);
  return { salt, seal, hash: hashOfRow(row, { seal, former, key }), key: key?.id ?? null };
}
