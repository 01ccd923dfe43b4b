import { portalDay } from '#domain/dates.ts';
import { sql } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cameFromOf, isRead, isRobot, type CameFrom } from '#domain/reads.ts';
import { hashOf } from '../base/secret.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { chunks } from '../database/chunks.ts';
import type { Context } from '../request/context.ts';
import { sessionTokenOf } from '../request/client.ts';

interface ReadSum {
  day: string;
  path: string;
  via: CameFrom;
  count: number;
}

type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export const countingReads =
  (serve: Serve, readCount: ReadCount): Serve =>
  async (request, reply) => {
    const sent = await serve(request, reply);
    const { statusCode: status } = reply;
    if (request.method === 'GET' && (status === 200 || status === 304)) readCount.note(request);
    return sent;
  };

const maxPages = 100_000;

export type ReadCount = ReturnType<typeof createReadCount>;

/** Page views that are not stored yet. */
export function createReadCount({ database, settings, now }: Pick<Context, 'database' | 'settings' | 'now'>) {
  let sums = new Map<string, ReadSum>();
  /** Pending session lookups, awaited by flush. */
  const looks = new Set<Promise<void>>();
  const own = new URL(settings.SITE_URL).host;

  function add(sum: ReadSum): void {
    const key = `${sum.day} ${sum.via} ${sum.path}`;
    const found = sums.get(key);
    if (found) found.count += sum.count;
    else if (sums.size < maxPages) sums.set(key, sum);
  }

  return {
    note(request: FastifyRequest): void {
      const read = readOf(request, own);
      if (!read) return;
      const sum: ReadSum = { ...read, day: portalDay(now()), count: 1 };
      const token = sessionTokenOf(request, settings.SITE_URL);
      if (!token) return add(sum);
      const look: Promise<void> = isOfEditor(database, token)
        .then((isEditor) => {
          if (!isEditor) add(sum);
        })
        // A lost view is harmless.
        .catch(() => {})
        .finally(() => looks.delete(look));
      looks.add(look);
    },
    /** Stores counts in one transaction; on failure they are kept for the next time. */
    async flush(): Promise<void> {
      await Promise.all(looks);
      if (sums.size === 0) return;
      const batch = sums;
      sums = new Map();
      try {
        await database.transaction((tx) => addReads(tx, [...batch.values()]));
      } catch (error) {
        for (const sum of batch.values()) add(sum);
        throw error;
      }
    },
  };
}

/** Page view of a request; undefined for robots, prefetching and caching. */
function readOf(
  { url, headers, host }: FastifyRequest,
  own: string,
): Pick<ReadSum, 'path' | 'via'> | undefined {
  const path = decodedPath(url);
  if (path === undefined || !isRead(path) || isRobot(headers['user-agent'])) return undefined;
  const purpose = `${String(headers['sec-purpose'] ?? '')}${String(headers['purpose'] ?? '')}`;
  if (purpose.includes('prefetch')) return undefined;
  // The service worker (public/sw.js) forwards navigations; its own requests have another mode.
  const mode = headers['sec-fetch-mode'];
  if ((mode !== undefined && mode !== 'navigate') || headers['sec-fetch-dest'] === 'iframe') return undefined;
  return { path, via: cameFromOf(headers.referer, [own, host]) };
}

function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '');
  } catch {
    return undefined;
  }
}

async function isOfEditor({ kysely }: Database, token: string): Promise<boolean> {
  const user = await kysely
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.type')
    .where('s.token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return user?.type === 'editor' || user?.type === 'admin';
}

async function addReads(tx: WriteTransaction, sums: readonly ReadSum[]): Promise<void> {
  for (const some of chunks(sums, 200))
    await tx
      .insertInto('page_reads')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['day', 'path', 'via']).doUpdateSet((eb) => ({
          count: eb('page_reads.count', '+', eb.ref('excluded.count')),
        })),
      )
      .execute();
}

/** Days after which counts are aggregated by month. */
const daysKept = 400;

export async function ageReads(tx: WriteTransaction, now: Date): Promise<void> {
  const before = portalDay(new Date(now.getTime() - daysKept * 86_400_000));
  const old = sql`day < ${before} and length(day) = 10`;
  await sql`
    insert into page_reads (day, path, via, count)
    select substr(day, 1, 7), path, via, sum(count) from page_reads where ${old}
    group by substr(day, 1, 7), path, via
    on conflict (day, path, via) do update set count = page_reads.count + excluded.count`.execute(tx);
  await sql`delete from page_reads where ${old}`.execute(tx);
}
