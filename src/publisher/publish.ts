import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { WritableReplica } from '#data/writable-replica.ts';
import { follow, ForeignCopy, type FollowedChanges } from '#data/follow.ts';
import type { CatalogueSource } from '#data/source.ts';
import type { PublicationMode, PublicationResult } from '#domain/publication.ts';
import { loadSite, type CompiledSite } from './compiled.ts';
import type { Operator } from './documents.ts';
import { flush, repair, markUnsynced, mayBeTruncated } from './repair.ts';
import { withLease } from './lease.ts';
import { backfillSite, openSite } from './open-site.ts';
import { currentRelease } from './release.ts';
import { RenderStopped } from './render-changed.ts';
import { openReports } from './change-reports.ts';
import { updateInPlace, type Watched } from './update-in-place.ts';
import { compareAll } from './verify.ts';
import { compressPages, offerDictionary, renderAllPages, type PublishOutcome } from './full-render.ts';
import { openContext, type PublisherContext } from './context.ts';

export interface Publication {
  /** Pages are made from what it has published. */
  source: CatalogueSource;
  dataDir: string;
  siteUrl: string;
  /** Named in the documents of the portal. */
  operator?: Operator | undefined;
  /** PUBLISH_URL: where the files are brought to beside the server's own directory. */
  publishUrl?: string | undefined;
  /** A site that is not there yet is opened at once, and {@link Publisher.grow} puts its pages into their places. */
  mayGrow?: boolean | undefined;
  onStep?: (step: PublishStep) => void;
}

export type PublishStep =
  | { step: 'compiling' }
  | { step: 'following'; done: number; total: number }
  | { step: 'rendering'; done: number; total: number }
  | { step: 'compressing'; done: number; total: number }
  | { step: 'growing'; done: number; total: number }
  | { step: 'delivering'; done: number; total: number };

/** What hears of a publication; each is awaited before the next is told. */
export interface Listener {
  /** There is something to do. */
  begin?(mode: PublicationMode): Promise<void>;
  /** It is done: readers see it. What is not heard to the end is told again. */
  end?(result: PublicationResult): Promise<void>;
}

export type Published =
  | { state: 'same' }
  /** `isOpened`: every address of the site answers, and `grow` puts its pages into their places. */
  | ({ state: 'published'; isOpened?: boolean } & PublicationResult);

/** A publisher keeps the compiled site and the copy of the catalogue at hand, so that a change costs its pages only. */
export interface Publisher {
  /**
   * Brings the published site up to date: follows the changes of the catalogue and renews in place the pages that have
   * read what has changed. Other code, or `full`, renders everything into a new directory, which takes the place of the
   * old one in one step. When anything fails, readers keep what they have.
   */
  publish(mode?: 'content' | 'full', listener?: Listener, isHurried?: boolean): Promise<Published>;
  /**
   * Puts pages that an open site lacks into their places, readers' first, until none is missing or somebody wants
   * something else; the next call goes on.
   */
  grow(isWanted: () => boolean, listener?: Listener): Promise<void>;
  /**
   * Compares PUBLISH_URL with the site where that is owed, until something else is wanted; the next call goes on. Gives
   * whether a comparison has come to its end.
   */
  deliver(isWanted: () => boolean): Promise<boolean>;
  /** Renders every page again and names the files whose bytes differ; `isMending` puts them right. */
  verify(isMending?: boolean, listener?: Listener): Promise<string[]>;
  /**
   * Ends the publication that runs, if it takes long, with `Stopped`: a new directory is thrown away, pages that go into
   * their places go there by whole portions, and the rest stays marked for the next publication.
   */
  stop(): void;
  /** Compiles the site and loads its code, so that a publication finds it. */
  prepare(): Promise<void>;
  /** The compiled site, reading the copy as it is now. */
  site(): Promise<CompiledSite>;
  replica(): WritableReplica;
  /** Sees what was published onto the disk, so that the next start need not look at every file. */
  flush(): Promise<void>;
  close(): void;
}

/** There is nothing that a fresh render could be compared with: publish first. */
export class OutdatedRelease extends Error {
  override name = 'OutdatedRelease';
}

/** What a publisher works with, and what it keeps in mind from one publication to the next. */
interface Running {
  context: PublisherContext;
  source: CatalogueSource;
  reports: ReturnType<typeof openReports>;
  mayGrow: boolean;
  watch: Watched;
  isStopping: boolean;
  /** Whether it has looked at what it found. */
  isTrusted: boolean;
  /** What a publication that was stopped was about: the next one goes on with it. */
  left: FollowedChanges['changed'];
}

