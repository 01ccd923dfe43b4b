import { step } from './step.ts';

/** What was answered to queries that editors look at; of those that stand already nothing was found. */
export const searchAnswers = step(`
  alter table search_misses add column match text default 'nothing' not null;
  alter table search_misses add column shown text default '[]' not null;
`);
