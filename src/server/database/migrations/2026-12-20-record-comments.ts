import { step } from './step.ts';

/** Editors' comments on fields. */
export const recordComments = step(`
  create table record_comments (
    id integer primary key,
    record_id integer not null references records (id) on delete cascade,
    parent_id integer references record_comments (id) on delete cascade,
    user_id integer references users (id) on delete set null,
    field text not null, text text not null, mentioned text not null,
    created_at text not null, resolved_at text,
    resolver_id integer references users (id) on delete set null
  );
  create index record_comments_record on record_comments (record_id);
  create index record_comments_parent on record_comments (parent_id);
  create index record_comments_user on record_comments (user_id);
  insert into meta (name, value) values ('record comment', 0);
`);
