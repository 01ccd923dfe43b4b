import { createHash } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { removeDatabase } from '#data/database.ts';
import { isLasting } from '#domain/lasting-files.ts';
import { mediaTypeOf } from '#domain/media-type.ts';
import type { PublicationResult } from '#domain/publication.ts';
import { successorIn } from '#domain/successor.ts';
import { readFileIfExists, releaseFilesIn } from './files.ts';
import { inStages } from './plan.ts';
import { fileOf } from './release.ts';
import { isIntact } from './repair.ts';
import { DeliveryError, openTarget, type About, type DeliveryTarget } from './target.ts';

export type Delivery = ReturnType<typeof openDelivery>;

interface ComparisonOptions {
  onProgress?: (done: number, total: number) => void;
  /** Checked between portions of files. */
  isInterrupted?: (() => boolean) | undefined;
}

const maxParallel = 8;
/** Marks a target as ours: without it, unknown files are left alone. */
const marker = 'delivery.json';

/** Delivers changed files to PUBLISH_URL. Each sent file is recorded, so an interrupted delivery resumes. */
export function openDelivery(url: string, file: string, target = openTarget(url)) {
  const record = openRecord(url, file);
  const to: Recorded = { target, record };
  return {
    deliver: (folder: string, publication: Pick<PublicationResult, 'changed' | 'removed'>) =>
      explained(() => deliver(to, folder, publication)),
    deliverAll: (folder: string, options: ComparisonOptions = {}) =>
      explained(() => deliverAll(to, folder, options)),
    close: record.close,
  };
}

interface Recorded {
  target: DeliveryTarget;
  record: ReturnType<typeof openRecord>;
}

/** Delivers pages in reading order; deletions last. */
async function deliver(
  { target, record }: Recorded,
  folder: string,
  { changed, removed }: Pick<PublicationResult, 'changed' | 'removed'>,
): Promise<number> {
  const isNew = (address: string) => record.hashOf(fileOf(address)) === undefined;
  let count = 0;
  for (const stage of inStages(changed, isNew))
    count += await inParallel(stage.map(fileOf), (name) => send({ target, record }, folder, name));
  const standIns = new Set(changed.filter((one) => one.startsWith('/gone/')).map((one) => one.slice(5)));
  for (const address of removed) {
    if (!standIns.has(address)) await target.remove(fileOf(address));
    record.forget(fileOf(address));
  }
  return count + removed.length;
}

/**
 * Compares the target with the directory, uploads what differs and deletes what is extra. Returns the number
 * of files; `undefined` when interrupted, with progress kept.
 */
async function deliverAll(
  { target, record }: Recorded,
  folder: string,
  { onProgress = () => {}, isInterrupted = () => false }: ComparisonOptions,
): Promise<number | undefined> {
  const files = (await releaseFilesIn(folder)).filter((name) => !name.endsWith('.new'));
  const there = await target.list();
  const known = record.names();
  // The record was lost: the files of the marked target are compared and cleaned up.
  const found = known.length === 0 && there.has(marker) ? [...there.keys()] : known;
  let done = 0;
  const bring = async (name: string) => {
    const isBrought = await send({ target, record }, folder, name, there);
    done += 1;
    onProgress(done, files.length);
    return isBrought;
  };
  const isPage = (name: string) => name.endsWith('.html');
  const assets = files.filter((name) => !isPage(name));
  const brought =
    (await inParallel(assets, bring, isInterrupted)) +
    (await inParallel(files.filter(isPage), bring, isInterrupted));
  if (done < files.length) return undefined;
  const wanted = new Set([marker, ...files.flatMap(namesOf)]);
  // Hashed files of earlier releases stay for open pages; unused pictures do not.
  const old = found.filter(
    (name) => !wanted.has(name) && (!isLasting(`/${name}`) || name.startsWith('media/')),
  );
  await inParallel(old, async (name) => {
    await target.remove(name);
    record.forget(name);
  });
  const note = Buffer.from(JSON.stringify({ portal: 'orphan-register', compared_at: new Date() }));
  await target.put(marker, note, aboutOf(marker, note));
  return brought + old.length;
}

/** Whether the file was sent; `there` has the sizes at the target, if they are known. */
async function send(
  { target, record }: Recorded,
  folder: string,
  name: string,
  there?: ReadonlyMap<string, number>,
): Promise<boolean> {
  const bytes = readFileIfExists(path.join(folder, name));
  if (!bytes) return false;
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const isThere = !there || namesOf(name).every((one) => there.get(one) === bytes.length);
  if (isThere && record.hashOf(name) === hash) return false;
  for (const one of namesOf(name)) await target.put(one, bytes, aboutOf(name, bytes));
  record.put(name, hash);
  return true;
}

async function inParallel(
  names: readonly string[],
  work: (name: string) => Promise<boolean | void>,
  isInterrupted = () => false,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < names.length && !isInterrupted(); start += maxParallel) {
    const done = await Promise.all(names.slice(start, start + maxParallel).map(work));
    count += done.filter((one) => one !== false).length;
  }
  return count;
}

/**
 * A file server cannot answer 410 or redirect: the page of a removed record is also written to its old
 * address.
 */
const namesOf = (name: string): string[] =>
  name.startsWith('gone/') ? [name, name.slice('gone/'.length)] : [name];

/** Names and digests of delivered files. */
function openRecord(url: string, file: string) {
  // A damaged record is recreated, and the target compared.
  if (!isIntact(file)) removeDatabase(file);
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal;
    create table if not exists delivered (target text not null, file text not null, hash text not null,
      primary key (target, file)) strict, without rowid;`);
  const find = database.prepare('select hash from delivered where target = ? and file = ?');
  const put = database.prepare('insert or replace into delivered values (?, ?, ?)');
  const forget = database.prepare('delete from delivered where target = ? and file = ?');
  const all = database.prepare('select file from delivered where target = ?');
  return {
    hashOf: (name: string) => (find.get(url, name) as { hash: string } | undefined)?.hash,
    put: (name: string, hash: string) => void put.run(url, name, hash),
    forget: (name: string) => void forget.run(url, name),
    names: () => (all.all(url) as { file: string }[]).map((row) => row.file),
    close: () => database.close(),
  };
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new DeliveryError((cause as Error).message, { cause });
  }
}

function aboutOf(name: string, bytes: Buffer): About {
  return {
    type: mediaTypeOf(name),
    cache: isLasting(`/${name}`)
      ? 'public, max-age=31536000, immutable'
      : name.endsWith('.html')
        ? 'public, max-age=0, must-revalidate'
        : 'public, max-age=300',
    movedTo: name.startsWith('gone/') ? successorIn(bytes.toString()) : undefined,
  };
}
