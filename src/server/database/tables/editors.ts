import { person, plain, secret } from './column.ts';

/** Tables of the editors' desk. */
export const editorsTables = {
  /** What is being written on a record; readers keep the record itself until the draft is published. */
  drafts: {
    record_id: plain.number,
    /** Counts saves: who saves names the one that they saw. */
    version: plain.number,
    /** Version of the record from which the draft started, or with which it was last merged. */
    base_version: plain.number,
    status: plain.text,
    /** JSON: the fields as they should become, finished or not. */
    data: plain.text,
    /** JSON: the sources as they should become. */
    sources: plain.text,
    /** JSON: ids of all who have written in it. */
    authors: plain.text,
    /** Who wrote last. */
    author_id: plain.number.orNull,
    note: plain.text.orNull,
    created_at: plain.text,
    updated_at: plain.text,
  },
  /** Who has a record open, and when their browser was last heard of. */
  presence: {
    record_id: person.number,
    user_id: person.number,
    since: person.text,
    seen_at: person.text,
  },
  /** What editors say to each other at a field of a record. */
  record_comments: {
    id: plain.number,
    record_id: person.number,
    /** The first word of the thread; none of itself. */
    parent_id: plain.number.orNull,
    user_id: person.number.orNull,
    field: person.text,
    text: person.text,
    /** JSON: numbers of those who are named. */
    mentioned: plain.text,
    created_at: person.text,
    /** Of the first word alone: when the thread was called done, and by whom. */
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
    /** What came of it: `done`, or why not. */
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
    /** JSON: titles and addresses in their order. */
    items: plain.text,
    updated_at: plain.text,
  },
  /** What the portal calls itself, where it is not what ships (domain/site.ts). */
  site_words: {
    name: plain.text,
    words: plain.text,
  },
  /** The last result of a check that takes long: `audit`. */
  checks: {
    name: plain.text,
    at: plain.text,
    /** JSON */
    result: plain.text,
  },
  /** Heads of the chain of the audit, hour by hour (server/audit/heads.ts). */
  audit_heads: {
    row_id: plain.number,
    hash: plain.text,
    at: plain.text,
  },
  /** What is wrong with the portal now (server/alerts); administrators have been told of each once. */
  alerts: {
    name: plain.text,
    /** Which of several; empty where there is one. */
    about: plain.text,
    /** In words. */
    what: plain.text,
    since: plain.text,
    seen_at: plain.text,
  },
  /** Addresses of other sites that published records name. */
  outer_links: {
    url: plain.text,
    /** When to ask it next. */
    due_at: plain.text,
    checked_at: plain.text.orNull,
    /** The last answer; null where there was none. */
    status: plain.number.orNull,
    /** Why there was no answer, in one word. */
    problem: plain.text.orNull,
    /** Since when it has not opened; null while it does. */
    since: plain.text.orNull,
  },
  outer_link_uses: {
    url: plain.text,
    record_id: plain.number,
    field: plain.text,
  },
  /** Files that editors lay down for readers; the bytes lie among the uploads under `file`. It stays when the editor goes. */
  files: {
    id: plain.number,
    title: plain.text,
    file: plain.text,
    name: plain.text,
    type: plain.text,
    size: plain.number,
    sha256: plain.text,
    /** Pixels of a picture; none of a PDF. */
    width: plain.number.orNull,
    height: plain.number.orNull,
    /** JSON: sentences about what readers with a screen reader will miss. */
    remarks: plain.text,
    author_id: person.number.orNull,
    created_at: plain.text,
  },
  imports: {
    id: plain.number,
    format: plain.text,
    file_name: plain.text,
    status: plain.text,
    /** Who sent the file; none: the command line. */
    author_id: plain.number.orNull,
    created_at: plain.text,
    finished_at: plain.text.orNull,
    /** JSON: counts and notes. */
    summary: plain.text,
    /** Why the file was refused, or the last action not done. */
    problem: plain.text.orNull,
    /** Where the accepted changes went: `publish` or `drafts`. */
    mode: plain.text.orNull,
    applied_at: plain.text.orNull,
    applied_by: plain.number.orNull,
    undone_at: plain.text.orNull,
    undone_by: plain.number.orNull,
    /** Counts comparisons and choices: who applies names the one that they saw. */
    version: plain.number.generated,
    /** Bytes of the file as it was sent. */
    size: plain.number.generated,
  },
  import_files: {
    import_id: plain.number,
    /** Gzip as base64: alike in both databases. */
    data: plain.text,
  },
  /** How the columns of a table were taken the last time. */
  import_columns: {
    kind: plain.text,
    /** Hash of the titles of the columns. */
    heading: plain.text,
    /** JSON: the path of a field for each column, empty where it is left out. */
    columns: plain.text,
    used_at: plain.text,
  },
  import_rows: {
    import_id: plain.number,
    position: plain.number,
    line: plain.number.orNull,
    /** By what the file names the record. */
    identity: plain.text,
    kind: plain.text,
    title: plain.text,
    title_key: plain.text,
    record_id: plain.number.orNull,
    outcome: plain.text,
    is_safe: plain.number,
    /** `open`, `accepted` or `skipped`. */
    choice: plain.text,
    /** JSON: fields that are to be taken, and those that an editor has refused by name. */
    chosen: plain.text,
    refused: plain.text,
    /** JSON: fields that are safe, and all but the words of editors. */
    safe_fields: plain.text,
    plain_fields: plain.text,
    version_before: plain.number.orNull,
    version_after: plain.number.orNull,
    /** Save counter of the draft that was made of it. */
    draft_version: plain.number.orNull,
    /** What has come of it. */
    result: plain.text.orNull,
    /** Why it was rejected, left or is in conflict. */
    reason: plain.text.orNull,
    /** JSON: what the file says, field by field, beside what was there. */
    plan: plain.text,
  },
  /** What editors have skipped: the same word of the same source is not asked about again. */
  import_skips: {
    format: plain.text,
    identity: plain.text,
    field: plain.text,
    digest: plain.text,
    created_at: plain.text,
  },
};
