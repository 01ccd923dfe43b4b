import { createHash, randomBytes } from 'node:crypto';

/** What a row of the audit says. */
export interface AuditFacts {
  id: number;
  at: string;
  deed: string;
  record_id?: number | null;
  user_id: number | null;
  actor_id: number | null;
  ip: string | null;
  agent: string | null;
  details: string | null;
}

/** What makes a row a link of the chain. */
export interface Sealed {
  salt: string | null;
  /** Salted hash of what may name a person: it stays when the person is forgotten. */
  seal: string;
  /** Hash of the row and of the one before. */
  hash: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

export const newSalt = () => randomBytes(16).toString('hex');

/** The seal of the columns that are emptied when their person asks to be forgotten. */
export const sealOf = ({ user_id, actor_id, ip, agent, details }: AuditFacts, salt: string): string =>
  digest(JSON.stringify([salt, user_id, actor_id, ip, agent, details]));

/** Each row carries the hash of the former: one that is changed, removed or put between no longer fits. */
export const hashOfRow = (
  { id, at, deed, record_id = null }: AuditFacts,
  seal: string,
  former: string,
): string => digest(JSON.stringify([former, id, at, deed, record_id, seal]));

export function sealRow(row: AuditFacts, former: string, salt: string): Sealed {
  const seal = sealOf(row, salt);
  return { salt, seal, hash: hashOfRow(row, seal, former) };
}
