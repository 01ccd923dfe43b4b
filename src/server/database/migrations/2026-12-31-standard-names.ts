import { step } from './step.ts';

/** Standard names of columns and tables; values are unchanged. */
export const standardNames = step(`
  alter table audit rename column deed to action;
  alter table case_events rename column deed to action;
  alter table users rename column week_told to week_sent;
  alter table subscriptions rename column told_seq to notified_seq;
  alter table told rename to notified_changes;
  alter table repeats rename to idempotency_keys;
`);
