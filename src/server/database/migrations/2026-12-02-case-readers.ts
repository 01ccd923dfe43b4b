import { step } from './step.ts';

/** Readers of a case, whose number its author sees. */
export const caseReaders = step(`
  create table case_readers (
    case_id integer not null references cases (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at text not null,
    constraint case_readers_key primary key (case_id, user_id)
  );
  create index case_readers_user on case_readers (user_id);
`);
