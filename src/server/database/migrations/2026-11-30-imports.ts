import { step } from './step.ts';

/** Imports for review: rows with choices, and skipped values. The former rows were never used. */
export const imports = step(`
  alter table imports add column problem text;
  alter table imports add column mode text;
  alter table imports add column applied_at text;
  alter table imports add column undone_at text;
  alter table imports add column applied_by integer references users (id) on delete set null;
  alter table imports add column undone_by integer references users (id) on delete set null;
  alter table imports add column version integer default 1 not null;
  alter table imports add column size integer default 0 not null;
  drop table import_rows;
  create table import_rows (
    import_id integer not null references imports (id) on delete cascade,
    position integer not null, line integer, identity text not null, kind text not null,
    title text not null, title_key text not null, record_id integer, outcome text not null,
    is_safe integer not null, choice text not null, chosen text not null,
    refused text not null, safe_fields text not null, plain_fields text not null,
    version_before integer, version_after integer, draft_version integer, result text,
    reason text, plan text not null,
    constraint import_rows_key primary key (import_id, position)
  );
  create index import_rows_record on import_rows (record_id);
  create table import_skips (
    format text not null, identity text not null, field text not null, digest text not null,
    created_at text not null,
    constraint import_skips_key primary key (format, identity, field)
  );
`);
