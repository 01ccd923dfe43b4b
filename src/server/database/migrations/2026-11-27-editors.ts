import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { step } from './step.ts';

/** Drafts, presence, schedules, previews, saved views, reversible imports. */
export const editors = step(
  `
  alter table records add column completeness integer;
  alter table records add column owner_id integer references users (id) on delete set null;
  alter table records add column successor_id integer references records (id) on delete set null;
  create table drafts (
    record_id integer primary key references records (id) on delete cascade,
    version integer not null, base_version integer not null, status text not null,
    author_id integer references users (id) on delete set null,
    authors text not null, note text, created_at text not null, updated_at text not null,
    sources text not null, data text not null
  );
  create table presence (
    record_id integer not null references records (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    since text not null, seen_at text not null,
    constraint presence_key primary key (record_id, user_id)
  );
  create table schedules (
    id integer primary key,
    record_id integer not null references records (id) on delete cascade,
    action text not null, due_at text not null,
    author_id integer references users (id) on delete set null,
    reason text, created_at text not null, done_at text, outcome text
  );
  create index schedules_due on schedules (done_at, due_at);
  create table previews (
    hash text primary key,
    record_id integer not null references records (id) on delete cascade,
    author_id integer references users (id) on delete cascade,
    created_at text not null, expires_at text not null
  );
  create table views (
    id integer primary key,
    user_id integer not null references users (id) on delete cascade,
    title text not null, query text not null, created_at text not null
  );
  create table review_rules (
    kind text primary key, is_required integer not null
  );
  create table menus (
    code text primary key, items text not null, updated_at text not null
  );
  create table imports (
    id integer primary key, format text not null, file_name text not null,
    status text not null,
    author_id integer references users (id) on delete set null,
    created_at text not null, finished_at text, summary text not null
  );
  create table import_files (
    import_id integer primary key references imports (id) on delete cascade,
    data text not null
  );
  create table import_rows (
    import_id integer not null references imports (id) on delete cascade,
    position integer not null, identity text not null, kind text not null, title text not null,
    record_id integer, outcome text not null, is_safe integer not null, version_before integer,
    version_after integer, differences text not null,
    constraint import_rows_key primary key (import_id, position)
  );
  insert into meta (name, value) values ('draft', 0), ('view', 0), ('schedule', 0), ('import', 0);
  alter table audit add column salt text;
  alter table audit add column seal text;
  alter table audit add column hash text;
  alter table audit add column record_id integer;
`,
  chainAudit,
);

const digest = (...values: unknown[]) => createHash('sha256').update(JSON.stringify(values)).digest('hex');

/** Hash-chains the existing audit rows by the rule of that day. */
async function chainAudit(db: Kysely<Tables>): Promise<void> {
  let former = '';
  for (const row of await db.selectFrom('audit').selectAll().orderBy('id').execute()) {
    // Rows of people erased before the chain have nothing to hash.
    const salt = createHash('sha256').update(String(row.id)).digest('hex').slice(0, 32);
    const seal = digest(salt, row.user_id, row.actor_id, row.ip, row.agent, row.details);
    const hash = digest(former, row.id, row.at, (row as unknown as { deed: string }).deed, null, seal);
    former = hash;
    await db.updateTable('audit').set({ salt, seal, hash }).where('id', '=', row.id).execute();
  }
}
