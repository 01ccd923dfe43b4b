import { step } from './step.ts';

/** Counts of CSP violations. */
export const policyReports = step(`
  create table policy_reports (
    directive text not null, blocked text not null, section text not null,
    count integer not null, first_at text not null, last_at text not null,
    constraint policy_reports_key primary key (directive, blocked, section)
  );
`);
