import { plain } from './column.ts';

export const publicationTables = {
  publications: {
    id: plain.number,
    mode: plain.text,
    /** running, live, broken */
    state: plain.text,
    started_at: plain.text,
    live_at: plain.text.orNull,
    milliseconds: plain.number.orNull,
    release: plain.text.orNull,
    seq: plain.number,
    pages: plain.number,
    rendered: plain.number,
    changed: plain.number,
    removed: plain.number,
    /** JSON: addresses, at most {@link mostAddresses} each. */
    changed_addresses: plain.text,
    removed_addresses: plain.text,
    message: plain.text.orNull,
  },
  publication_records: {
    publication_id: plain.number,
    record_id: plain.number,
  },
  /** Current failures; replaced by each publication. */
  publication_troubles: {
    id: plain.number,
    record_id: plain.number.orNull,
    field: plain.text.orNull,
    message: plain.text,
    address: plain.text.orNull,
    since: plain.text,
  },
  /** Pending purges of an upstream cache. */
  purges: {
    id: plain.number,
    publication_id: plain.number,
    addresses: plain.text,
    created_at: plain.text,
    due_at: plain.text,
    attempts: plain.number,
    sent_at: plain.text.orNull,
    problem: plain.text.orNull,
    /** Last HTTP status of the cache; null without a response. */
    status: plain.number.orNull,
  },
};

/** Page views: sums only, without readers. */
export const readTables = {
  page_reads: {
    /** A day in Moscow; after 400 days a month, `2025-10`. */
    day: plain.text,
    path: plain.text,
    /** search, site, inside, none */
    via: plain.text,
    count: plain.number,
  },
};
