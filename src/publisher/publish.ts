import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { WritableSnapshot } from '#data/copy.ts';
import { follow, ForeignCopy, quarantineOf, type Followed } from '#data/follow.ts';
import type { Source } from '#data/source.ts';
import type { PublicationMode, PublicationResult } from '#domain/publication.ts';
import { loadSite, type CompiledSite } from './compiled.ts';
import { flush, heal, markUnflushed, mayBeTorn } from './heal.ts';
import { withLease } from './lease.ts';
import { growSite, openSite } from './opening.ts';
import { isLate } from './plan.ts';
import { currentRelease, updateRelease, type ReleaseFacts } from './release.ts';
import { renew, Stopped, type Work } from './renew.ts';
import { compareAll } from './verifying.ts';
import { openReports } from './reporting.ts';
import { compressPages, offerDictionary, renderWhole } from './whole.ts';
import { openWorkshop } from './workshop.ts';

export interface Publication {
  /** Pages are made from what it has published. */
  source: Source;
  dataDir: string;
  siteUrl: string;
  /** PUBLISH_URL: where the files are brought to beside the server's own directory. */
  publishUrl?: string | undefined;
  /** A site that is not there yet is opened at once, and {@link Publisher.grow} puts its pages into their places. */
  mayGrow?: boolean | undefined;
  onStep?: (step: Step) => void;
}

export type Step =
  | { step: 'compiling' }
  | { step: 'following'; done: number; total: number }
  | { step: 'rendering'; done: number; total: number }
  | { step: 'compressing'; done: number; total: number }
  | { step: 'growing'; done: number; total: number };

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
  /** Renders every page anew and names the files whose bytes differ; `isMending` puts them right. */
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
  copy(): WritableSnapshot;
  /** Sees what was published onto the disk, so that the next start need not look at every file. */
  flush(): Promise<void>;
  close(): void;
}

/** There is nothing that a fresh render could be compared with: publish first. */
export class OutdatedRelease extends Error {
  override name = 'OutdatedRelease';
}

