import type { Generated } from 'kysely';

/** Tables of the editors' desk. */
export interface EditorsTables {
  drafts: DraftsTable;
  presence: PresenceTable;
  schedules: SchedulesTable;
  previews: PreviewsTable;
  views: ViewsTable;
  review_rules: ReviewRulesTable;
  menus: MenusTable;
  checks: ChecksTable;
  audit_heads: AuditHeadsTable;
  alerts: AlertsTable;
  outer_links: OuterLinksTable;
  outer_link_uses: OuterLinkUsesTable;
  files: FilesTable;
  imports: ImportsTable;
  import_files: ImportFilesTable;
  import_rows: ImportRowsTable;
  import_skips: ImportSkipsTable;
}

/** What is being written on a record; readers keep the record itself until the draft is published. */
interface DraftsTable {
  record_id: number;
  /** Counts saves: who saves names the one that they saw. */
  version: number;
  /** Version of the record from which the draft started, or with which it was last merged. */
  base_version: number;
  status: string;
  /** JSON: the fields as they should become, finished or not. */
  data: string;
  /** JSON: the sources as they should become. */
  sources: string;
  /** JSON: ids of all who have written in it. */
  authors: string;
  /** Who wrote last. */
  author_id: number | null;
  note: string | null;
  created_at: string;
  updated_at: string;
}

/** Who has a record open, and when their browser was last heard of. */
interface PresenceTable {
  record_id: number;
  user_id: number;
  since: string;
  seen_at: string;
}

interface SchedulesTable {
  id: number;
  record_id: number;
  action: string;
  due_at: string;
  author_id: number | null;
  reason: string | null;
  created_at: string;
  done_at: string | null;
  /** What came of it: `done`, or why not. */
  outcome: string | null;
}

interface PreviewsTable {
  hash: string;
  record_id: number;
  author_id: number | null;
  created_at: string;
  expires_at: string;
}

interface ViewsTable {
  id: number;
  user_id: number;
  title: string;
  query: string;
  created_at: string;
}

interface ReviewRulesTable {
  kind: string;
  is_required: number;
}

interface MenusTable {
  code: string;
  /** JSON: titles and addresses in their order. */
  items: string;
  updated_at: string;
}

/** The last result of a check that takes long: `audit`. */
interface ChecksTable {
  name: string;
  at: string;
  /** JSON */
  result: string;
}

/** Heads of the chain of the audit, hour by hour (server/audit/heads.ts). */
interface AuditHeadsTable {
  row_id: number;
  hash: string;
  at: string;
}

/** What is wrong with the portal now (server/alerts); administrators have been told of each once. */
interface AlertsTable {
  name: string;
  /** Which of several; empty where there is one. */
  about: string;
  /** In words. */
  what: string;
  since: string;
  seen_at: string;
}

/** Addresses of other sites that published records name. */
interface OuterLinksTable {
  url: string;
  /** When to ask it next. */
  due_at: string;
  checked_at: string | null;
  /** The last answer; null where there was none. */
  status: number | null;
  /** Why there was no answer, in one word. */
  problem: string | null;
  /** Since when it has not opened; null while it does. */
  since: string | null;
}

interface OuterLinkUsesTable {
  url: string;
  record_id: number;
  field: string;
}

/** Files that editors lay down for readers; the bytes lie among the uploads under `file`. */
interface FilesTable {
  id: number;
  title: string;
  file: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  /** JSON: sentences about what readers with a screen reader will miss. */
  remarks: string;
  author_id: number | null;
  created_at: string;
}

interface ImportsTable {
  id: number;
  format: string;
  file_name: string;
  status: string;
  /** Who sent the file; none: the command line. */
  author_id: number | null;
  created_at: string;
  finished_at: string | null;
  /** JSON: counts and notes. */
  summary: string;
  /** Why the file was refused, or the last deed not done. */
  problem: string | null;
  /** Where the accepted changes went: `publish` or `drafts`. */
  mode: string | null;
  applied_at: string | null;
  applied_by: number | null;
  undone_at: string | null;
  undone_by: number | null;
  /** Counts comparisons and choices: who applies names the one that they saw. */
  version: Generated<number>;
  /** Bytes of the file as it was sent. */
  size: Generated<number>;
}

interface ImportFilesTable {
  import_id: number;
  /** Gzip as base64: alike in both databases. */
  data: string;
}

interface ImportRowsTable {
  import_id: number;
  position: number;
  line: number | null;
  /** By what the file names the record. */
  identity: string;
  kind: string;
  title: string;
  title_key: string;
  record_id: number | null;
  outcome: string;
  is_safe: number;
  /** `open`, `accepted` or `skipped`. */
  choice: string;
  /** JSON: fields that are to be taken, and those that an editor has refused by name. */
  chosen: string;
  refused: string;
  /** JSON: fields that are safe, and all but the words of editors. */
  safe_fields: string;
  plain_fields: string;
  version_before: number | null;
  version_after: number | null;
  /** Save counter of the draft that was made of it. */
  draft_version: number | null;
  /** What has come of it. */
  result: string | null;
  /** Why it was rejected, left or is in conflict. */
  reason: string | null;
  /** JSON: what the file says, field by field, beside what was there. */
  plan: string;
}

/** What editors have skipped: the same word of the same source is not asked about again. */
interface ImportSkipsTable {
  format: string;
  identity: string;
  field: string;
  digest: string;
  created_at: string;
}
