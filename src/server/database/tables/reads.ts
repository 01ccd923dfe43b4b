import { plain } from './column.ts';

/** Tables of how pages are read: sums alone, nothing of who has read. */
export const readTables = {
  page_reads: {
    /** A day in Moscow; of what is older than 400 days its month, `2025-10`. */
    day: plain.text,
    path: plain.text,
    /** server: counted where the page was sent; journal: by the log of the file server. */
    origin: plain.text,
    /** search, site, inside, none */
    via: plain.text,
    count: plain.number,
  },
  /** Spans of time of which the lines of a journal have been counted: what is read twice is counted once. */
  read_journals: {
    source: plain.text,
    first_at: plain.text,
    last_at: plain.text,
  },
};
