import { existsSync, mkdirSync } from 'node:fs';
import { follow, ForeignCopy, quarantineOf, type FollowedChanges } from '#data/follow.ts';
import type { CatalogueSource } from '#data/source.ts';
import { addressOf, getKind, type AnyRecord } from '#domain/kinds/index.ts';
import { loadSite } from './compiled.ts';
import { flush, repair, markUnsynced, mayBeTruncated } from './repair.ts';
import { withLease } from './lease.ts';
import { backfillSite } from './backfill.ts';
import { writeCompressed } from './place.ts';
import { isDeferred } from './plan.ts';
import { currentRelease, updateRelease, type ReleaseFacts } from './release.ts';
import { renew, RenderStopped, type RenderContext } from './render-changed.ts';
import { openReports, type Reports } from './change-reports.ts';
import { compareAll } from './verify.ts';
import { completeRelease, offerDictionary, renderRelease } from './render-release.ts';
import { openContext, workIn, type PublisherContext } from './context.ts';
import type { Listener, Preview, Publication, Published, PublishOutcome } from './publication.ts';
import { policyOf } from './policy.ts';

/** How a publication goes before others, or gives way to them. */
interface Precedence {
  /** Large files are left for a pause. */
  isUrgent?: boolean;
  /** Whether a request waits: a long update shows the changed records first, and its rest gives way. */
  isCalled?: () => boolean;
}

type Watched = Pick<RenderContext, 'onProgress' | 'isStopping' | 'isCalled'>;

export type Publisher = ReturnType<typeof openPublisher>;

/** A comparison needs a current release: publish first. */
export class OutdatedRelease extends Error {
  override name = 'OutdatedRelease';
}

interface Running {
  context: PublisherContext;
  source: CatalogueSource;
  reports: Reports;
  mayGrow: boolean;
  watch: Watched;
  isStopping: boolean;
  /** Whether the files found at start have been checked. */
  isTrusted: boolean;
  /** Changes of an interrupted publication, for the next one. */
  left: FollowedChanges['changed'];
}

/** A publisher keeps the compiled site and the replica in memory, so that a change costs only its pages. */
export function openPublisher({
  source,
  dataDir,
  siteUrl,
  operator,
  publishUrl,
  isComplete = false,
  mayGrow = false,
  onStep = () => {},
}: Publication) {
  const context = openContext({
    dataDir,
    siteUrl,
    operator,
    isComplete: isComplete || publishUrl !== undefined,
    onStep,
  });
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
  async function leased<Result>(work: () => Promise<Result>): Promise<Result> {
    mkdirSync(folders.site, { recursive: true });
    return await withLease(folders.lease, work);
  }
  const leasedIntact = <Result>(work: () => Promise<Result>) => leased(() => context.withIntactReplica(work));
  return {
    /**
     * Brings the site up to date: syncs the replica and updates outdated pages in place. New code or `full`
     * renders a new directory and switches atomically. On any failure readers keep what they have.
     */
    publish: (mode: 'content' | 'full' = 'content', listener: Listener = {}, precedence: Precedence = {}) =>
      leasedIntact(() => publishNow(running, mode, listener, precedence)),
    /** Renders missing pages of an open site until interrupted; resumable. */
    async backfill(isWanted: () => boolean, listener: Listener = {}): Promise<void> {
      if (context.replica().pageIndex.missing().length > 0)
        await leasedIntact(() => backfillSite(running, isWanted, listener));
    },
    /** Compares PUBLISH_URL with the site if due; resumable. Returns whether the comparison is complete. */
    deliver: (isWanted: () => boolean) => leased(() => running.reports.compareOwed(isWanted)),
    /** Renders every page again and returns the files that differ; `isMending` repairs them. */
    verify: (isMending = false, listener: Listener = {}) =>
      leased(() => verifyNow(running, isMending, listener)),
    /**
     * Aborts a long publication with `Stopped`: a new directory is discarded; in-place updates stop after the
     * current portion, the rest stays marked.
     */
    stop: () => void (running.isStopping = true),
    /** Compiles and loads the site ahead of a publication. */
    async prepare(): Promise<void> {
      await loadSite((await context.compiled()).entry);
    },
    site: context.site,
    replica: context.replica,
    /** Syncs published files, so that the next start need not check them all. */
    flush: () => leased(() => flush(folders)),
    close(): void {
      context.close();
      running.reports.close();
    },
  };
}

