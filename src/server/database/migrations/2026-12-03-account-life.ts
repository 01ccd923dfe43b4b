import { step } from './step.ts';

/**
 * Founding link, change of address, password rule, passkeys. Editors' passwords were checked only when set;
 * codes unknown to the new rules are deleted.
 */
export const accountLife = step(`
  create table founding_links (
    hash text primary key, created_at text not null, expires_at text not null
  );
  create table address_changes (
    user_id integer not null references users (id) on delete cascade,
    old_hash text primary key, new_hash text not null unique, email text not null,
    old_confirmed_at text, new_confirmed_at text, done_at text, created_at text not null,
    expires_at text not null
  );
  create index address_changes_user on address_changes (user_id);
  alter table users add column password_least integer default 12 not null;
  update users set password_least = 15 where type in ('editor', 'admin');
  create table passkeys (
    user_id integer not null references users (id) on delete cascade,
    id text primary key, public_key text not null, counter text not null,
    transports text not null, name text not null, created_at text not null, used_at text
  );
  create index passkeys_user on passkeys (user_id);
  create table passkey_challenges (
    user_id integer not null references users (id) on delete cascade,
    purpose text not null, challenge text not null, expires_at text not null,
    constraint passkey_challenges_key primary key (user_id, purpose)
  );
  delete from tokens where purpose in ('first administrator', 'old address', 'new address');
`);
