import { createHash } from 'node:crypto';
import type { RevisionRow } from '../database/tables.ts';
import type { AuditEntry } from './append.ts';

/** What a version of a record is, in 32 signs: the audit keeps it, so that a rewritten history shows. */
export const revisionDigest = ({
  state,
  data,
  sources,
  author,
}: Pick<RevisionRow, 'state' | 'data' | 'sources' | 'author'>): string =>
  createHash('sha256')
    .update(JSON.stringify([state, data, sources, author]))
    .digest('hex')
    .slice(0, 32);

/** The author of a version is an account, named by its number, or an action without a person: an import. */
export const authorOf = (userId: number) => `user:${userId}`;
export const userOfAuthor = (author: string): number | null => {
  const [, id] = /^user:(\d+)$/.exec(author) ?? [];
  return id ? Number(id) : null;
};

/** A new version of a record, as the audit tells of it. */
export const contentEntry = (revision: RevisionRow): AuditEntry => ({
  at: revision.created_at,
  action: 'record written',
  record_id: revision.record_id,
  user_id: null,
  actor_id: userOfAuthor(revision.author),
  ip: null,
  agent: null,
  details: `версия ${revision.version}, ${revision.state}, ${revisionDigest(revision)}`,
});
