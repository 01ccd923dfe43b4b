import { idsOf } from '../database/chunks.ts';
import { msPerDay } from '#domain/durations.ts';
import type { WriteTransaction } from '../database/database.ts';
import { rowDigest, type AuditFacts } from '../base/chain.ts';
import { audit } from './audit.ts';

/** Retention of network addresses and browsers. */
const retentionMonths = 12;
const portion = 200;
const maxRowsPerSweep = 20_000;

type ReducedRow = AuditFacts & { pseudonym: string | null };

/**
 * Digest of a row without its address or with a pseudonym; half a hash is enough, because the listing row is
 * in the chain.
 */
export const reducedSeal = (row: ReducedRow, salt: string): string =>
  rowDigest({ ...row, actor_id: row.pseudonym ?? row.actor_id, ip: null, agent: null }, salt).slice(0, 32);

/** Rows with digests of what is left, as listed in the log. */
export const sealsOf = (rows: readonly (ReducedRow & { salt: string | null })[]): string[] =>
  rows.map((row) => `${row.id}:${row.salt === null ? '' : reducedSeal(row, row.salt)}`);

/**
 * Removes addresses and browsers older than a year. A row `places removed` lists the digests of what is left,
 * without which a row must keep its hash.
 */
export async function forgetPlaces(tx: WriteTransaction, now: Date): Promise<void> {
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() - retentionMonths);
  // Whole days, so that it runs once a day.
  const before = new Date(Date.parse(until.toISOString().slice(0, 10)) + msPerDay).toISOString();
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
    await tx.updateTable('audit').set({ ip: null, agent: null }).where('id', 'in', idsOf(rows)).execute();
    await audit(tx, { now: () => now }, 'places removed', { details: sealsOf(rows).join(' ') });
    if (rows.length < portion) return;
  }
}

export const readSeals = (details: string | null): [number, string][] =>
  [...(details ?? '').matchAll(/(\d+):([0-9a-f]{32})/g)].map(([, id, seal]) => [Number(id), seal ?? '']);
