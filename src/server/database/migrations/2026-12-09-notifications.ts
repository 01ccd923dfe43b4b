import { step } from './step.ts';

/** Notifications, and their frequencies by user. */
export const notifications = step(`
  create table notifications (
    id integer primary key,
    user_id integer not null references users (id) on delete cascade,
    kind text not null,
    record_id integer references records (id) on delete cascade,
    case_id integer references cases (id) on delete cascade,
    details text not null,
    at text not null, seen_at text,
    letter text not null
  );
  create index notifications_user on notifications (user_id, seen_at);
  create index notifications_letter on notifications (letter, user_id);
  create index notifications_record on notifications (record_id);
  create index notifications_case on notifications (case_id);
  create table notification_choices (
    user_id integer not null references users (id) on delete cascade,
    kind text not null, frequency text not null,
    constraint notification_choices_key primary key (user_id, kind)
  );
  insert into meta (name, value) values ('notification', 0);
`);
