import { msPerDay, msPerHour } from '#domain/durations.ts';
import type { Context } from '../request/context.ts';
import { chunks } from '../database/chunks.ts';
import type { WriteTransaction } from '../database/database.ts';
import { fetchLink, isBroken, type LinkCheckOptions, type LinkAnswer } from './fetch-link.ts';
import { linksOfRecords } from './uses.ts';

/** Links checked in a round, at most one a second for each site. */
const maxInRound = 200;
const pauseForSite = 1000;
/** Sites checked in parallel. */
const width = 4;

export type LinkChecking = Context & {
  /** For tests. */
  options?: Partial<LinkCheckOptions>;
  signal?: AbortSignal;
};

/** Updates the list of links in published records; new ones are due at once, removed ones are deleted. */
export async function gatherLinks({ database, now }: Context): Promise<number> {
  const found: { url: string; record_id: number; field: string }[] = [];
  for await (const records of linksOfRecords(database.kysely))
    for (const { id, uses } of records)
      for (const { url, field } of uses) found.push({ url, record_id: id, field });
  const urls = [...new Set(found.map(({ url }) => url))];
  await database.transaction(async (tx) => {
    await tx.deleteFrom('outer_link_uses').execute();
    // Records may have been deleted meanwhile.
    for (const some of chunks(found, 200)) {
      const there = await existing(tx, some);
      if (there.length > 0) await tx.insertInto('outer_link_uses').values(there).execute();
    }
    const due_at = now().toISOString();
    for (const some of chunks(urls, 200))
      await tx
        .insertInto('outer_links')
        .values(
          some.map((url) => ({ url, due_at, checked_at: null, status: null, problem: null, since: null })),
        )
        .onConflict((conflict) => conflict.column('url').doNothing())
        .execute();
    await tx
      .deleteFrom('outer_links')
      .where('url', 'not in', (eb) => eb.selectFrom('outer_link_uses').select('url'))
      .execute();
  });
  return urls.length;
}

async function existing<Row extends { record_id: number }>(
  tx: WriteTransaction,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = [...new Set(rows.map(({ record_id }) => record_id))];
  const found = await tx.selectFrom('records').select('id').where('id', 'in', ids).execute();
  const there = new Set(found.map(({ id }) => id));
  return rows.filter(({ record_id }) => there.has(record_id));
}

/** Checks due links; returns their number. */
export async function checkLinks(checking: LinkChecking): Promise<number> {
  const { database, now } = checking;
  // Rescheduled before checking, so that no other process checks them.
  const taken = await database.transaction(async (tx) => {
    const due = await tx
      .selectFrom('outer_links')
      .select('url')
      .where('due_at', '<=', now().toISOString())
      .orderBy('due_at')
      .limit(maxInRound)
      .execute();
    const urls = due.map(({ url }) => url);
    if (urls.length > 0)
      await tx
        .updateTable('outer_links')
        .set({ due_at: new Date(now().getTime() + msPerDay).toISOString() })
        .where('url', 'in', urls)
        .execute();
    return urls;
  });
  const sites = Map.groupBy(taken, (url) => new URL(url).host);
  const queue = [...sites.values()];
  /** While no site has responded, failures prove nothing. */
  const silent: [url: string, answer: LinkAnswer][] = [];
  let hasNet = false;
  let checked = 0;
  const store = async (url: string, answer: LinkAnswer) => {
    checked += 1;
    hasNet ||= answer.status !== null;
    silent.push([url, answer]);
    if (!hasNet) return;
    for (const [one, result] of silent.splice(0))
      await database.transaction((tx) => saveResult(tx, one, result, now()));
  };
  const work = async () => {
    for (let urls = queue.shift(); urls; urls = queue.shift())
      for (const [index, url] of urls.entries()) {
        if (checking.signal?.aborted) return;
        if (index > 0) await quietly(pauseForSite, checking.signal);
        await store(url, await fetchUrl(url, checking));
      }
  };
  await Promise.all(Array.from({ length: width }, work));
  if (sites.size >= fewSites) await postpone(checking, silent);
  else
    for (const [url, answer] of silent)
      await database.transaction((tx) => saveResult(tx, url, answer, now()));
  return checked;
}

/** If this many sites fail together, our own network is down. */
const fewSites = 3;

/** Postpones by an hour. */
async function postpone(
  { database, now }: LinkChecking,
  silent: readonly (readonly [url: string, answer: LinkAnswer])[],
): Promise<void> {
  const due_at = new Date(now().getTime() + msPerHour).toISOString();
  for (const some of chunks(silent, 200))
    await database.transaction((tx) =>
      tx
        .updateTable('outer_links')
        .set({ due_at })
        .where(
          'url',
          'in',
          some.map(([url]) => url),
        )
        .execute(),
    );
}

const fetchUrl = (url: string, { settings, options }: LinkChecking): Promise<LinkAnswer> =>
  fetchLink(url, { agent: `RegisterLinks/1.0 (+${settings.SITE_URL}/)`, ...options });

/** Checks a link and stores the result, and since when it has been broken. */
export async function checkLink(url: string, checking: LinkChecking): Promise<void> {
  const { database, now } = checking;
  const answer = await fetchUrl(url, checking);
  await database.transaction((tx) => saveResult(tx, url, answer, now()));
}

async function saveResult(tx: WriteTransaction, url: string, answer: LinkAnswer, at: Date): Promise<void> {
  const known = await tx.selectFrom('outer_links').select('since').where('url', '=', url).executeTakeFirst();
  if (!known) return;
  const checked_at = at.toISOString();
  const broken = isBroken(answer);
  const since = broken === false ? null : broken === true ? (known.since ?? checked_at) : known.since;
  await tx
    .updateTable('outer_links')
    .set({ ...answer, checked_at, since })
    .where('url', '=', url)
    .execute();
}

const quietly = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
