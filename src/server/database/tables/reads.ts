import { plain } from './column.ts';

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
