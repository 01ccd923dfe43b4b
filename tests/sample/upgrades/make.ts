import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

/**
 * Makes a fixture of the upgrade test: `node tests/sample/upgrades/make.ts DATA_DIR TAG`. DATA_DIR is that of
 * a stopped portal of the tag, started with CATALOGUE=starter, `--demo` (before v1.0.0: DEMO=1) and the AUDIT_KEY of the test. Eight
 * records of each kind remain.
 */
const [dataDir, tag] = process.argv.slice(2);
if (!dataDir || !tag) throw new Error('make.ts DATA_DIR TAG');
const file = new URL(`${tag}.sqlite`, import.meta.url);
copyFileSync(`${dataDir}/register.sqlite`, file);
const database = new DatabaseSync(file);
database.exec('pragma foreign_keys = off; pragma journal_mode = delete');
database.exec(`create temp table kept as select id from
  (select id, row_number() over (partition by kind order by id) as place from records) where place <= 8`);
// References to removed records are removed too.
const isKept = new Set(
  (database.prepare('select id from kept').all() as { id: number }[]).map(({ id }) => id),
);
for (const { id, field } of rows<{ id: number; field: string }>(
  'select distinct from_id as id, field from links',
))
  for (const [table, column] of [
    ['records', 'id'],
    ['revisions', 'record_id'],
  ])
    for (const { data } of rows<{ data: string }>(`select data from ${table} where ${column} = ${id}`)) {
      const pruned = JSON.stringify(withoutLost(JSON.parse(data), field.split('.')));
      // oxlint-disable-next-line register/no-raw-sql -- names of this file's own tables
      database.prepare(`update ${table} set data = ? where ${column} = ? and data = ?`).run(pruned, id, data);
    }
for (const { name } of rows<{ name: string }>("select name from sqlite_schema where type = 'table'")) {
  // The audit chain must stay complete.
  if (name === 'audit') continue;
  for (const { name: column } of rows<{ name: string }>(`select name from pragma_table_info('${name}')`))
    if (['record_id', 'from_id', 'to_id'].includes(column))
      // oxlint-disable-next-line register/no-raw-sql -- names of the database's own tables
      database.exec(`delete from "${name}" where "${column}" not in (select id from kept)`);
}
database.exec('delete from records where id not in (select id from kept); vacuum');
if (database.prepare('pragma foreign_key_check').all().length > 0)
  throw new Error('A row points to nothing.');
database.close();
writeFileSync(new URL(`${tag}.sqlite.gz`, import.meta.url), gzipSync(readFileSync(file), { level: 9 }));
rmSync(file);

function rows<Row>(sql: string): Row[] {
  return database.prepare(sql).all() as Row[];
}

/** A value without ids of removed records at this path. */
function withoutLost(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutLost(item, [name, ...rest]));
  if (typeof value !== 'object' || value === null || !(name in value)) return value;
  const fields = value as Record<string, unknown>;
  if (rest.length > 0) return { ...fields, [name]: withoutLost(fields[name], rest) };
  const { [name]: found, ...others } = fields;
  if (Array.isArray(found)) return { ...others, [name]: found.filter((id) => isKept.has(id as number)) };
  return isKept.has(found as number) ? value : others;
}
