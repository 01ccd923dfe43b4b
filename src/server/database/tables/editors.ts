import { person, plain, secret } from './column.ts';

export const editorsTables = {
  /** Edits of records; readers see the record until publication. */
  drafts: {
    record_id: plain.number,
    /** Number of saves, checked by the next save. */
    version: plain.number,
    /** Record version at start or at the last merge. */
    base_version: plain.number,
    status: plain.text,
    /** JSON: edited fields, complete or not. */
    data: plain.text,
    /** JSON: edited sources. */
    sources: plain.text,
    /** JSON: ids of all authors. */
    authors: plain.text,
    author_id: plain.number.orNull,
    note: plain.text.orNull,
    created_at: plain.text,
    updated_at: plain.text,
  },
  /** Open pages of editors, and their last activity. */
  presence: {
    record_id: person.number,
    user_id: person.number,
    page: person.text,
    since: person.text,
    seen_at: person.text,
    /** Set by a closed page: a late heartbeat does not reopen it. */
    left_at: person.text.orNull,
  },
  /** Editors' comments on fields. */
  record_comments: {
    id: plain.number,
    record_id: person.number,
    /** First comment of the thread; null for itself. */
    parent_id: plain.number.orNull,
    user_id: person.number.orNull,
    field: person.text,
    text: person.text,
    /** JSON: ids of mentioned users. */
    mentioned: plain.text,
    created_at: person.text,
    /** In the first comment: when the thread was resolved, and by whom. */
    resolved_at: plain.text.orNull,
    resolver_id: plain.number.orNull,
  },
  schedules: {
    id: plain.number,
    record_id: plain.number,
    action: plain.text,
    due_at: plain.text,
    author_id: plain.number.orNull,
    reason: plain.text.orNull,
    created_at: plain.text,
    done_at: plain.text.orNull,
    /** `done`, or the error. */
    outcome: plain.text.orNull,
  },
  previews: {
    hash: secret.text,
    record_id: plain.number,
    author_id: plain.number.orNull,
    created_at: plain.text,
    expires_at: plain.text,
  },
  views: {
    id: plain.number,
    user_id: person.number,
    title: person.text,
    query: person.text,
    created_at: person.text,
  },
  review_rules: {
    kind: plain.text,
    is_required: plain.number,
  },
  menus: {
    code: plain.text,
    /** JSON: titles and addresses in order. */
    items: plain.text,
    updated_at: plain.text,
  },
  /** Names of the portal that differ from the defaults (domain/site.ts). */
  site_words: {
    name: plain.text,
    words: plain.text,
  },
  /** Last results of long checks: `audit`. */
  checks: {
    name: plain.text,
    at: plain.text,
    result: plain.text,
  },
  /** Current problems (server/alerts); administrators are notified once. */
  alerts: {
    name: plain.text,
    /** Tells several apart; empty if unique. */
    about: plain.text,
    /** Formatted text. */
    what: plain.text,
    since: plain.text,
    seen_at: plain.text,
  },
  /** Editors' files; bytes are among the uploads under `file`. They outlive the editor. */
  files: {
    id: plain.number,
    title: plain.text,
    file: plain.text,
    name: plain.text,
    type: plain.text,
    size: plain.number,
    sha256: plain.text,
    /** Pixels of a picture; null for PDF. */
    width: plain.number.orNull,
    height: plain.number.orNull,
    author_id: person.number.orNull,
    created_at: plain.text,
  },
  imports: {
    id: plain.number,
    format: plain.text,
    file_name: plain.text,
    status: plain.text,
    /** The uploader; null: the command line. */
    author_id: plain.number.orNull,
    created_at: plain.text,
    finished_at: plain.text.orNull,
    /** JSON: counts and notes. */
    summary: plain.text,
    /** Why the file was rejected or the last action failed. */
    problem: plain.text.orNull,
    /** Destination of accepted changes: `publish` or `drafts`. */
    mode: plain.text.orNull,
    applied_at: plain.text.orNull,
    applied_by: plain.number.orNull,
    undone_at: plain.text.orNull,
    undone_by: plain.number.orNull,
    /** Number of comparisons and choices, checked on applying. */
    version: plain.number.generated,
    /** Uploaded bytes. */
    size: plain.number.generated,
  },
  import_files: {
    import_id: plain.number,
    /** Gzip as base64: the same in both databases. */
    data: plain.text,
  },
  /** The last column mapping of a table. */
  import_columns: {
    kind: plain.text,
    /** Hash of the header. */
    heading: plain.text,
    /** JSON: field path by column, empty if skipped. */
    columns: plain.text,
    used_at: plain.text,
  },
  import_rows: {
    import_id: plain.number,
    position: plain.number,
    line: plain.number.orNull,
    /** Identifier of the record in the file. */
    identity: plain.text,
    kind: plain.text,
    title: plain.text,
    title_key: plain.text,
    record_id: plain.number.orNull,
    outcome: plain.text,
    is_safe: plain.number,
    /** `open`, `accepted` or `skipped`. */
    choice: plain.text,
    /** JSON: fields to write, and fields refused by name. */
    chosen: plain.text,
    refused: plain.text,
    /** JSON: safe fields, and all fields not edited by editors. */
    safe_fields: plain.text,
    plain_fields: plain.text,
    version_before: plain.number.orNull,
    version_after: plain.number.orNull,
    /** Save counter of the resulting draft. */
    draft_version: plain.number.orNull,
    result: plain.text.orNull,
    /** Why it was rejected, skipped or in conflict. */
    reason: plain.text.orNull,
    /** JSON: new and old value by field. */
    plan: plain.text,
  },
  /** Values skipped by editors: the same value of the same source is not offered again. */
  import_skips: {
    format: plain.text,
    identity: plain.text,
    field: plain.text,
    digest: plain.text,
    created_at: plain.text,
  },
};
