import { step } from './step.ts';

/** Error reports of readers. */
export const reports = step(`
  create table reports (
    id integer primary key,
    record_id integer references records (id) on delete set null,
    field text, text text not null, email text, email_key text, status text not null,
    answer text, created_at text not null, updated_at text not null
  );
  create index reports_status on reports (status, id);
  create index reports_email on reports (email_key);
  create index reports_record on reports (record_id);
  insert into meta (name, value) values ('report', 0);
`);
