import { existsSync } from 'node:fs';
import path from 'node:path';
import { releaseFilesIn } from './files.ts';
import { removePage } from './place.ts';
import { differingFiles, restoreFiles } from './repair.ts';
import { currentRelease, fileOf } from './release.ts';
import { renderPages, type RenderWatch } from './render.ts';
import { renew, RenderStopped } from './render-changed.ts';
import { failedTroubles, routesOf } from './render-release.ts';
import { workIn, type PublisherContext } from './context.ts';
import type { PublishOutcome } from './publication.ts';

/**
 * Renders every page again and returns the files that differ; `isMending` repairs them. The caller notifies
 * listeners.
 */
export async function compareAll(
  context: PublisherContext,
  isMending: boolean,
  watch: RenderWatch,
): Promise<{ differing: string[]; done: PublishOutcome }> {
  const live = currentRelease(context.dataDir)!;
  const { entry, client } = await context.compiled();
  const folder = context.folders.release(live.version);
  const site = await context.site();
  const routes = await routesOf(site, live.isComplete === true);
  const addresses = routes.flatMap((route) => route.addresses);
  const job = { entry, snapshot: context.folders.snapshot, out: folder, mode: 'compare' as const };
  const { rendered, failed } = await renderPages(job, site, addresses, watch);
  if (watch.isStopping?.()) throw new RenderStopped(rendered.length, addresses.length);
  const differing = await filesThatDiffer({
    folder,
    client,
    pages: addresses.map(fileOf),
    differing: [...rendered.filter(({ isChanged }) => isChanged), ...failed].map(({ address }) =>
      fileOf(address),
    ),
  });
  if (isMending) await mend(context, differing, { folder, client, addresses });
  const { version, seq } = live;
  const done: PublishOutcome = {
    mode: 'verify',
    release: version,
    seq,
    pages: addresses.length,
    rendered: rendered.length,
    troubles: failedTroubles(failed),
  };
  return { differing, done };
}

/**
 * Wrong files of a live directory: pages known to differ, orphans, and client files unlike the compiled ones.
 */
export async function filesThatDiffer({
  folder,
  client,
  pages,
  differing,
}: {
  folder: string;
  client: string;
  pages: readonly string[];
  differing: readonly string[];
}): Promise<string[]> {
  const known = new Set(pages);
  const ofClient = await differingFiles(client, folder, known);
  const compiled = new Set(await releaseFilesIn(client));
  const orphans = (await releaseFilesIn(folder)).filter((file) => !known.has(file) && !compiled.has(file));
  return [...new Set([...differing, ...ofClient, ...orphans])].toSorted();
}

/** Renders differing pages in place, restores client files and removes orphans. */
async function mend(
  context: PublisherContext,
  files: readonly string[],
  { folder, client, addresses }: { folder: string; client: string; addresses: readonly string[] },
): Promise<void> {
  const { pageIndex } = context.replica();
  const addressOf = new Map(addresses.map((address) => [fileOf(address), address]));
  const wrong = new Set(files);
  pageIndex.markPages([...addressOf].filter(([file]) => wrong.has(file)).map(([, address]) => address));
  for (const file of wrong)
    if (!addressOf.has(file) && !existsSync(path.join(client, file))) removePage(folder, `/${file}`);
  await restoreFiles(client, folder, new Set(addressOf.keys()));
  const live = currentRelease(context.dataDir)!;
  await renew({ ...(await workIn(context, live)), isForced: true });
}