export function openPublisher({
  source,
  dataDir,
  siteUrl,
  publishUrl,
  mayGrow = false,
  onStep = () => {},
}: Publication): Publisher {
  const shop = openWorkshop({ dataDir, siteUrl, onStep });
  const { folders } = shop;
  const { report, ...reports } = openReports(shop, publishUrl);
  let isStopping = false;
  /** Whether this publisher has looked at what it found. */
  let isTrusted = false;
  /** What a publication that was stopped was about: the next one goes on with it. */
  let left: Followed['changed'] = new Map();

  const onProgress = (done: number, total: number) => onStep({ step: 'rendering', done, total });
  const watch = { onProgress, isStopping: () => isStopping };

  /** A copy of another database (restored, emptied) is thrown away and made anew. */
  async function followAll(): Promise<Followed> {
    try {
      return await follow(shop.copy(), source, {
        onProgress: (done, total) => onStep({ step: 'following', done, total }),
      });
    } catch (error) {
      if (!(error instanceof ForeignCopy)) throw error;
    }
    await shop.forgetCopy();
    return followAll();
  }

  function close(): void {
    shop.close();
    reports.close();
  }

  async function publishNow(
    mode: 'content' | 'full' = 'content',
    listener: Listener = {},
    isHurried = false,
  ): Promise<Published> {
    mkdirSync(folders.site, { recursive: true });
    const publishing = async (): Promise<Published> => {
      isStopping = false;
      const { code } = await shop.compiled();
      const followed = await followAll();
      for (const [id, one] of left) followed.changed.set(id, one);
      left = new Map();
      const live = currentRelease(dataDir);
      const isWhole =
        mode === 'full' ||
        live?.code !== code ||
        shop.copy().note('release') !== live.version ||
        !existsSync(folders.current);
      if (isWhole && mayGrow && mode === 'content' && (!live || live.isGrowing)) {
        const opened = await openSite(shop, followed, listener);
        isTrusted = true;
        return { state: 'published', isOpened: true, ...(await report(opened, followed, listener)) };
      }
      if (isWhole) {
        const released = await renderWhole(shop, mode === 'full' ? 'full' : 'code', followed, live, {
          listener,
          watch,
        });
        isTrusted = true;
        await compressPages(
          shop,
          path.join(folders.releases, released.release),
          shop.copy().readings.addresses(),
        );
        await offerDictionary(shop, released.release);
        return { state: 'published', ...(await report(released, followed, listener)) };
      }
      if (!isTrusted && mayBeTorn(folders)) await heal(shop, path.join(folders.releases, live.version));
      isTrusted = true;
      const result = await content(live, followed, { listener, isHurried });
      return result ? { state: 'published', ...result } : { state: 'same' };
    };
    return withLease(folders.lease, () => shop.withSoundCopy(publishing));
  }

  /** Pages in place. */
  async function content(
    live: ReleaseFacts,
    followed: Followed,
    { listener, isHurried }: { listener: Listener; isHurried: boolean },
  ): Promise<PublicationResult | undefined> {
    const { readings } = shop.copy();
    const { seq, terms } = followed;
    const waiting = readings.unreported();
    const due = readings.due().filter((address) => !isHurried || !isLate(address));
    const isDone = due.length === 0 && waiting.changed.length + waiting.removed.length === 0;
    if (isDone && quarantineOf(shop.copy()).every(({ record }) => !followed.changed.has(record))) {
      if (live.seq !== seq || live.terms !== terms) updateRelease(dataDir, { ...live, seq, terms });
      return undefined;
    }
    markUnflushed(folders);
    const folder = path.join(folders.releases, live.version);
    if (waiting.changed.length > 0) await compressPages(shop, folder, waiting.changed);
    // Large files that follow later belong to a publication that was told of.
    const mode = due.length > 0 && due.every(isLate) ? 'late' : 'content';
    // Nobody waits for the note that it has begun; it is heard before the end is told.
    const begun = mode === 'content' ? listener.begin?.(mode) : undefined;
    begun?.catch(() => undefined);
    const work: Work = {
      ...(await shop.workIn(live)),
      followed,
      isHurried,
      onProgress,
      isStopping: () => isStopping,
    };
    const { rendered, troubles } = await renew(work).catch(async (error: unknown) => {
      if (error instanceof Stopped) {
        left = followed.changed;
        await begun;
      }
      throw error;
    });
    await begun;
    const pages = readings.count();
    updateRelease(dataDir, {
      ...live,
      seq,
      terms,
      pages,
      made_at: new Date().toISOString(),
      csp: live.csp,
    });
    return await report({ mode, release: live.version, seq, pages, rendered, troubles }, followed, listener);
  }

  async function growNow(isWanted: () => boolean, listener: Listener = {}): Promise<void> {
    if (shop.copy().readings.missing().length === 0) return;
    await withLease(folders.lease, () =>
      shop.withSoundCopy(async () => {
        const grown = await growSite(shop, isWanted);
        if (!grown) return;
        const { isWhole, ...done } = grown;
        if (isWhole) reports.bringAllNext();
        await report(done, { changed: new Map() }, listener);
      }),
    );
  }

  async function verifyNow(isMending = false, listener: Listener = {}): Promise<string[]> {
    mkdirSync(folders.site, { recursive: true });
    return withLease(folders.lease, async () => {
      const live = currentRelease(dataDir);
      const { code } = await shop.compiled();
      if (live?.code !== code || shop.copy().note('release') !== live.version)
        throw new OutdatedRelease('The live release was made by other code');
      isStopping = false;
      if (isMending) markUnflushed(folders);
      await listener.begin?.('verify');
      const { differing, done } = await compareAll(shop, isMending, watch);
      if (isMending || listener.end) await report(done, { changed: new Map() }, listener);
      return differing;
    });
  }

  return {
    publish: publishNow,
    grow: growNow,
    verify: verifyNow,
    stop: () => void (isStopping = true),
    async prepare() {
      await loadSite((await shop.compiled()).entry);
    },
    site: shop.site,
    copy: shop.copy,
    flush: () => withLease(folders.lease, () => flush(folders)),
    close,
  };
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
    if (isLast) await publisher.flush();
    return published;
  } finally {
    publisher.close();
  }
}

/** What is published is compared with what the copy holds, whatever has changed since. */
const unasked = () => Promise.reject(new Error('A comparison asks for no changes'));
const nowhere: Source = { news: unasked, terms: unasked };

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
