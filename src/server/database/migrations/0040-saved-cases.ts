import { step } from './step.ts';

/**
 * Followed and collected cases become saved cases with a folder and a note. A case of several collections takes
 * the first as its folder; the names and notes of the others go into its note. Empty collections go.
 */
export const savedCases = step(`
  create table saved_cases (
    user_id integer not null references users (id) on delete cascade,
    case_id integer not null,
    folder text not null, note text not null, following integer not null, created_at text not null,
    constraint saved_cases_key primary key (user_id, case_id)
  );
  create index saved_cases_case on saved_cases (case_id);
  insert into saved_cases (user_id, case_id, folder, note, following, created_at)
    select first.user_id, first.case_id, own.title,
      coalesce((
        select string_agg(
          case
            when one.collection_id = first.collection_id then one.note
            when one.note = '' then 'Также в подборке «' || other.title || '».'
            else 'Также в подборке «' || other.title || '»: ' || one.note
          end, '\n' order by one.collection_id)
        from case_collected one join case_collections other on other.id = one.collection_id
        where one.user_id = first.user_id and one.case_id = first.case_id
          and (one.collection_id <> first.collection_id or one.note <> '')
      ), ''),
      (select count(*) from case_followers
        where case_followers.user_id = first.user_id and case_followers.case_id = first.case_id),
      first.created_at
    from case_collected first join case_collections own on own.id = first.collection_id
    where first.collection_id = (
      select min(collection_id) from case_collected least
      where least.user_id = first.user_id and least.case_id = first.case_id
    );
  insert into saved_cases (user_id, case_id, folder, note, following, created_at)
    select user_id, case_id, '', '', 1, created_at from case_followers where not exists (
      select 1 from saved_cases
      where saved_cases.user_id = case_followers.user_id and saved_cases.case_id = case_followers.case_id
    );
  drop table case_collected;
  drop table case_collections;
  drop table case_followers;
`);
