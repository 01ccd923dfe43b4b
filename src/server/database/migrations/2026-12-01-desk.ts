import { step } from './step.ts';

/** Files, external links, results of checks. */
export const desk = step(`
  alter table purges add column status integer;
  create table checks (
    name text primary key, at text not null, result text not null
  );
  create table outer_links (
    url text primary key, due_at text not null, checked_at text, status integer, problem text,
    since text
  );
  create index outer_links_due on outer_links (due_at);
  create index outer_links_since on outer_links (since);
  create table outer_link_uses (
    url text not null,
    record_id integer not null references records (id) on delete cascade,
    field text not null,
    constraint outer_link_uses_key primary key (url, record_id, field)
  );
  create index outer_link_uses_record on outer_link_uses (record_id);
  create table files (
    id integer primary key, title text not null, file text not null unique, name text not null,
    type text not null, size integer not null, sha256 text not null, remarks text not null,
    author_id integer references users (id) on delete set null,
    created_at text not null
  );
  insert into meta (name, value) values ('file', 0);
`);
