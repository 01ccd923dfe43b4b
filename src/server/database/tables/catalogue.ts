import { plain, secret } from './column.ts';

/** Tables of records, their versions and changes, and of dictionaries. */
export const catalogueTables = {
  records: {
    id: plain.number,
    kind: plain.text,
    /** The identifier by which importers know the record again: `ORPHA:355`. */
    external: plain.text.orNull,
    /** The word in the address, for kinds that are keyed by a code. */
    code: plain.text.orNull,
    state: plain.text,
    version: plain.number,
    /** JSON: fields of the kind. */
    data: plain.text,
    /** JSON: what others show of the record, open fields only. */
    card: plain.text,
    /** JSON: the sources its facts rest on. */
    sources: plain.text,
    /** JSON: field → who wrote it last. */
    origins: plain.text,
    /** Order of the Russian alphabet, bytewise. */
    title_key: plain.text,
    /** Slug of the letter under which lists show it. */
    letter: plain.text,
    /** The date by which the newest come first; empty for kinds that run from А to Я. */
    newest_key: plain.text,
    reviewed_at: plain.text.orNull,
    reviewer: plain.text.orNull,
    review_due: plain.text.orNull,
    created_at: plain.text,
    updated_at: plain.text,
    /** Number of the latest public change; null while the record has never been public. */
    changed_seq: plain.number.orNull,
    /** Per cent of what its kind can tell; null until it is counted. */
    completeness: plain.number.orNull,
    /** The editor who answers for it. */
    owner_id: plain.number.orNull,
    /** The record that stands for it since it was taken off. */
    successor_id: plain.number.orNull,
  },
  links: {
    from_id: plain.number,
    field: plain.text,
    to_id: plain.number,
  },
  /** Values of the fields that lists are narrowed by; rows of published records only. */
  facets: {
    record_id: plain.number,
    kind: plain.text,
    field: plain.text,
    value: plain.text,
  },
  /** Every version of every record, whole. */
  revisions: {
    record_id: plain.number,
    version: plain.number,
    state: plain.text,
    data: plain.text,
    sources: plain.text,
    author: plain.text,
    reason: plain.text.orNull,
    created_at: plain.text,
    /** JSON: fields whose values this version changed, `sources` among them; null in versions older than the column. */
    fields: plain.text.orNull,
  },
  /** One numbered row per change that readers can see. */
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
  /** Named numbers: the last record id, the last change, the version of the dictionaries, the last of people's rows. */
  meta: {
    name: plain.text,
    value: plain.number,
  },
  /** Queries that found nothing, or guesses, and that several have asked, without who. */
  search_misses: {
    query: plain.text,
    count: plain.number,
    last_at: plain.text,
    /** How sure the latest answer was. */
    match: plain.text,
    /** JSON: numbers of the records that came first. */
    shown: plain.text,
  },
  /** Queries that too few have asked to be told: of them and of who asked only what nobody without the key can read. */
  search_hints: {
    hash: plain.text,
    /** JSON: a hash for each network. */
    askers: secret.text,
    last_at: plain.text,
  },
};
