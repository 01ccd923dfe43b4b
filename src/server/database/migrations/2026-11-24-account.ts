import { step } from './step.ts';

export const account = step(`
  alter table sessions add column stage text default 'full' not null;
  alter table captchas add column form text;
  alter table applications add column editor_id integer references users (id) on delete set null;
  create index applications_queue on applications (status, id);
  create table uploads (
    user_id integer not null references users (id) on delete cascade,
    id integer primary key, purpose text not null, file text not null unique,
    name text not null, type text not null, size integer not null, sha256 text not null,
    created_at text not null
  );
  create index uploads_user on uploads (user_id);
  create table application_files (
    application_id integer not null references applications (id) on delete cascade,
    upload_id integer not null references uploads (id) on delete cascade,
    constraint application_files_key primary key (application_id, upload_id)
  );
  create index application_files_upload on application_files (upload_id);
  create table verifications (
    user_id integer not null references users (id) on delete cascade,
    application_id integer primary key references applications (id) on delete cascade,
    way text not null, email text, email_confirmed_at text, due_at text not null,
    decision text, decided_at text,
    decided_by integer references users (id) on delete set null
  );
  create index verifications_user on verifications (user_id);
  create table factors (
    user_id integer not null references users (id) on delete cascade,
    secret text, pending text, confirmed_at text, last_step integer, created_at text not null,
    constraint factors_key primary key (user_id)
  );
  create table recovery_codes (
    user_id integer not null references users (id) on delete cascade,
    hash text not null, used_at text,
    constraint recovery_codes_key primary key (user_id, hash)
  );
  create table repeats (
    key text primary key,
    user_id integer references users (id) on delete cascade,
    body text not null, answer text not null, created_at text not null
  );
  create index repeats_old on repeats (created_at);
  create index repeats_user on repeats (user_id);
  create table readings (
    user_id integer not null references users (id) on delete cascade,
    id integer primary key, at text not null,
    reader_id integer references users (id) on delete set null,
    fields text not null, place text not null
  );
  create index readings_user on readings (user_id, at);
  create index readings_reader on readings (reader_id);
  insert into meta (name, value) values ('upload', 0), ('reading', 0);
`);
