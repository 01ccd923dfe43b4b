import { step } from './step.ts';

/**
 * Records of consents after the file is gone: digest, days and readers. They outlive file, case and account,
 * and name no patient.
 */
export const caseConsents = step(`
  create table case_consents (
    file_id integer primary key,
    case_id integer references cases (id) on delete set null,
    sha256 text not null, received_at text not null, removed_at text
  );
  create index case_consents_case on case_consents (case_id);
  create table case_consent_looks (
    id integer primary key,
    file_id integer not null references case_consents (file_id) on delete cascade,
    round integer not null,
    editor_id integer references users (id) on delete set null,
    at text not null
  );
  create index case_consent_looks_file on case_consent_looks (file_id, round);
`);