async function publishNow(
  running: Running,
  mode: 'content' | 'full',
  listener: Listener,
  { isUrgent = false, isCalled }: Precedence,
): Promise<Published> {
  const { context, watch } = running;
  const { dataDir, folders } = context;
  running.isStopping = false;
  const { code } = await context.compiled();
  const followed = await followAll(context, running.source);
  for (const [id, one] of running.left) followed.changed.set(id, one);
  running.left = new Map();
  const report = (done: PublishOutcome) => running.reports.report(done, listener, followed.changed);
  const live = currentRelease(dataDir);
  const isWhole =
    mode === 'full' ||
    live?.code !== code ||
    context.replica().note('release') !== live.version ||
    (context.isComplete && !live.isComplete) ||
    !existsSync(folders.current);
  if (isWhole) {
    const isOpening = running.mayGrow && mode === 'content' && (!live || live.isGrowing === true);
    const wholeMode = mode === 'full' ? 'full' : 'code';
    const how = { isOpening, listener, watch: isOpening ? {} : watch };
    const released = await renderRelease(context, wholeMode, followed.seq, live, how);
    running.isTrusted = true;
    if (!isOpening) await completeRelease(context, released.release);
    return { state: 'published', ...(await report(released)) };
  }
  if (!running.isTrusted && mayBeTruncated(folders)) {
    const { client } = await context.compiled();
    await repair({ folders, client, pageIndex: context.replica().pageIndex }, live);
  }
  running.isTrusted = true;
  try {
    const updating = { listener, isUrgent, watch: { ...watch, isCalled } };
    const done = await updateInPlace(context, live, followed, updating);
    if (!done) return { state: 'same' };
    if (done.isPartial) running.left = followed.changed;
    return { state: 'published', ...(await report(done)) };
  } catch (error) {
    if (error instanceof RenderStopped) running.left = followed.changed;
    throw error;
  }
}

/** Updates pages of the live release in place; undefined when there is nothing to update or report. */
async function updateInPlace(
  context: PublisherContext,
  live: ReleaseFacts,
  followed: FollowedChanges,
  { listener, isUrgent, watch }: { listener: Listener; isUrgent: boolean; watch: Watched },
): Promise<PublishOutcome | undefined> {
  const { pageIndex } = context.replica();
  const { seq } = followed;
  const waiting = pageIndex.unreported();
  const due = pageIndex.due().filter((address) => !isUrgent || !isDeferred(address));
  const isDone = due.length === 0 && waiting.changed.length + waiting.removed.length === 0;
  if (isDone && quarantineOf(context.replica()).every(({ record }) => !followed.changed.has(record))) {
    if (live.seq !== seq) updateRelease(context.dataDir, { ...live, seq });
    return undefined;
  }
  markUnsynced(context.folders);
  const folder = context.folders.release(live.version);
  await writeCompressed(folder, waiting.changed);
  // Deferred files belong to an earlier publication.
  const mode = due.length > 0 && due.every(isDeferred) ? 'late' : 'content';
  // Not awaited at once, but before `end`.
  const begun = mode === 'content' ? listener.begin?.(mode) : undefined;
  begun?.catch(() => undefined);
  const work = { ...(await workIn(context, live)), ...watch, changed: followed.changed, isUrgent };
  const { rendered, troubles, isPartial } = await renew(work).catch(async (error: unknown) => {
    if (error instanceof RenderStopped) await begun;
    throw error;
  });
  await begun;
  const pages = pageIndex.count();
  const made_at = new Date().toISOString();
  updateRelease(context.dataDir, { ...live, seq, pages, made_at });
  if (pageIndex.unreported().removed.length > 0) await offerDictionary(context, live.version, true);
  return { mode, release: live.version, seq, pages, rendered, troubles, isPartial };
}

/** A replica of another database (restored, emptied) is rebuilt. */
async function followAll(context: PublisherContext, source: CatalogueSource): Promise<FollowedChanges> {
  try {
    return await follow(context.replica(), source, (done, total) =>
      context.onStep({ step: 'following', done, total }),
    );
  } catch (error) {
    if (!(error instanceof ForeignCopy)) throw error;
  }
  context.discardReplica();
  return followAll(context, source);
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
  if (isMending || listener.end) await reports.report(done, listener);
  return differing;
}

export async function publish({
  isForced = false,
  listener,
  isLast = false,
  ...publication
}: Publication & {
  isForced?: boolean;
  listener?: Listener;
  /** The last publication of this process: files are synced. */
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

/** The comparison uses the replica as it is, ignoring newer changes. */
const unasked = () => Promise.reject(new Error('A comparison asks for no changes'));
const nowhere: CatalogueSource = { news: unasked, terms: unasked, picture: unasked };

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

export async function previewPage(publisher: Publisher, record: AnyRecord): Promise<Preview> {
  const kind = getKind(record.kind);
  const address = kind.keyedBy === null ? kind.path : addressOf(kind, record);
  const site = await publisher.site();
  const bytes = await site.renderWith(record, address);
  return { html: Buffer.from(bytes).toString(), ...policyOf(bytes) };
}
