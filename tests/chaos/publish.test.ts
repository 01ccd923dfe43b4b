import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { publish, verify } from '#publisher/publish.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import type { Server } from '#server/main.ts';
import { startPublishedPortal } from '../sample/published-portal.ts';
import { expectKept, isLong } from './harness/promise.ts';

const root = path.join(import.meta.dirname, '../..');

interface Found {
  kills: number;
  reads: number;
  torn: string[];
  broken: string[];
  back: string[];
}

/**
 * The publisher is killed at random moments during reads: no partial pages, dead links, or old versions
 * (B-5).
 */
test('B-5 readers see whole pages while the publisher is killed', async () => {
  const wanted = {
    kills: Number(process.env['KILLS'] ?? (isLong ? 300 : 8)),
    reads: Number(process.env['READS'] ?? (isLong ? 50_000 : 500)),
  };
  const portal = await startPublishedPortal();
  const { server, publication } = portal;
  const { dataDir, siteUrl } = publication;
  try {
    const found: Found = { kills: 0, reads: 0, torn: [], broken: [], back: [] };
    const stopping = new AbortController();
    const ids = await idsOf(server);
    const actions = [
      editAll(server, ids, stopping.signal),
      ...[1, 2, 3].map((seed) => readAll(server, ids, { found, seed, signal: stopping.signal })),
    ];
    while (found.kills < wanted.kills || found.reads < wanted.reads) {
      const child = startChild({ api: server.url, dataDir, siteUrl }, found.kills % 5 === 4);
      await once(child, 'message');
      await pause(Math.random() * 700);
      child.kill('SIGKILL');
      await once(child, 'exit');
      found.kills += 1;
      if (found.kills % 50 === 0) console.log(`остановок ${found.kills}, чтений ${found.reads}`);
    }
    stopping.abort();
    await Promise.all(actions);
    // The next publication completes interrupted work.
    await publish(publication);
    const differing = await verify(publication);
    const isProven = [found.torn, found.broken, found.back, differing].every(({ length }) => length === 0);
    for (const [name, list] of Object.entries({ ...found, differing }))
      if (Array.isArray(list)) for (const one of list.slice(0, 10)) console.log(`НЕТ ${name}: ${one}`);
    expectKept(
      {
        figure: `остановок ${found.kills}, чтений ${found.reads}: разорванных страниц ${found.torn.length}, ссылок в никуда ${found.broken.length}, возвратов назад ${found.back.length}; после всех отличается от построенного заново ${differing.length}`,
        goal: 'всего по 0',
      },
      isProven,
    );
  } finally {
    await portal.close();
  }
});

/** A publisher that runs until killed, with occasional full renders. */
function startChild(
  { api, ...site }: { api: string; dataDir: string; siteUrl: string },
  isWhole: boolean,
): ChildProcess {
  const code = `import { apiSource } from '#data/source.ts';
    import { openPublisher } from '#publisher/publish.ts';
    const source = apiSource(${JSON.stringify(api)});
    const publisher = openPublisher({ source, ...${JSON.stringify(site)} });
    process.send('ready');
    if (${isWhole}) await publisher.publish('full');
    for (;;) await publisher.publish();`;
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', code],
    { cwd: root, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
}

async function idsOf(server: Server): Promise<number[]> {
  const rows = await server.database.kysely
    .selectFrom('records')
    .select('id')
    .where('kind', '=', 'disease')
    .where('state', '=', 'published')
    .orderBy('id')
    .limit(20)
    .execute();
  return rows.map(({ id }) => id);
}

/** Titles have increasing numbers; news come and go. */
async function editAll(server: Server, ids: readonly number[], signal: AbortSignal): Promise<void> {
  const titles = new Map<number, string>();
  let news: number | undefined;
  for (let number = 1; !signal.aborted; number += 1) {
    const id = ids[number % ids.length]!;
    await server.database.transaction(async (tx) => {
      const common = { origins: 'editor', author: 'proof' };
      if (!titles.has(id)) {
        const row = await tx
          .selectFrom('records')
          .select('card')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        titles.set(id, (JSON.parse(row.card) as { title: string }).title);
      }
      const title = `${titles.get(id)} №${number}№`;
      await writeRecord(tx, { kind: 'disease', id, fields: { title }, ...common });
      if (number % 7 === 0) {
        const fields = { title: `Новость ${number}`, date: '2026-11-21', diseases: [id] };
        news = (await writeRecord(tx, { kind: 'news', fields, state: 'published', ...common })).id;
      } else if (number % 7 === 4 && news !== undefined)
        await writeRecord(tx, { kind: 'news', id: news, fields: {}, state: 'archived', ...common });
    });
    await pause(100);
  }
}

/** Reads pages and lists, follows a link of each, and remembers the highest number of each record. */
async function readAll(
  server: Server,
  ids: readonly number[],
  { found, seed, signal }: { found: Found; seed: number; signal: AbortSignal },
): Promise<void> {
  const seen = new Map<number, number>();
  const lists = ['/', '/deseases/', '/news/', '/deseases/letter/a/', '/drugs/'];
  for (let turn = seed; !signal.aborted; turn += 1) {
    const id = ids[turn % ids.length]!;
    const address = turn % 3 === 0 ? lists[turn % lists.length]! : `/deseases/${id}/`;
    const response = await fetch(new URL(address, server.url)).catch(() => undefined);
    const html = await response?.text().catch(() => '');
    found.reads += 1;
    if (
      response?.status !== 200 ||
      !html?.startsWith('<!DOCTYPE html>') ||
      !html.trimEnd().endsWith('</html>')
    ) {
      found.torn.push(`${address} (${response?.status}, ${html?.length} знаков)`);
      continue;
    }
    if (address === `/deseases/${id}/`) {
      const number = Number(/<h1[^>]*>[^<]*№(\d+)№/.exec(html)?.[1] ?? 0);
      if (number < (seen.get(id) ?? 0)) found.back.push(`${address}: ${seen.get(id)} → ${number}`);
      seen.set(id, Math.max(number, seen.get(id) ?? 0));
      continue;
    }
    const links = [...html.matchAll(/href="(\/(?:deseases|news|drugs)\/\d+\/)"/g)].map(([, link]) => link!);
    const link = links[turn % Math.max(1, links.length)];
    if (!link) continue;
    const target = await fetch(new URL(link, server.url), { redirect: 'manual' }).catch(() => undefined);
    await target?.body?.cancel();
    found.reads += 1;
    // Removed records say so; anything else missing is an error.
    if (!target || ![200, 301, 304, 410].includes(target.status)) found.broken.push(`${address} → ${link}`);
  }
}
