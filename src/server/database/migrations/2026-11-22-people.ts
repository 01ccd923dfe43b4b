import { step } from './step.ts';

/** Personal rows are deleted with the person. */
export const people = step(`
  create table users (
    id integer primary key,
    type text not null check (type in ('doctor', 'patient', 'editor', 'admin')),
    email text not null, email_key text not null, confirmed_at text, verified_at text,
    blocked_at text, password text, last_name text not null, name text not null,
    second_name text, subject text, city text, med text, company text, position text,
    disease_id integer references records (id) on delete set null,
    frequency text default 'weekly' not null, created_at text not null,
    updated_at text not null
  );
  create unique index users_confirmed on users (email_key) where confirmed_at is not null;
  create index users_email on users (email_key, id);
  create table user_terms (
    user_id integer not null references users (id) on delete cascade,
    vocabulary text not null, code text not null,
    constraint user_terms_key primary key (user_id, vocabulary, code)
  );
  create table avatars (
    user_id integer not null references users (id) on delete cascade,
    data text not null, hash text not null,
    constraint avatars_key primary key (user_id)
  );
  create table sessions (
    user_id integer not null references users (id) on delete cascade,
    token_hash text primary key, id text not null unique, created_at text not null,
    seen_at text not null, expires_at text not null, ip text not null, agent text not null
  );
  create index sessions_user on sessions (user_id);
  create table devices (
    user_id integer not null references users (id) on delete cascade,
    token_hash text primary key, created_at text not null, seen_at text not null
  );
  create index devices_user on devices (user_id);
  create table tokens (
    user_id integer not null references users (id) on delete cascade,
    hash text primary key, purpose text not null, email text, created_at text not null,
    expires_at text not null, used_at text
  );
  create index tokens_user on tokens (user_id, purpose);
  create table consents (
    user_id integer not null references users (id) on delete cascade,
    id integer primary key, purpose text not null, document text not null,
    version text not null, sha256 text not null, text text not null, given_at text not null,
    withdrawn_at text, ip text not null, agent text not null
  );
  create index consents_user on consents (user_id);
  create table captchas (
    ssid_hash text primary key, answer text not null, expires_at text not null
  );
  create index captchas_expired on captchas (expires_at);
  create table limits (
    key text primary key, count integer not null, since text not null, until text not null
  );
  create index limits_over on limits (until);
  create table outbox (
    id integer primary key, kind text not null,
    user_id integer references users (id) on delete cascade,
    recipient text not null, subject text not null, text text not null, html text not null,
    created_at text not null, due_at text not null, attempts integer not null, sent_at text,
    problem text
  );
  create index outbox_due on outbox (sent_at, due_at);
  create index outbox_user on outbox (user_id);
  create table audit (
    id integer primary key, at text not null, deed text not null,
    user_id integer references users (id) on delete set null,
    actor_id integer references users (id) on delete set null,
    ip text, agent text, details text
  );
  create index audit_user on audit (user_id, at);
  create index audit_actor on audit (actor_id);
  create table subscriptions (
    user_id integer not null references users (id) on delete cascade,
    kind text not null, object text not null, frequency text not null,
    created_at text not null,
    constraint subscriptions_key primary key (user_id, kind, object)
  );
  create index subscriptions_object on subscriptions (kind, object);
  create table mailings (
    user_id integer not null references users (id) on delete cascade,
    code text not null, created_at text not null,
    constraint mailings_key primary key (user_id, code)
  );
  create table applications (
    user_id integer not null references users (id) on delete cascade,
    id integer primary key, type text not null, text text not null,
    record_id integer references records (id) on delete set null,
    status text not null, answer text, created_at text not null, updated_at text not null
  );
  create index applications_user on applications (user_id);
  create table application_events (
    application_id integer not null references applications (id) on delete cascade,
    position integer not null, status text not null, at text not null,
    constraint application_events_key primary key (application_id, position)
  );
  insert into meta (name, value) values ('user', 0), ('consent', 0), ('letter', 0), ('audit', 0), ('application', 0);
`);
