import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isLasting } from '#domain/lasting.ts';
import { successorIn } from '#domain/successor.ts';
import { read } from './place.ts';
import { inOrder } from './plan.ts';
import { fileOf } from './release.ts';
import { openTarget, type About, type DeliveryTarget } from './target.ts';

/** Brings what has changed to PUBLISH_URL, and remembers what is there: a delivery that was cut off goes on. */
export interface Delivery {
  /** The pages of these addresses, in the order in which readers may see them; deletions last. */
  deliver(
    folder: string,
    changes: { changed: readonly string[]; removed: readonly string[] },
  ): Promise<number>;
  /** Every file of the directory that the target has not, and the removal of those that the directory has not. */
  deliverAll(folder: string): Promise<number>;
  close(): void;
}

/** Uploads at a time. */
const together = 8;

export function openDelivery(url: string, file: string, target: DeliveryTarget = openTarget(url)): Delivery {
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal;
    create table if not exists delivered (target text not null, file text not null, hash text not null,
      primary key (target, file)) strict, without rowid;`);
  const find = database.prepare('select hash from delivered where target = ? and file = ?');
  const note = database.prepare('insert or replace into delivered values (?, ?, ?)');
  const forget = database.prepare('delete from delivered where target = ? and file = ?');
  const all = database.prepare('select file from delivered where target = ?');

  async function put(folder: string, name: string): Promise<boolean> {
    const bytes = read(path.join(folder, name));
    if (!bytes) return false;
    const hash = createHash('sha256').update(bytes).digest('base64url');
    if ((find.get(url, name) as { hash: string } | undefined)?.hash === hash) return false;
    await target.put(name, bytes, aboutOf(name, bytes));
    // A plain file server knows no 410 and no redirect of ours: it gets the page at the address itself.
    if (name.startsWith('gone/')) await target.put(name.slice('gone/'.length), bytes, aboutOf(name, bytes));
    note.run(url, name, hash);
    return true;
  }

  async function remove(name: string): Promise<void> {
    await target.remove(name);
    forget.run(url, name);
  }

  /** Some at a time, one part of the order after the other. */
  async function putAll(folder: string, parts: readonly (readonly string[])[]): Promise<number> {
    let count = 0;
    for (const part of parts)
      for (let start = 0; start < part.length; start += together) {
        const done = await Promise.all(part.slice(start, start + together).map((name) => put(folder, name)));
        count += done.filter(Boolean).length;
      }
    return count;
  }

  return {
    async deliver(folder, { changed, removed }) {
      const ordered = inOrder(changed, (address) => find.get(url, fileOf(address)) === undefined).map(fileOf);
      const count = await putAll(folder, [ordered]);
      const standIns = new Set(changed.filter((one) => one.startsWith('/gone/')).map((one) => one.slice(5)));
      for (const address of removed) {
        if (standIns.has(address)) forget.run(url, fileOf(address));
        else await remove(fileOf(address));
      }
      return count + removed.length;
    },
    async deliverAll(folder) {
      const files = await filesIn(folder);
      const isPage = (name: string) => name.endsWith('.html');
      // What pages need is there before the pages.
      const count = await putAll(folder, [files.filter((name) => !isPage(name)), files.filter(isPage)]);
      const there = new Set(files);
      const old = (all.all(url) as { file: string }[]).filter((row) => !there.has(row.file));
      // Hashed files of earlier releases stay for readers who hold an older page; a picture that no page shows does not.
      for (const { file: name } of old)
        if (!isLasting(`/${name}`) || name.startsWith('media/')) await remove(name);
      return count + old.length;
    },
    close: () => database.close(),
  };
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  vcf: 'text/vcard; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  pdf: 'application/pdf',
  webmanifest: 'application/manifest+json',
};

function aboutOf(name: string, bytes: Buffer): About {
  return {
    type: types[path.extname(name).slice(1)] ?? 'application/octet-stream',
    cache: isLasting(`/${name}`)
      ? 'public, max-age=31536000, immutable'
      : name.endsWith('.html')
        ? 'public, max-age=0, must-revalidate'
        : 'public, max-age=300',
    movedTo: name.startsWith('gone/') ? successorIn(bytes.toString()) : undefined,
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|new)$|^release\.json$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}