export function openPublisher({
  source,
  dataDir,
  siteUrl,
  operator,
  publishUrl,
  mayGrow = false,
  onStep = () => {},
}: Publication): Publisher {
  const context = openContext({ dataDir, siteUrl, operator, onStep });
  const { folders } = context;
  const running: Running = {
    context,
    source,
    reports: openReports(context, publishUrl),
    mayGrow,
    watch: {
      onProgress: (done, total) => onStep({ step: 'rendering', done, total }),
      isStopping: () => running.isStopping,
    },
    isStopping: false,
    isTrusted: false,
    left: new Map(),
  };
  return {
    async publish(mode = 'content', listener = {}, isHurried = false) {
      mkdirSync(folders.site, { recursive: true });
      return withLease(folders.lease, () =>
        context.withIntactReplica(() => publishNow(running, mode, listener, isHurried)),
      );
    },
    async grow(isWanted, listener = {}) {
      if (context.replica().pageIndex.missing().length === 0) return;
      await withLease(folders.lease, () =>
        context.withIntactReplica(() => growNow(running, isWanted, listener)),
      );
    },
    deliver: (isWanted) => withLease(folders.lease, () => running.reports.compareOwed(isWanted)),
    async verify(isMending = false, listener = {}) {
      mkdirSync(folders.site, { recursive: true });
      return withLease(folders.lease, () => verifyNow(running, isMending, listener));
    },
    stop: () => void (running.isStopping = true),
    async prepare() {
      await loadSite((await context.compiled()).entry);
    },
    site: context.site,
    replica: context.replica,
    flush: () => withLease(folders.lease, () => flush(folders)),
    close() {
      context.close();
      running.reports.close();
    },
  };
}

async function publishNow(
  running: Running,
  mode: 'content' | 'full',
  listener: Listener,
  isHurried: boolean,
): Promise<Published> {
  const { context, watch } = running;
  const { dataDir, folders } = context;
  running.isStopping = false;
  const { code } = await context.compiled();
  const followed = await followAll(context, running.source);
  for (const [id, one] of running.left) followed.changed.set(id, one);
  running.left = new Map();
  const told = (done: PublishOutcome) => running.reports.report(done, followed, listener);
  const live = currentRelease(dataDir);
  const isWhole =
    mode === 'full' ||
    live?.code !== code ||
    context.replica().note('release') !== live.version ||
    !existsSync(folders.current);
  if (isWhole && running.mayGrow && mode === 'content' && (!live || live.isGrowing)) {
    const opened = await openSite(context, followed, listener);
    running.isTrusted = true;
    return { state: 'published', isOpened: true, ...(await told(opened)) };
  }
  if (isWhole) {
    const wholeMode = mode === 'full' ? 'full' : 'code';
    const released = await renderAllPages(context, wholeMode, followed, live, { listener, watch });
    running.isTrusted = true;
    const folder = path.join(folders.releases, released.release);
    await compressPages(context, folder, context.replica().pageIndex.addresses());
    await offerDictionary(context, released.release);
    return { state: 'published', ...(await told(released)) };
  }
  if (!running.isTrusted && mayBeTruncated(folders))
    await repair(context, path.join(folders.releases, live.version));
  running.isTrusted = true;
  try {
    const done = await updateInPlace(context, live, followed, { listener, isHurried, watch });
    return done ? { state: 'published', ...(await told(done)) } : { state: 'same' };
  } catch (error) {
    if (error instanceof RenderStopped) running.left = followed.changed;
    throw error;
  }
}

/** A copy of another database (restored, emptied) is thrown away and made again. */
async function followAll(context: PublisherContext, source: CatalogueSource): Promise<FollowedChanges> {
  try {
    return await follow(context.replica(), source, {
      onProgress: (done, total) => context.onStep({ step: 'following', done, total }),
    });
  } catch (error) {
    if (!(error instanceof ForeignCopy)) throw error;
  }
  await context.discardReplica();
  return followAll(context, source);
}

async function growNow(
  { context, reports }: Running,
  isWanted: () => boolean,
  listener: Listener,
): Promise<void> {
  const grown = await backfillSite(context, isWanted);
  if (!grown) return;
  const { isWhole, ...done } = grown;
  if (isWhole) reports.compareNext();
  await reports.report(done, { changed: new Map() }, listener);
}

async function verifyNow(running: Running, isMending: boolean, listener: Listener): Promise<string[]> {
  const { context, reports, watch } = running;
  const live = currentRelease(context.dataDir);
  const { code } = await context.compiled();
  if (live?.code !== code || context.replica().note('release') !== live.version)
    throw new OutdatedRelease('The live release was made by other code');
  running.isStopping = false;
  if (isMending) markUnsynced(context.folders);
  await listener.begin?.('verify');
  const { differing, done } = await compareAll(context, isMending, watch);
  if (isMending || listener.end) await reports.report(done, { changed: new Map() }, listener);
  return differing;
}

/** Publishes once. */
export async function publish({
  isForced = false,
  listener,
  isLast = false,
  ...publication
}: Publication & {
  isForced?: boolean;
  listener?: Listener;
  /** Nobody goes on publishing here: everything is seen onto the disk. */
  isLast?: boolean;
}): Promise<Published> {
  const publisher = openPublisher(publication);
  try {
    const published = await publisher.publish(isForced ? 'full' : 'content', listener);
    await publisher.deliver(() => false);
    if (isLast) await publisher.flush();
    return published;
  } finally {
    publisher.close();
  }
}

/** What is published is compared with what the copy holds, whatever has changed since. */
const unasked = () => Promise.reject(new Error('A comparison asks for no changes'));
const nowhere: CatalogueSource = { news: unasked, terms: unasked, picture: unasked };

/** Compares once; see {@link Publisher.verify}. */
export async function verify({
  isMending = false,
  ...publication
}: Omit<Publication, 'source'> & { isMending?: boolean }): Promise<string[]> {
  const publisher = openPublisher({ ...publication, source: nowhere });
  try {
    return await publisher.verify(isMending);
  } finally {
    publisher.close();
  }
}
