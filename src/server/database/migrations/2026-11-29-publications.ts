import { step } from './step.ts';

/** Publications, failures, and pending cache purges. */
export const publications = step(`
  create table publications (
    id integer primary key, mode text not null, state text not null, started_at text not null,
    live_at text, milliseconds integer, release text, seq integer not null,
    pages integer not null, rendered integer not null, changed integer not null,
    removed integer not null, changed_addresses text not null, removed_addresses text not null,
    message text
  );
  create table publication_records (
    publication_id integer not null references publications (id) on delete cascade,
    record_id integer not null references records (id) on delete cascade,
    constraint publication_records_key primary key (publication_id, record_id)
  );
  create index publication_records_record on publication_records (record_id);
  create table publication_troubles (
    id integer primary key,
    record_id integer references records (id) on delete cascade,
    field text, message text not null, address text, since text not null
  );
  create table purges (
    id integer primary key,
    publication_id integer not null references publications (id) on delete cascade,
    addresses text not null, created_at text not null, due_at text not null,
    attempts integer not null, sent_at text, problem text
  );
  create index purges_due on purges (sent_at, due_at);
  insert into meta (name, value) values ('publication', 0), ('trouble', 0), ('purge', 0);
`);
