import { step } from './step.ts';

/**
 * Choices of all letters in one table. A choice of the former letter of the week becomes that of the weekly
 * digest, whose part it is now.
 */
export const preferences = step(`
  create table preferences (
    user_id integer not null references users (id) on delete cascade,
    topic text not null, frequency text not null, previous text, created_at text not null,
    notified_seq integer,
    constraint preferences_key primary key (user_id, topic)
  );
  insert into preferences (user_id, topic, frequency, previous, created_at)
    select users.id, 'digest',
      case when week.frequency = 'weekly' then 'weekly'
        when week.frequency = 'off' and users.frequency = 'weekly' then 'off' else users.frequency end,
      case when week.frequency = 'weekly' then null
        when week.frequency = 'off' and users.frequency = 'weekly' and week.paused_from is not null then 'weekly'
        when users.frequency = 'off' then paused_frequency end,
      created_at
    from users
    left join notification_choices as week on week.user_id = users.id and week.kind = 'week'
    where users.frequency <> 'weekly' or week.frequency = 'off';
  insert into preferences (user_id, topic, frequency, previous, created_at)
    select user_id, kind, notification_choices.frequency, paused_from, created_at
    from notification_choices join users on users.id = user_id
    where kind <> 'week';
  insert into preferences (user_id, topic, frequency, previous, created_at, notified_seq)
    select user_id, kind || ':' || object, frequency, paused_from, created_at, notified_seq
    from subscriptions;
  insert into preferences (user_id, topic, frequency, created_at)
    select user_id, 'mailing:' || code, 'now', created_at from mailings;
  insert into preferences (user_id, topic, frequency, previous, created_at)
    select id, 'mailing:' || code, 'off', 'now', created_at
    from users
    join (select 'news' as code union select 'events' union select 'research' union select 'surveys') as codes
      on ',' || paused_mailings || ',' like '%,' || code || ',%'
    where not exists (select 1 from mailings where user_id = users.id and mailings.code = codes.code);
  create index preferences_topic on preferences (topic);
  create index preferences_due on preferences (frequency, notified_seq);
  drop table subscriptions;
  drop table mailings;
  drop table notification_choices;
  alter table users drop column frequency;
  alter table users drop column paused_frequency;
  alter table users drop column paused_mailings;
`);
