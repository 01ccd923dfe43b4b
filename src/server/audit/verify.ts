import { revisionDigest } from './content.ts';
import { slices } from '../catalogue/stored.ts';
import type { Reading } from '../database/database.ts';
import { hashOfRow, sealOf } from './chain.ts';

export interface AuditProblem {
  /** Row of the audit at which the chain does not hold. */
  id: number;
  what: string;
}

export interface Verified {
  rows: number;
  /** Hash of the last row: written down elsewhere, it proves later that nothing was made anew. */
  head: string;
  problems: AuditProblem[];
}

/** Rows at a time: so many are read and hashed in a few milliseconds, and others get their turn in between. */
const portion = 250;
const mostProblems = 100;

/** Walks the whole chain and names each row that was changed, removed or put in, and each version that was rewritten. */
export async function verifyAudit(db: Reading): Promise<Verified> {
  const problems: AuditProblem[] = [];
  const tell = (id: number, what: string) => {
    if (problems.length < mostProblems) problems.push({ id, what });
  };
  const forgotten: number[] = [];
  const allowed = new Set<number>();
  let former = { id: 0, hash: '' };
  let rows = 0;
  for (;;) {
    const part = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', former.id)
      .orderBy('id')
      .limit(portion)
      .execute();
    for (const row of part) {
      rows += 1;
      const isGap = row.id !== former.id + 1;
      if (isGap)
        tell(
          row.id,
          row.id === former.id + 2
            ? `строка ${former.id + 1} удалена`
            : `строки ${former.id + 1}–${row.id - 1} удалены`,
        );
      if (row.salt === null) {
        forgotten.push(row.id);
        if ([row.user_id, row.actor_id, row.ip, row.agent, row.details].some((value) => value !== null))
          tell(row.id, `строка ${row.id} изменена: у неё снята печать`);
      } else if (sealOf(row, row.salt) !== row.seal) tell(row.id, `строка ${row.id} изменена`);
      // After a gap there is nothing to compare with: the chain goes on from here.
      else if (!isGap && hashOfRow(row, row.seal ?? '', former.hash) !== row.hash)
        tell(row.id, `строка ${row.id} изменена или вставлена: она не продолжает строку ${former.id}`);
      if (row.deed === 'erased')
        for (const id of (row.details ?? '').match(/\d+/g) ?? []) allowed.add(Number(id));
      former = { id: row.id, hash: row.hash ?? '' };
    }
    if (part.length < portion) break;
  }
  for (const id of forgotten)
    if (!allowed.has(id)) tell(id, `строка ${id} изменена: сведения стёрты не по просьбе владельца`);
  const counted = await db.selectFrom('meta').select('value').where('name', '=', 'audit').executeTakeFirst();
  const last = counted?.value ?? 0;
  if (former.id < last) tell(last, `строки ${former.id + 1}–${last} удалены с конца`);
  if (former.id > last) tell(former.id, `строки ${last + 1}–${former.id} вставлены в конец`);
  await verifyContent(db, tell);
  return { rows, head: former.hash, problems };
}

/** Every version of a record that the audit tells of must be there as it was written. */
async function verifyContent(db: Reading, tell: (id: number, what: string) => void): Promise<void> {
  let after = 0;
  for (;;) {
    const part = await db
      .selectFrom('audit')
      .select(['id', 'record_id', 'details'])
      .where('deed', '=', 'record written')
      .where('id', '>', after)
      .orderBy('id')
      .limit(portion)
      .execute();
    const told = part.flatMap(({ id, record_id, details }) => {
      const version = toldOf(details);
      return version && record_id !== null ? [{ id, record_id, ...version }] : [];
    });
    const digests = new Map<string, string>();
    // Versions are long: only those that are told of are read, a few at a time.
    for (const some of slices(told, 25))
      for (const row of await db
        .selectFrom('revisions')
        .select(['record_id', 'version', 'state', 'data', 'sources', 'author'])
        .where((eb) =>
          eb.or(
            some.map(({ record_id, version }) =>
              eb.and([eb('record_id', '=', record_id), eb('version', '=', version)]),
            ),
          ),
        )
        .execute())
        digests.set(`${row.record_id}.${row.version}`, revisionDigest(row));
    for (const { id, record_id, version, digest } of told) {
      const found = digests.get(`${record_id}.${version}`);
      if (found !== digest)
        tell(id, `запись ${record_id}, версия ${version}: ${found ? 'изменена' : 'удалена'} в базе`);
    }
    after = part.at(-1)?.id ?? after;
    if (part.length < portion) break;
  }
}

function toldOf(details: string | null): { version: number; digest: string } | undefined {
  const [, version, , digest] = /^версия (\d+), (\w+), ([0-9a-f]{32})/.exec(details ?? '') ?? [];
  return version && digest ? { version: Number(version), digest } : undefined;
}
