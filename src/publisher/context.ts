import { removeDatabase } from '#data/database.ts';
import { openWritableReplica, type WritableReplica } from '#data/writable-replica.ts';
import { compile, loadSite, type Compiled, type CompiledSite } from './compiled.ts';
import { isDamage, isIntact, mayBeTruncated } from './repair.ts';
import type { Publication } from './publication.ts';
import { siteFolders, updateRelease, type ReleaseFacts } from './release.ts';
import type { RenderContext } from './render-changed.ts';

export type PublisherContext = ReturnType<typeof openContext>;

type ContextOptions = Pick<Publication, 'dataDir' | 'siteUrl' | 'operator'> &
  Required<Pick<Publication, 'isComplete' | 'onStep'>>;

export function openContext({ dataDir, siteUrl, operator, isComplete, onStep }: ContextOptions) {
  const folders = siteFolders(dataDir);
  let compilation: Promise<Compiled> | undefined;
  let loaded: CompiledSite | undefined;
  let open: WritableReplica | undefined;
  /** Whether the replica found at start has been checked. */
  let isTrusted = false;

  // Concurrent calls share one compilation: two would delete each other's folder.
  const compiled = (): Promise<Compiled> => {
    const onStart = () => onStep({ step: 'compiling', done: 0, total: 0 });
    compilation ??= compile(siteUrl, { operator, onStart }).catch((error: unknown) => {
      compilation = undefined;
      throw error;
    });
    return compilation;
  };
  const replica = () => (open ??= openWritableReplica(folders.snapshot));

  async function site(): Promise<CompiledSite> {
    const { entry } = await compiled();
    if (!loaded) {
      loaded = await loadSite(entry);
      replica();
      loaded.readFrom(folders.snapshot);
    }
    loaded.forget(replica().news());
    return loaded;
  }

  function close(): void {
    open?.close();
    open = undefined;
    loaded = undefined;
  }

  /** Deletes the replica; it is rebuilt from the source and all pages are rendered. */
  function discardReplica(): void {
    close();
    removeDatabase(folders.snapshot);
  }

  return {
    dataDir,
    /** Releases hold the files that are rendered on demand too. */
    isComplete,
    folders,
    onStep,
    compiled,
    site,
    replica,
    discardReplica,
    /** Runs the work with a readable replica; a damaged one is discarded before, or when the damage shows. */
    async withIntactReplica<Result>(work: () => Promise<Result>): Promise<Result> {
      if (!isTrusted && mayBeTruncated(folders) && !isIntact(folders.snapshot)) discardReplica();
      isTrusted = true;
      try {
        return await work();
      } catch (error) {
        if (!isDamage(error)) throw error;
        discardReplica();
        return await work();
      }
    },
    close,
  };
}

/** Context for rendering into a release; its security policy is recorded in the release facts. */
export async function workIn(context: PublisherContext, live: ReleaseFacts): Promise<RenderContext> {
  const { folders } = context;
  return {
    entry: (await context.compiled()).entry,
    snapshot: folders.snapshot,
    folder: folders.release(live.version),
    site: await context.site(),
    replica: context.replica(),
    changed: new Map(),
    policy: live.csp,
    async allow(csp) {
      live.csp = csp;
      updateRelease(context.dataDir, live);
    },
  };
}
