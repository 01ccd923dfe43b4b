import { plain } from './column.ts';

/** Tables of how the catalogue became pages. */
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
    /** JSON: addresses, at most {@link mostAddresses} of each. */
    changed_addresses: plain.text,
    removed_addresses: plain.text,
    message: plain.text.orNull,
  },
  publication_records: {
    publication_id: plain.number,
    record_id: plain.number,
  },
  /** What cannot be rendered as things stand; renewed as a whole by each publication. */
  publication_troubles: {
    id: plain.number,
    record_id: plain.number.orNull,
    field: plain.text.orNull,
    message: plain.text,
    address: plain.text.orNull,
    since: plain.text,
  },
  /** Addresses that a cache in front of the site must ask for again: kept until it has been told. */
  purges: {
    id: plain.number,
    publication_id: plain.number,
    /** JSON */
    addresses: plain.text,
    created_at: plain.text,
    due_at: plain.text,
    attempts: plain.number,
    sent_at: plain.text.orNull,
    problem: plain.text.orNull,
    /** What the cache answered last; null where it did not. */
    status: plain.number.orNull,
  },
};
