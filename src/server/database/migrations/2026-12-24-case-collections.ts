import { step } from './step.ts';

/** Collections of cases with notes, which outlive deleted cases. */
export const caseCollections = step(`
  create table case_collections (
    id integer primary key,
    user_id integer not null references users (id) on delete cascade,
    title text not null, created_at text not null
  );
  create index case_collections_user on case_collections (user_id);
  create table case_collected (
    collection_id integer not null references case_collections (id) on delete cascade,
    case_id integer not null,
    user_id integer not null references users (id) on delete cascade,
    note text not null, created_at text not null,
    constraint case_collected_key primary key (collection_id, case_id)
  );
  create index case_collected_user on case_collected (user_id, case_id);
`);
