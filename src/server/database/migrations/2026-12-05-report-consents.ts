import { step } from './step.ts';

/** Consents without an account, deleted with their report. */
export const reportConsents = step(`
  create table report_consents (
    report_id integer primary key references reports (id) on delete cascade,
    document text not null, version text not null, sha256 text not null, text text not null,
    given_at text not null, ip text not null, agent text not null
  );
`);
