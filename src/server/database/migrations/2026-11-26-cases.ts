import { step } from './step.ts';

/** Clinical cases, formerly a kind of record without an editor. */
export const cases = step(`
  create table cases (
    id integer primary key,
    user_id integer references users (id) on delete set null,
    demo integer not null,
    state text not null check (state in ('draft', 'review', 'returned', 'published', 'declined', 'archived')),
    version integer not null, published integer not null, edition integer not null,
    round integer not null, title text not null, reason text not null,
    question_outcome text not null, question_answer integer, question_closed_at text,
    submitted_at text, published_at text, revised_at text, created_at text not null,
    updated_at text not null, changed_seq integer, data text not null, shown text
  );
  create index cases_user on cases (user_id, updated_at);
  create index cases_published on cases (published, published_at);
  create index cases_state on cases (state, submitted_at);
  create index cases_changed on cases (changed_seq);
  create table case_values (
    case_id integer not null references cases (id) on delete cascade,
    field text not null, value text not null,
    constraint case_values_key primary key (case_id, field, value)
  );
  create index case_values_value on case_values (field, value, case_id);
  create table case_editions (
    case_id integer not null references cases (id) on delete cascade,
    editor_id integer references users (id) on delete set null,
    edition integer not null, published_at text not null, data text not null,
    constraint case_editions_key primary key (case_id, edition)
  );
  create table case_files (
    case_id integer not null references cases (id) on delete cascade,
    id integer primary key,
    upload_id integer references uploads (id) on delete set null,
    role text not null check (role in ('figure', 'consent')),
    file text not null unique, name text not null, type text not null, size integer not null,
    width integer not null, height integer not null, created_at text not null
  );
  create index case_files_case on case_files (case_id);
  create index case_files_upload on case_files (upload_id);
  create table case_remarks (
    case_id integer not null references cases (id) on delete cascade,
    editor_id integer references users (id) on delete set null,
    id integer primary key, round integer not null, field text not null, text text not null,
    created_at text not null, resolved_at text
  );
  create index case_remarks_case on case_remarks (case_id);
  create table case_events (
    case_id integer not null references cases (id) on delete cascade,
    id integer primary key,
    actor_id integer references users (id) on delete set null,
    at text not null, deed text not null, side text not null, text text not null
  );
  create index case_events_case on case_events (case_id, id);
  create table case_reviews (
    case_id integer not null references cases (id) on delete cascade,
    editor_id integer references users (id) on delete set null,
    id integer primary key, version integer not null, decision text not null,
    checks text not null, reason text not null, at text not null
  );
  create index case_reviews_case on case_reviews (case_id, id);
  create table case_answers (
    case_id integer not null references cases (id) on delete cascade,
    user_id integer references users (id) on delete set null,
    id integer primary key, opinion text not null, next_steps text not null,
    experience text not null, created_at text not null
  );
  create index case_answers_case on case_answers (case_id, id);
  create index case_answers_user on case_answers (user_id);
  create table case_followers (
    case_id integer not null references cases (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at text not null,
    constraint case_followers_key primary key (case_id, user_id)
  );
  create index case_followers_user on case_followers (user_id);
  create table case_problems (
    case_id integer not null references cases (id) on delete cascade,
    user_id integer references users (id) on delete set null,
    id integer primary key, text text not null, state text not null, created_at text not null
  );
  create index case_problems_case on case_problems (case_id);
  create index case_problems_user on case_problems (user_id);
  delete from records where kind = 'case';
  insert into meta (name, value) values ('case part', 0);
`);
