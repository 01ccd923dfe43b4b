import { step } from './step.ts';

/** Matches of failed queries; existing ones had none. */
export const searchAnswers = step(`
  alter table search_misses add column match text default 'nothing' not null;
  alter table search_misses add column shown text default '[]' not null;
`);
