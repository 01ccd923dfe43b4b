import { step } from './step.ts';

/** Orders of the table of all records that no index of the catalogue has: a row is long, and all of them were read. */
export const deskOrders = step(`
  create index records_completeness on records (kind, completeness, id);
  create index records_due on records (kind, review_due, id);
`);
