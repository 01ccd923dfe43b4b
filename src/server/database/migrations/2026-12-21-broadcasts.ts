import { step } from './step.ts';

/** Broadcasts and their recipients. */
export const broadcasts = step(`
  create table broadcasts (
    id integer primary key,
    mailing text not null, subject text not null, body text not null,
    state text not null check (state in ('draft', 'sending', 'stopped', 'sent')),
    version integer not null,
    author_id integer references users (id) on delete set null,
    created_at text not null, updated_at text not null,
    started_at text, ended_at text
  );
  create index broadcasts_author on broadcasts (author_id);
  create index broadcasts_state on broadcasts (state);
  create table broadcast_letters (
    broadcast_id integer not null references broadcasts (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    letter_id integer not null,
    constraint broadcast_letters_key primary key (broadcast_id, user_id)
  );
  create index broadcast_letters_user on broadcast_letters (user_id);
  insert into meta (name, value) values ('broadcast', 0);
`);
