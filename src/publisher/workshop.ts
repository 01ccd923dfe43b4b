import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openForWriting, type WritableSnapshot } from '#data/copy.ts';
import { compile, loadSite, type Compiled, type CompiledSite } from './compiled.ts';
import { isDamage, isSound, mayBeTorn } from './heal.ts';
import type { Publication, PublishStep } from './publish.ts';
import { siteFolders, updateRelease, type ReleaseFacts } from './release.ts';
import type { Work } from './renew.ts';

/** What a publisher keeps at hand between two publications. */
export interface Workshop {
  dataDir: string;
  folders: ReturnType<typeof siteFolders>;
  onStep(step: PublishStep): void;
  compiled(): Promise<Compiled>;
  /** The compiled site, reading the copy as it is now. */
  site(): Promise<CompiledSite>;
  copy(): WritableSnapshot;
  /** It is made anew from its source, and all pages with it. */
  forgetCopy(): Promise<void>;
  /** Does the work; a copy that cannot be read is thrown away before, when it may be torn, or when that turns out. */
  withSoundCopy<Result>(work: () => Promise<Result>): Promise<Result>;
  /** What it takes to render pages into a release; what its pages may load is noted in its facts. */
  workIn(live: ReleaseFacts): Promise<Omit<Work, 'followed' | 'onProgress'>>;
  close(): void;
}

type WorkshopOptions = Pick<Publication, 'dataDir' | 'siteUrl' | 'operator'> &
  Required<Pick<Publication, 'onStep'>>;

export function openWorkshop({ dataDir, siteUrl, operator, onStep }: WorkshopOptions): Workshop {
  const folders = siteFolders(dataDir);
  let known: Promise<Compiled> | undefined;
  let loaded: CompiledSite | undefined;
  let open: WritableSnapshot | undefined;
  /** Whether the copy that was found has been looked at. */
  let isTrusted = false;

  // Whoever asks while it is compiled waits for the same: two at once would take away each other's unfinished folder.
  const compiled = async () => {
    known ??= compile(siteUrl, { operator, onStart: () => onStep({ step: 'compiling' }) });
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
  const copy = () => (open ??= openForWriting(folders.snapshot));

  async function site(): Promise<CompiledSite> {
    const { entry } = await compiled();
    if (!loaded) {
      loaded = await loadSite(entry);
      copy();
      loaded.readFrom(folders.snapshot);
    }
    loaded.forget(copy().news());
    return loaded;
  }

  function close(): void {
    open?.close();
    open = undefined;
    loaded = undefined;
  }

  async function forgetCopy(): Promise<void> {
    close();
    for (const part of ['', '-wal', '-shm']) await rm(folders.snapshot + part, { force: true });
  }

  return {
    dataDir,
    folders,
    onStep,
    compiled,
    site,
    copy,
    forgetCopy,
    async withSoundCopy(work) {
      if (!isTrusted && mayBeTorn(folders) && !isSound(folders.snapshot)) await forgetCopy();
      isTrusted = true;
      try {
        return await work();
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
      await forgetCopy();
      return await work();
    },
    workIn: async (live) => ({
      entry: (await compiled()).entry,
      snapshot: folders.snapshot,
      folder: path.join(folders.releases, live.version),
      site: await site(),
      copy: copy(),
      policy: live.csp,
      async allow(csp) {
        live.csp = csp;
        updateRelease(dataDir, live);
      },
    }),
    close,
  };
}
