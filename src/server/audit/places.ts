import type { WriteTransaction } from '../database/database.ts';
import { rowDigest, type AuditFacts } from '../base/chain.ts';
import { appendToAudit } from './append.ts';

/** Addresses of the network and names of browsers are kept so long. */
const months = 12;
const portion = 200;
const maxRowsPerSweep = 20_000;

type ReducedRow = AuditFacts & { pseudonym: string | null };

/**
 * The seal of what is left of a row without its address, or with a pseudonym of its actor; half of the hash is enough,
 * for the row that names it is in the chain.
 */
export const reducedSeal = (row: ReducedRow, salt: string): string =>
  rowDigest({ ...row, actor_id: row.pseudonym ?? row.actor_id, ip: null, agent: null }, salt).slice(0, 32);

/** Rows with the seals of what is left, as a row of the audit names them. */
export const sealsOf = (rows: readonly (ReducedRow & { salt: string | null })[]): string[] =>
  rows.map((row) => `${row.id}:${row.salt === null ? '' : reducedSeal(row, row.salt)}`);

/**
 * Takes the addresses and browsers out of rows that are older than a year. The chain stays whole: a row `places removed`
 * names each with the seal of what is left, and only so may a row have another seal than it was written with.
 */
export async function forgetPlaces(tx: WriteTransaction, now: Date): Promise<void> {
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() - months);
  // To the end of the day, so that it is done once a day.
  const before = new Date(Date.parse(until.toISOString().slice(0, 10)) + 86_400_000).toISOString();
  for (let taken = 0; taken < maxRowsPerSweep; taken += portion) {
    const rows = await tx
      .selectFrom('audit')
      .selectAll()
      .where('at', '<', before)
      .where((eb) => eb.or([eb('ip', 'is not', null), eb('agent', 'is not', null)]))
      .orderBy('id')
      .limit(portion)
      .execute();
    if (rows.length === 0) return;
    await tx
      .updateTable('audit')
      .set({ ip: null, agent: null })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    const seals = sealsOf(rows);
    await appendToAudit(tx, [
      {
        at: now.toISOString(),
        action: 'places removed',
        user_id: null,
        actor_id: null,
        ip: null,
        agent: null,
        details: seals.join(' '),
      },
    ]);
    if (rows.length < portion) return;
  }
}

/** The rows that such a row names, with the seals of what is left. */
export const readSeals = (details: string | null): [number, string][] =>
  [...(details ?? '').matchAll(/(\d+):([0-9a-f]{32})/g)].map(([, id, seal]) => [Number(id), seal ?? '']);
