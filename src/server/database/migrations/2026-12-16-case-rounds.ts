import { step } from './step.ts';

/** Earlier rounds of review, and authors' replies to remarks. */
export const caseRounds = step(`
  alter table cases add column returned text;
  alter table case_remarks add column answer text default '' not null;
`);
