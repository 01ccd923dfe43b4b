import { step } from './step.ts';

/** Discussion under cases: replies, earlier texts, agreement, reports. */
export const caseDiscussion = step(`
  alter table case_answers add column parent_id integer references case_answers (id) on delete cascade;
  alter table case_answers add column edited_at text;
  alter table case_answers add column removed_by text default '' not null;
  create index case_answers_parent on case_answers (parent_id);
  create table case_answer_editions (
    answer_id integer not null references case_answers (id) on delete cascade,
    at text not null, opinion text not null, next_steps text not null,
    constraint case_answer_editions_key primary key (answer_id, at)
  );
  create table case_agreements (
    answer_id integer not null references case_answers (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at text not null,
    constraint case_agreements_key primary key (answer_id, user_id)
  );
  create index case_agreements_user on case_agreements (user_id);
  alter table case_problems add column answer_id integer references case_answers (id) on delete cascade;
  create index case_problems_answer on case_problems (answer_id);
`);
