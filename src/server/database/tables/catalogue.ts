import { plain } from './column.ts';

export const catalogueTables = {
  records: {
    id: plain.number,
    kind: plain.text,
    /** External identifier: `ORPHA:355`. */
    external: plain.text.orNull,
    /** Key in addresses, for kinds with codes. */
    code: plain.text.orNull,
    state: plain.text,
    version: plain.number,
    data: plain.text,
    /** JSON: the card, open fields only. */
    card: plain.text,
    /** JSON: sources. */
    sources: plain.text,
    /** JSON: field → last source. */
    origins: plain.text,
    /** Alphabetical sort key, compared bytewise. */
    title_key: plain.text,
    /** Slug of the letter in lists. */
    letter: plain.text,
    /** Sort key of newest-first lists; empty for alphabetical kinds. */
    newest_key: plain.text,
    reviewed_at: plain.text.orNull,
    reviewer: plain.text.orNull,
    review_due: plain.text.orNull,
    created_at: plain.text,
    updated_at: plain.text,
    /** Number of the latest public change; null if never published. */
    changed_seq: plain.number.orNull,
    /** Per cent of filled fields; null until computed. */
    completeness: plain.number.orNull,
    owner_id: plain.number.orNull,
    /** Record that replaces it after removal. */
    successor_id: plain.number.orNull,
  },
  links: {
    from_id: plain.number,
    field: plain.text,
    to_id: plain.number,
  },
  /** Facet values of published records. */
  facets: {
    record_id: plain.number,
    kind: plain.text,
    field: plain.text,
    value: plain.text,
  },
  /** All versions of all records, whole. */
  revisions: {
    record_id: plain.number,
    version: plain.number,
    state: plain.text,
    data: plain.text,
    sources: plain.text,
    author: plain.text,
    reason: plain.text.orNull,
    created_at: plain.text,
    /** JSON: changed fields, including `sources`; null in versions older than the column. */
    fields: plain.text.orNull,
  },
  /** Numbered public changes. */
  changes: {
    seq: plain.number,
    record_id: plain.number,
    kind: plain.text,
    action: plain.text,
    version: plain.number,
    created_at: plain.text,
  },
  terms: {
    vocabulary: plain.text,
    code: plain.text,
    title: plain.text,
    position: plain.number,
    data: plain.text.orNull,
  },
  /** Sequences: record id, change, dictionary version, personal rows. */
  meta: {
    name: plain.text,
    value: plain.number,
  },
  /** Queries without certain results from several networks, without users. */
  search_misses: {
    query: plain.text,
    count: plain.number,
    last_at: plain.text,
    /** Certainty of the latest answer. */
    match: plain.text,
    /** JSON: ids of the first results. */
    shown: plain.text,
  },
};
