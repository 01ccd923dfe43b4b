import type { RevisionRow } from '../database/tables.ts';
import type { AuditEntry } from './append.ts';

/** Author of a version: an account by id, or a process such as an import. */
const importAuthor = 'import ';
export const authorOfImport = (format: string) => importAuthor + format;
export const importOfAuthor = (author: string): string | undefined =>
  author.startsWith(importAuthor) ? author.slice(importAuthor.length) : undefined;

export const authorOf = (userId: number) => `user:${userId}`;
export const userOfAuthor = (author: string): number | null => {
  const [, id] = /^user:(\d+)$/.exec(author) ?? [];
  return id ? Number(id) : null;
};

export const contentEntry = (revision: RevisionRow): AuditEntry => ({
  at: revision.created_at,
  action: 'record written',
  record_id: revision.record_id,
  actor_id: userOfAuthor(revision.author),
  details: `версия ${revision.version}, ${revision.state}`,
});
