import { step } from './step.ts';

/**
 * Subscribers' positions, and signing keys of unsubscribe links. Existing subscribers get later changes only.
 */
export const digests = step(`
  alter table subscriptions add column told_seq integer default 0 not null;
  alter table subscriptions add column paused_from text;
  alter table users add column paused_frequency text;
  alter table users add column paused_mailings text;
  update subscriptions set told_seq = coalesce((select value from meta where name = 'change'), 0);
  create index subscriptions_told on subscriptions (frequency, told_seq);
  create table told (
    user_id integer not null references users (id) on delete cascade,
    record_id integer not null references records (id) on delete cascade,
    seq integer not null,
    constraint told_key primary key (user_id, record_id)
  );
  create table secrets (
    name text primary key, value text not null
  );
  alter table outbox add column unsubscribe text;
`);
