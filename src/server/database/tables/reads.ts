import { plain } from './column.ts';

/** Page views: sums only, without readers. */
export const readTables = {
  page_reads: {
    /** A day in Moscow; after 400 days a month, `2025-10`. */
    day: plain.text,
    path: plain.text,
    /** server: counted on sending; journal: from the file server's log. */
    origin: plain.text,
    /** search, site, inside, none */
    via: plain.text,
    count: plain.number,
  },
  /** Counted time spans of a log, so that no line is counted twice. */
  read_journals: {
    source: plain.text,
    first_at: plain.text,
    last_at: plain.text,
  },
};
