import { step } from './step.ts';

export const catalogue = step(`
  create table records (
    id integer primary key, kind text not null, external text, code text,
    state text not null check (state in ('draft', 'review', 'published', 'archived')),
    version integer not null, title_key text not null, letter text not null,
    newest_key text not null, reviewed_at text, reviewer text, review_due text,
    created_at text not null, updated_at text not null, changed_seq integer,
    card text not null, origins text not null, sources text not null, data text not null
  );
  create unique index records_external on records (kind, external);
  create unique index records_code on records (kind, code);
  create index records_title on records (kind, state, title_key, id);
  create index records_newest on records (kind, state, newest_key, id);
  create index records_updated on records (kind, state, updated_at, id);
  create index records_changed on records (changed_seq);
  create table links (
    from_id integer not null references records (id) on delete cascade,
    field text not null,
    to_id integer not null references records (id),
    constraint links_key primary key (from_id, field, to_id)
  );
  create index links_to on links (to_id, field, from_id);
  create table facets (
    record_id integer not null references records (id) on delete cascade,
    kind text not null, field text not null, value text not null,
    constraint facets_key primary key (record_id, field, value)
  );
  create index facets_value on facets (kind, field, value, record_id);
  create table revisions (
    record_id integer not null references records (id) on delete cascade,
    version integer not null, state text not null, author text not null, reason text,
    created_at text not null, sources text not null, data text not null,
    constraint revisions_key primary key (record_id, version)
  );
  create table changes (
    seq integer primary key,
    record_id integer not null references records (id) on delete cascade,
    kind text not null,
    action text not null check (action in ('put', 'remove')),
    version integer not null, created_at text not null
  );
  create index changes_record on changes (record_id);
  create table terms (
    vocabulary text not null, code text not null, title text not null,
    position integer not null, data text,
    constraint terms_key primary key (vocabulary, code)
  );
  create table meta (
    name text primary key, value integer not null
  );
  insert into meta (name, value) values ('record', 0), ('change', 0), ('terms', 0);
`);
