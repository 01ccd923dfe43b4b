import { step } from './step.ts';

/** Presence of each open page: an editor may have several, and one that closes does not end the others. */
export const presencePages = step(`
  drop table presence;
  create table presence (
    record_id integer not null references records (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    page text not null, since text not null, seen_at text not null, left_at text,
    constraint presence_page_key primary key (record_id, user_id, page)
  );
`);
