import { step } from './step.ts';

/** Indexes for the desk's orders: without them whole, long rows were read. */
export const deskOrders = step(`
  create index records_completeness on records (kind, completeness, id);
  create index records_due on records (kind, review_due, id);
`);
