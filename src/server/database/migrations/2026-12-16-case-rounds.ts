import { step } from './step.ts';

/** A second review shows what was given back the first time, and what the author says to each remark. */
export const caseRounds = step(`
  alter table cases add column returned text;
  alter table case_remarks add column answer text default '' not null;
`);
