import { setTimeout as wait } from 'node:timers/promises';
import type { AuditCheck } from '#contract/desk.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { AuditRow } from '../database/tables.ts';
import { hashOfRow, rowDigest } from '../base/chain.ts';
import type { Head } from './heads.ts';
import type { AuditKey, AuditKeys } from '../base/audit-keys.ts';
import { readSeals, reducedSeal } from './places.ts';

export type Verified = Omit<AuditCheck, 'at'>;

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
  // Counted first: rows added meanwhile come later.
  const counted = await countRows(db);
  const chain = new Chain(keys, heads);
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', chain.former.id)
      .orderBy('id')
      .limit(portion)
      .execute();
    for (const row of rows) chain.add(row);
    if (rows.length < portion) break;
    if (rest !== undefined) await wait(rest, undefined, { ref: false });
  }
  return chain.end(counted, chain.former.id > counted ? await countRows(db) : counted);
}

async function countRows(db: ReadDatabase): Promise<number> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', 'audit').executeTakeFirst();
  return row?.value ?? 0;
}

/** Rows of the chain in order, and what is wrong with them. */
class Chain {
  former = { id: 0, hash: '', key: null as string | null };
  #rows = 0;
  readonly #problems: Verified['problems'] = [];
  readonly #keys: AuditKeys;
  readonly #known: ReadonlyMap<string, AuditKey>;
  readonly #missing = new Map<string, { from: number; to: number }>();
  #unkeyedFrom = 0;
  readonly #emptied: number[] = [];
  readonly #erased = new Set<number>();
  /** Digests of reduced rows: as found, and as listed by later rows. */
  readonly #reduced = new Map<number, string>();
  readonly #listed = new Map<number, string>();
  readonly #heads: readonly Head[];
  readonly #unseen: Set<Head>;

  constructor(keys: AuditKeys, heads: readonly Head[]) {
    this.#keys = keys;
    this.#known = new Map(keys.map((key) => [key.id, key]));
    this.#heads = heads;
    this.#unseen = new Set(heads);
  }

  add(row: AuditRow): void {
    this.#rows += 1;
    this.#checkPlace(row);
    this.#checkKey(row);
    this.#checkFacts(row);
    this.#readLists(row);
    for (const head of this.#unseen) if (head.row === row.id) this.#compare(head, row);
    this.former = { id: row.id, hash: row.hash ?? '', key: row.key };
  }

  /** The result, by the number of rows at the start and at the end. */
  end(counted: number, last: number): Verified {
    const { id, hash, key } = this.former;
    for (const row of this.#emptied)
      if (!this.#erased.has(row))
        this.#report(row, `строка ${row} изменена: сведения стёрты не по просьбе владельца`);
    for (const [row, seal] of this.#reduced)
      if (this.#listed.get(row) !== seal) this.#report(row, `строка ${row} изменена`);
    for (const [name, { from, to }] of this.#missing) this.#report(from, missingKeysMessage(name, from, to));
    if (this.#keys.length > 0 && this.#rows > 0 && key === null)
      this.#report(
        id,
        `строки ${this.#unkeyedFrom}–${id} без ключа: их может подделать всякий, кто пишет в базу. Ключ ляжет на журнал при следующем запуске портала`,
      );
    if (id < counted) this.#report(counted, `строки ${id + 1}–${counted} удалены с конца`);
    if (id > last) this.#report(id, `строки ${last + 1}–${id} вставлены в конец`);
    for (const { row, from } of this.#unseen)
      this.#report(row, `строки ${row} нет, а она была записана ${from}: журнал стал короче`);
    return {
      rows: this.#rows,
      head: hash,
      key: this.#standing(this.#rows === 0 ? this.#keys[0]?.id : key),
      heads: this.#heads.length,
      problems: this.#problems.toSorted((one, other) => one.id - other.id),
    };
  }

  #report(id: number, what: string): void {
    if (this.#problems.length < maxProblems) this.#problems.push({ id, what });
  }

  #checkPlace(row: AuditRow): void {
    const { id, hash } = this.former;
    // After a gap there is nothing to compare: the chain continues from here.
    if (row.id === id + 2) this.#report(row.id, `строка ${id + 1} удалена`);
    else if (row.id > id + 2) this.#report(row.id, `строки ${id + 1}–${row.id - 1} удалены`);
    else if (!this.#continues(row, hash))
      this.#report(row.id, `строка ${row.id} изменена или вставлена: она не продолжает строку ${id}`);
  }

  /** A row under a missing key cannot be checked. */
  #continues(row: AuditRow, former: string): boolean {
    const key = row.key === null ? undefined : this.#known.get(row.key);
    if (row.key !== null && !key) return true;
    return hashOfRow(row, { seal: row.seal ?? '', former, key }) === row.hash;
  }

  #checkKey({ id, key }: AuditRow): void {
    if (key === null) {
      if (this.former.key !== null || this.#unkeyedFrom === 0) this.#unkeyedFrom = id;
      if (this.former.key !== null)
        this.#report(id, `строка ${id} записана без ключа после строк под ключом: конец журнала подменён`);
    } else if (!this.#known.has(key))
      this.#missing.set(key, { from: this.#missing.get(key)?.from ?? id, to: id });
  }

  #checkFacts(row: AuditRow): void {
    const { id, salt } = row;
    if (salt === null) {
      this.#emptied.push(id);
      if (holdsFacts(row)) this.#report(id, `строка ${id} изменена: у неё снята печать`);
    } else if (row.pseudonym !== null || rowDigest(row, salt) !== row.seal) {
      if (row.ip === null && row.agent === null) this.#reduced.set(id, reducedSeal(row, salt));
      else this.#report(id, `строка ${id} изменена`);
    }
  }

  #readLists({ action, details }: AuditRow): void {
    if (action === 'erased')
      for (const id of (details ?? '').match(/\d+/g) ?? []) this.#erased.add(Number(id));
    if (action === 'places removed' || action === 'actor erased')
      for (const [id, seal] of readSeals(details)) this.#listed.set(id, seal);
  }

  #compare(head: Head, { id, hash }: AuditRow): void {
    this.#unseen.delete(head);
    if (!hash?.startsWith(head.hash))
      this.#report(
        id,
        `строка ${id} не та, что была записана ${head.from}: журнал переписан на ней или раньше`,
      );
  }

  #standing(key: string | null | undefined): Verified['key'] {
    if (!key) return 'unkeyed';
    return this.#known.has(key) ? 'keyed' : 'missing';
  }
}

/** A row without salt must be empty. */
const holdsFacts = ({ user_id, actor_id, pseudonym, ip, agent, details }: AuditRow): boolean =>
  [user_id, actor_id, pseudonym, ip, agent, details].some((value) => value !== null);

export const missingKeysMessage = (key: string, from: number, to: number) =>
  `ключа ${key} здесь нет, строки ${from}–${to} проверить нельзя. Верните прежний ключ журнала: он может стоять после нынешнего в AUDIT_KEY или в файле ключа`;
