import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { openForWriting, type WritableSnapshot } from '#data/copy.ts';
import { follow, ForeignCopy, quarantineOf, type Followed } from '#data/follow.ts';
import { digestOf, numbersOf, routePage, type ReadPage } from '#data/pages.ts';
import type { Source } from '#data/source.ts';
import type { PublicationMode, PublicationResult, PublicationTrouble } from '#domain/publication.ts';
import { filesThatDiffer } from './compare.ts';
import { compile, loadSite, type Compiled, type CompiledSite } from './compiled.ts';
import { lacksSibling } from './compress.ts';
import { openDelivery, type Delivery } from './deliver.ts';
import { renewDictionary } from './dictionaries.ts';
import { firstPages, growPages, inOrderOfReaders } from './grow.ts';
import { findTorn, flush, isDamage, isSound, markUnflushed, mayBeTorn } from './heal.ts';
import { withLease } from './lease.ts';
import { isLate } from './plan.ts';
import { addPage, removePage } from './place.ts';
import { PolicyCollector } from './policy.ts';
import {
  beginRelease,
  currentRelease,
  discardRelease,
  fileOf,
  siteFolders,
  switchTo,
  updateRelease,
  type ReleaseFacts,
} from './release.ts';
import { compressAll, PageProblem, renderAll, type Rendered } from './render.ts';
import { makeRenderer } from './renderer.ts';
import { renew, Stopped, type Work } from './renew.ts';

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
  const folders = siteFolders(dataDir);
  let compiled: Compiled | undefined;
  let loaded: CompiledSite | undefined;
  let copy: WritableSnapshot | undefined;
  let delivery: Delivery | undefined;
  let isStopping = false;
  /** Whether this publisher has looked at what it found. */
  let isTrusted = false;
  /** What was published while pages were missing has not been brought to PUBLISH_URL. */
  let isHalf = false;
  /** What a publication that was stopped was about: the next one goes on with it. */
  let left: Followed['changed'] = new Map();

  const onProgress = (done: number, total: number) => onStep({ step: 'rendering', done, total });
  const watch = { onProgress, isStopping: () => isStopping };
  const compiledOnce = async () => (compiled ??= await compile(siteUrl, () => onStep({ step: 'compiling' })));
  const openCopy = () => (copy ??= openForWriting(folders.snapshot));
  async function site(): Promise<CompiledSite> {
    const { entry } = await compiledOnce();
    if (!loaded) {
      loaded = await loadSite(entry);
      openCopy();
      loaded.readFrom(folders.snapshot);
    }
    loaded.forget(openCopy().news());
    return loaded;
  }

  /** A copy of another database (restored, emptied) is thrown away and made anew. */
  async function followAll(): Promise<Followed> {
    try {
      // By the clock of this machine: where the source's is another, it is asked once too often.
      const isNewDay = openCopy().note('today') !== new Date().toISOString().slice(0, 10);
      return await follow(openCopy(), source, {
        onProgress: (done, total) => onStep({ step: 'following', done, total }),
        isNewDay,
      });
    } catch (error) {
      if (!(error instanceof ForeignCopy)) throw error;
    }
    await forgetCopy();
    return followAll();
  }

  /** It is made anew from its source, and all pages with it. */
  async function forgetCopy(): Promise<void> {
    close();
    for (const part of ['', '-wal', '-shm']) await rm(folders.snapshot + part, { force: true });
  }

  /** A copy that cannot be read is thrown away: everything in it can be had again. */
  async function withSoundCopy<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!isTrusted && mayBeTorn(folders) && !isSound(folders.snapshot)) await forgetCopy();
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    await forgetCopy();
    return await work();
  }

  /** After an end that was not clean: pages that are not what was rendered are marked, siblings that do not fit are made anew. */
  async function heal(folder: string): Promise<void> {
    const { client, entry } = await compiledOnce();
    const { readings } = openCopy();
    const { pages, bare } = await findTorn({
      folder,
      client,
      folders,
      digests: readings.digests(),
    });
    readings.markPages(pages);
    await compressAll({ entry, snapshot: folders.snapshot, out: folder, deed: 'place' }, bare);
  }

  function close(): void {
    copy?.close();
    copy = undefined;
    loaded = undefined;
    delivery?.close();
    delivery = undefined;
  }

  async function publishNow(
    mode: 'content' | 'full' = 'content',
    listener: Listener = {},
    isHurried = false,
  ): Promise<Published> {
    await mkdir(folders.site, { recursive: true });
    const publishing = async (): Promise<Published> => {
      isStopping = false;
      const { code } = await compiledOnce();
      const followed = await followAll();
      for (const [id, one] of left) followed.changed.set(id, one);
      left = new Map();
      const live = await currentRelease(dataDir);
      const isWhole =
        mode === 'full' ||
        live?.code !== code ||
        openCopy().note('release') !== live.version ||
        !existsSync(folders.current);
      if (isWhole && mayGrow && mode === 'content' && (!live || live.isGrowing)) {
        const opened = await open(followed, listener);
        isTrusted = true;
        return { state: 'published', isOpened: true, ...(await report(opened, followed, listener)) };
      }
      if (isWhole) {
        const released = await release(mode === 'full' ? 'full' : 'code', followed, live, listener);
        isTrusted = true;
        await compressPages(path.join(folders.releases, released.release), openCopy().readings.addresses());
        await offerDictionary(released.release);
        return { state: 'published', ...(await report(released, followed, listener)) };
      }
      if (!isTrusted && mayBeTorn(folders)) await heal(path.join(folders.releases, live.version));
      isTrusted = true;
      const result = await content(live, followed, { listener, isHurried });
      return result ? { state: 'published', ...result } : { state: 'same' };
    };
    return withLease(folders.lease, () => withSoundCopy(publishing));
  }

  /** What it takes to render pages into a release; what its pages may load is noted in its facts. */
  const workIn = async (live: ReleaseFacts) => ({
    entry: (await compiledOnce()).entry,
    snapshot: folders.snapshot,
    folder: path.join(folders.releases, live.version),
    site: await site(),
    copy: openCopy(),
    policy: live.csp,
    allow: async (csp: ReleaseFacts['csp']) => {
      live.csp = csp;
      await updateRelease(dataDir, live);
    },
  });

  /** Pages in place. */
  async function content(
    live: ReleaseFacts,
    followed: Followed,
    { listener, isHurried }: { listener: Listener; isHurried: boolean },
  ): Promise<PublicationResult | undefined> {
    const { readings } = openCopy();
    const { seq, terms } = followed;
    const waiting = readings.unreported();
    const due = readings.due().filter((address) => !isHurried || !isLate(address));
    const isDone = due.length === 0 && waiting.changed.length + waiting.removed.length === 0;
    if (isDone && quarantineOf(openCopy()).every(({ record }) => !followed.changed.has(record))) {
      if (live.seq !== seq || live.terms !== terms) await updateRelease(dataDir, { ...live, seq, terms });
      return undefined;
    }
    markUnflushed(folders);
    const folder = path.join(folders.releases, live.version);
    if (waiting.changed.length > 0) await compressPages(folder, waiting.changed);
    // Large files that follow later belong to a publication that was told of.
    const mode = due.length > 0 && due.every(isLate) ? 'late' : 'content';
    // Nobody waits for the note that it has begun; it is heard before the end is told.
    const begun = mode === 'content' ? listener.begin?.(mode) : undefined;
    begun?.catch(() => undefined);
    const work: Work = {
      ...(await workIn(live)),
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
    await updateRelease(dataDir, {
      ...live,
      seq,
      terms,
      pages,
      made_at: new Date().toISOString(),
      csp: live.csp,
    });
    return await report({ mode, release: live.version, seq, pages, rendered, troubles }, followed, listener);
  }

  /** A directory with the pages that nobody can do without; readers get it at once, and the others as they are asked for. */
  async function open(followed: Followed, listener: Listener): Promise<Done> {
    await listener.begin?.('code');
    markUnflushed(folders);
    const { entry, client, code } = await compiledOnce();
    const { version, folder } = await beginRelease(dataDir, client);
    try {
      const routes = await routesOf(await site());
      const first = firstPages(routes);
      const job = { entry, snapshot: folders.snapshot, out: folder, deed: 'place' as const };
      const policy = new PolicyCollector();
      const renderer = makeRenderer({ site: await site(), policy, out: folder });
      const placed = new Map<string, Rendered>();
      for (const address of first) {
        const page = await renderer.render(address);
        if (page.state === 'failed') throw new PageProblem(address, page.reason);
        const isChanged = addPage(folder, address, { bytes: page.bytes, before: undefined });
        placed.set(address, { address, facts: page.facts, isChanged, digest: digestOf(page.bytes) });
      }
      await compressAll(
        job,
        first.map((address) => path.join(folder, fileOf(address))),
      );
      const unread = new Float64Array();
      const pages = routes.flatMap(({ route, addresses, page }): ReadPage[] => [
        page,
        ...addresses.map((address) => ({ address, route, facts: unread, ...placed.get(address) })),
      ]);
      const missing = inOrderOfReaders(routes).filter((address) => !placed.has(address));
      openCopy().readings.replaceAll(pages, version, missing);
      openCopy().change((write) => write.putNote('failing', []));
      const { seq, terms } = followed;
      const count = missing.length + placed.size;
      await switchTo(dataDir, {
        version,
        code,
        seq,
        terms,
        pages: count,
        made_at: new Date().toISOString(),
        csp: policy.found(),
        isGrowing: true,
      });
      return { mode: 'code', release: version, seq, pages: count, rendered: placed.size, troubles: [] };
    } catch (error) {
      await discardRelease(dataDir, version);
      throw error;
    }
  }

  async function growNow(isWanted: () => boolean, listener: Listener = {}): Promise<void> {
    if (openCopy().readings.missing().length === 0) return;
    await withLease(folders.lease, () =>
      withSoundCopy(async () => {
        const live = await currentRelease(dataDir);
        const { code } = await compiledOnce();
        const { readings } = openCopy();
        if (!live?.isGrowing || live.code !== code || openCopy().note('release') !== live.version) return;
        markUnflushed(folders);
        const missing = readings.missing();
        const before = live.pages - missing.length;
        const { rendered, troubles } = await growPages(
          {
            ...(await workIn(live)),
            followed: { changed: new Map() },
            onProgress: (done) => onStep({ step: 'growing', done: before + done, total: live.pages }),
            isStopping: isWanted,
          },
          missing,
        );
        if (troubles.length > 0) {
          const former = failingOf(openCopy());
          openCopy().change((write) => write.putNote('failing', [...former, ...troubles]));
        }
        const isWhole = readings.missing().length === 0;
        if (isWhole) {
          // Pages that could not be rendered have no file: who asks for them is told what is wrong.
          live.isGrowing = failingOf(openCopy()).length > 0;
          await updateRelease(dataDir, live);
          await offerDictionary(live.version);
        }
        isHalf = isWhole;
        const { version, seq, pages } = live;
        const done: Done = { mode: 'late', release: version, seq, pages, rendered, troubles: [] };
        await report(done, { changed: new Map() }, listener);
      }),
    );
  }

  /** Everything, into a new directory, which readers get when the last page is in it. */
  async function release(
    mode: 'code' | 'full',
    followed: Followed,
    live: ReleaseFacts | undefined,
    listener: Listener,
  ): Promise<Done> {
    await listener.begin?.(mode);
    markUnflushed(folders);
    const { entry, client, code } = await compiledOnce();
    const { version, folder } = await beginRelease(dataDir, client);
    const before = live && path.join(folders.releases, live.version);
    const job = { entry, snapshot: folders.snapshot, out: folder, deed: 'write' as const, before };
    const { readings } = openCopy();
    try {
      const routes = await routesOf(await site());
      const routeOf = new Map(routes.flatMap(({ route, addresses }) => addresses.map((one) => [one, route])));
      const addresses = [...routeOf.keys()];
      const { rendered, failed, policy } = await renderAll(job, addresses, watch);
      const problem = failed.find(({ isKept }) => !isKept);
      if (problem) throw new PageProblem(problem.address, problem.reason);
      if (isStopping) throw new Stopped(0, addresses.length);
      const pages: ReadPage[] = [
        ...routes.map(({ page }) => page),
        ...rendered.map(({ address, facts, isChanged, digest }) => ({
          address,
          route: routeOf.get(address)!,
          facts,
          isChanged,
          digest,
        })),
        // Readers keep what they had: the page waits for the next change of what it has read.
        ...failed.map(({ address, facts }) => ({ address, route: routeOf.get(address)!, facts })),
      ];
      readings.replaceAll(pages, version);
      const { seq, terms } = followed;
      await switchTo(dataDir, {
        version,
        code,
        seq,
        terms,
        pages: addresses.length,
        made_at: new Date().toISOString(),
        csp: policy,
        dictionary: live?.dictionary,
      });
      const result = { mode, release: version, seq, pages: addresses.length, rendered: rendered.length };
      openCopy().change((write) => write.putNote('failing', failedTroubles(failed)));
      return { ...result, troubles: [] };
    } catch (error) {
      await discardRelease(dataDir, version);
      throw error;
    }
  }

  /**
   * Writes the siblings of pages that readers see already: compressing takes a third of the time of rendering. Those that
   * a publisher which died has left without are not reported yet.
   */
  async function compressPages(folder: string, addresses: readonly string[]): Promise<void> {
    const { entry } = await compiledOnce();
    const files = addresses.map((address) => path.join(folder, fileOf(address))).filter(lacksSibling);
    onStep({ step: 'compressing', done: 0, total: files.length });
    const job = { entry, snapshot: folders.snapshot, out: folder, deed: 'place' as const };
    await compressAll(job, files, {
      onProgress: (done, total) => onStep({ step: 'compressing', done, total }),
    });
  }

  /** Readers have the pages by then; until they have another dictionary they use the former. */
  async function offerDictionary(version: string): Promise<void> {
    const live = (await currentRelease(dataDir))!;
    const dictionary = await renewDictionary(folders, path.join(folders.releases, version), {
      addresses: openCopy().readings.addresses(),
      former: live.dictionary,
    });
    await updateRelease(dataDir, { ...live, dictionary });
  }

  async function report(
    done: Done,
    followed: Pick<Followed, 'changed'>,
    listener: Listener,
  ): Promise<PublicationResult> {
    const { readings } = openCopy();
    const result: PublicationResult = {
      ...done,
      ...readings.unreported(),
      records: [...followed.changed.keys()],
      troubles: [
        ...quarantineOf(openCopy()).map(({ record, field, message, address }) => ({
          record,
          field,
          message,
          address,
        })),
        ...failingOf(openCopy()),
        ...done.troubles,
      ],
    };
    await bring(result);
    await listener.end?.(result);
    readings.reported();
    return result;
  }

  /** To PUBLISH_URL; what could not be brought is brought with the next publication, for it is not reported yet. */
  async function bring({ mode, release: version, changed, removed }: PublicationResult): Promise<void> {
    if (!publishUrl) return;
    // A site that grows is brought once it is whole: nobody could draw its pages there.
    if (openCopy().readings.missing().length > 0) return;
    delivery ??= openDelivery(publishUrl, folders.delivered);
    const folder = path.join(folders.releases, version);
    if (isHalf) {
      await delivery.deliverAll(folder);
      isHalf = false;
    } else if (mode === 'content' || mode === 'late') await delivery.deliver(folder, { changed, removed });
    else await delivery.deliverAll(folder);
  }

  async function compareAll(isMending = false, listener: Listener = {}): Promise<string[]> {
    await mkdir(folders.site, { recursive: true });
    return withLease(folders.lease, async () => {
      const live = await currentRelease(dataDir);
      const { entry, client, code } = await compiledOnce();
      if (live?.code !== code || openCopy().note('release') !== live.version)
        throw new OutdatedRelease('The live release was made by other code');
      isStopping = false;
      if (isMending) markUnflushed(folders);
      await listener.begin?.('verify');
      const folder = path.join(folders.releases, live.version);
      const routes = await routesOf(await site());
      const addresses = routes.flatMap((route) => route.addresses);
      const job = { entry, snapshot: folders.snapshot, out: folder, deed: 'compare' as const };
      const { rendered, failed } = await renderAll(job, addresses, watch);
      if (isStopping) throw new Stopped(rendered.length, addresses.length);
      const differing = await filesThatDiffer({
        folder,
        client,
        pages: addresses.map(fileOf),
        differing: [...rendered.filter(({ isChanged }) => isChanged), ...failed].map(({ address }) =>
          fileOf(address),
        ),
      });
      const result = {
        mode: 'verify' as const,
        release: live.version,
        seq: live.seq,
        pages: addresses.length,
      };
      if (isMending) await mend(differing, { folder, client, addresses });
      if (isMending || listener.end)
        await report(
          { ...result, rendered: rendered.length, troubles: failedTroubles(failed) },
          { changed: new Map() },
          listener,
        );
      return differing;
    });
  }

  /** Renders what differs once more, into its place; what nobody asked for is taken away. */
  async function mend(
    files: readonly string[],
    { folder, client, addresses }: { folder: string; client: string; addresses: readonly string[] },
  ): Promise<void> {
    const { readings } = openCopy();
    const addressOf = new Map(addresses.map((address) => [fileOf(address), address]));
    const wrong = new Set(files);
    readings.markPages([...addressOf].filter(([file]) => wrong.has(file)).map(([, address]) => address));
    for (const file of wrong)
      if (!addressOf.has(file) && !existsSync(path.join(client, file))) removePage(folder, `/${file}`);
    const live = (await currentRelease(dataDir))!;
    await renew({
      ...(await workIn(live)),
      followed: { changed: new Map() },
      isForced: true,
      onProgress: () => {},
    });
  }

  const stop = () => {
    isStopping = true;
  };
  return {
    publish: publishNow,
    grow: growNow,
    verify: compareAll,
    stop,
    async prepare() {
      await loadSite((await compiledOnce()).entry);
    },
    site,
    copy: openCopy,
    flush: () => withLease(folders.lease, () => flush(folders)),
    close,
  };
}

/** What a publication has done, before it is told what of it readers see as new. */
type Done = Pick<PublicationResult, 'mode' | 'release' | 'seq' | 'pages' | 'rendered'> & {
  troubles: readonly PublicationTrouble[];
};

const failedTroubles = (failed: readonly { address: string; reason: string }[]): PublicationTrouble[] =>
  failed.map(({ address, reason }) => ({ record: null, field: null, message: reason, address }));

/** Pages that a whole release left as they were before it, until they are rendered. */
const failingOf = (copy: WritableSnapshot): PublicationTrouble[] =>
  ((copy.note('failing') ?? []) as PublicationTrouble[]).filter(
    ({ address }) => address !== null && copy.readings.isKept(address),
  );

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
const nowhere: Source = { changes: unasked, terms: unasked, notes: unasked };

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

/** Every address of the site by its route, and what the routes have read to know them. */
async function routesOf(
  site: CompiledSite,
): Promise<{ route: string; addresses: string[]; page: ReadPage }[]> {
  return await Promise.all(
    site.routes().map(async (route) => {
      const { addresses, facts } = await site.addressesOf(route);
      return { route, addresses, page: { address: routePage(route), route: '', facts: numbersOf(facts) } };
    }),
  );
}
