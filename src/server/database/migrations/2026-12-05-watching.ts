import { step } from './step.ts';

/** Keys of audit rows, kept heads, alerts, and rare queries. */
export const watching = step(`
  alter table audit add column key text;
  create index audit_deed on audit (deed, at);
  create index audit_placed on audit (at) where ip is not null or agent is not null;
  create table audit_heads (
    row_id integer primary key, hash text not null, at text not null
  );
  create table alerts (
    name text not null, about text not null, what text not null, since text not null,
    seen_at text not null,
    constraint alerts_key primary key (name, about)
  );
  create table search_hints (
    hash text primary key, askers text not null, last_at text not null
  );
  delete from search_misses where count < 3;
`);
