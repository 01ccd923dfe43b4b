import { setTimeout as wait } from 'node:timers/promises';
import type { ReadDatabase } from '../database/database.ts';
import type { AuditRow } from '../database/tables.ts';
import { hashOfRow, rowDigest } from '../base/chain.ts';
import type { Head } from './heads.ts';
import type { AuditKey, AuditKeys } from '../base/audit-keys.ts';
import { readSeals, reducedSeal } from './places.ts';

export interface AuditProblem {
  /** Id of the invalid row. */
  id: number;
  what: string;
}

export interface Verified {
  rows: number;
  /** Hash of the last row; kept elsewhere, it later proves that the log was not rewritten. */
  head: string;
  /** Signature of the last row: by a known key, without a key, or by a missing key. */
  key: 'keyed' | 'unkeyed' | 'missing';
  heads: number;
  problems: AuditProblem[];
}

interface Verifying {
  keys: AuditKeys;
  /** Heads kept before. */
  heads?: readonly Head[];
  /** Pause in milliseconds after each portion, for other requests. */
  rest?: number;
  portion?: number;
}

/** Rows read and hashed in a few milliseconds. */
const usualPortion = 250;
const maxProblems = 100;

/** Verifies the chain: names changed, removed and inserted rows. */
export async function verifyAudit(
  db: ReadDatabase,
  { keys, heads = [], rest, portion = usualPortion }: Verifying,
): Promise<Verified> {
  const problems: AuditProblem[] = [];
  const add = (id: number, what: string) => {
    if (problems.length < maxProblems) problems.push({ id, what });
  };
  // Counted first: rows added meanwhile come later.
  const counted = await countRows(db);
  const known = new Map(keys.map((key) => [key.id, key]));
  const missing = new Map<string, { from: number; to: number }>();
  const forgotten: number[] = [];
  const reduced = new Map<number, string>();
  const allowed = new Set<number>();
  const attested = new Map<number, string>();
  const waiting = headsByRow(heads);
  let former = { id: 0, hash: '', key: null as string | null };
  let unkeyedFrom = 0;
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
      if (isGap) add(row.id, gapWords(former.id, row.id));
      if (row.key === null) {
        if (former.key !== null || unkeyedFrom === 0) unkeyedFrom = row.id;
        if (former.key !== null)
          add(row.id, `строка ${row.id} записана без ключа после строк под ключом: конец журнала подменён`);
      } else if (!known.has(row.key)) noteMissing(missing, row.key, row.id);
      if (row.salt === null) {
        forgotten.push(row.id);
        if (holdsFacts(row)) add(row.id, `строка ${row.id} изменена: у неё снята печать`);
      } else if (row.pseudonym !== null || rowDigest(row, row.salt) !== row.seal) {
        if (row.ip === null && row.agent === null) reduced.set(row.id, reducedSeal(row, row.salt));
        else add(row.id, `строка ${row.id} изменена`);
      }
      // After a gap there is nothing to compare: the chain continues from here.
      if (!isGap && !continues(row, former.hash, known))
        add(row.id, `строка ${row.id} изменена или вставлена: она не продолжает строку ${former.id}`);
      if (row.action === 'erased')
        for (const id of (row.details ?? '').match(/\d+/g) ?? []) allowed.add(Number(id));
      if (row.action === 'places removed' || row.action === 'actor erased')
        for (const [id, seal] of readSeals(row.details)) attested.set(id, seal);
      compareHeads(waiting, row, add);
      former = { id: row.id, hash: row.hash ?? '', key: row.key };
    }
    if (part.length < portion) break;
    if (rest !== undefined) await wait(rest, undefined, { ref: false });
  }
  for (const id of forgotten)
    if (!allowed.has(id)) add(id, `строка ${id} изменена: сведения стёрты не по просьбе владельца`);
  for (const [id, seal] of reduced) if (attested.get(id) !== seal) add(id, `строка ${id} изменена`);
  for (const [id, { from, to }] of missing) add(from, missingKeysMessage(id, from, to));
  if (keys.length > 0 && rows > 0 && former.key === null)
    add(
      former.id,
      `строки ${unkeyedFrom}–${former.id} без ключа: их может подделать всякий, кто пишет в базу. Ключ ляжет на журнал при следующем запуске портала`,
    );
  if (former.id < counted) add(counted, `строки ${former.id + 1}–${counted} удалены с конца`);
  const last = former.id > counted ? await countRows(db) : counted;
  if (former.id > last) add(former.id, `строки ${last + 1}–${former.id} вставлены в конец`);
  for (const head of [...waiting.values()].flat())
    add(head.row, `строки ${head.row} нет, а она была записана ${head.from}: журнал стал короче`);
  return {
    rows,
    head: former.hash,
    key: standing(rows === 0 ? keys[0]?.id : former.key, known),
    heads: heads.length,
    problems: problems.toSorted((one, other) => one.id - other.id),
  };
}

/** A row without salt must be empty. */
const holdsFacts = ({ user_id, actor_id, pseudonym, ip, agent, details }: AuditRow): boolean =>
  [user_id, actor_id, pseudonym, ip, agent, details].some((value) => value !== null);

const standing = (key: string | null | undefined, known: ReadonlyMap<string, AuditKey>): Verified['key'] =>
  !key ? 'unkeyed' : known.has(key) ? 'keyed' : 'missing';

async function countRows(db: ReadDatabase): Promise<number> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', 'audit').executeTakeFirst();
  return row?.value ?? 0;
}

const gapWords = (former: number, id: number) =>
  id === former + 2 ? `строка ${former + 1} удалена` : `строки ${former + 1}–${id - 1} удалены`;

/** A row under a missing key cannot be checked and is counted separately. */
function continues(row: AuditRow, former: string, known: ReadonlyMap<string, AuditKey>): boolean {
  const key = row.key === null ? undefined : known.get(row.key);
  if (row.key !== null && !key) return true;
  return hashOfRow(row, { seal: row.seal ?? '', former, key }) === row.hash;
}

function noteMissing(missing: Map<string, { from: number; to: number }>, key: string, id: number): void {
  const range = missing.get(key);
  if (range) range.to = id;
  else missing.set(key, { from: id, to: id });
}

export const missingKeysMessage = (key: string, from: number, to: number) =>
  `ключа ${key} здесь нет, строки ${from}–${to} проверить нельзя. Верните прежний ключ журнала: он может стоять после нынешнего в AUDIT_KEY или в файле ключа`;

function headsByRow(heads: readonly Head[]): Map<number, Head[]> {
  const found = new Map<number, Head[]>();
  for (const head of heads) found.set(head.row, [...(found.get(head.row) ?? []), head]);
  return found;
}

function compareHeads(
  waiting: Map<number, Head[]>,
  row: AuditRow,
  report: (id: number, what: string) => void,
): void {
  for (const head of waiting.get(row.id) ?? [])
    if (!row.hash?.startsWith(head.hash))
      report(
        row.id,
        `строка ${row.id} не та, что была записана ${head.from}: журнал переписан на ней или раньше`,
      );
  waiting.delete(row.id);
}
