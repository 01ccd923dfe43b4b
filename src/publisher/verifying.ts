import { existsSync } from 'node:fs';
import path from 'node:path';
import { filesThatDiffer } from './compare.ts';
import { removePage } from './place.ts';
import { currentRelease, fileOf } from './release.ts';
import { renderAll, type RenderWatch } from './render.ts';
import { renew, Stopped } from './renew.ts';
import { failedTroubles, routesOf, type Done } from './whole.ts';
import type { Workshop } from './workshop.ts';

/**
 * Renders every page anew and names the files whose bytes differ; `isMending` puts them right. The caller tells those who
 * listen what was done.
 */
export async function compareAll(
  shop: Workshop,
  isMending: boolean,
  watch: RenderWatch,
): Promise<{ differing: string[]; done: Done }> {
  const live = currentRelease(shop.dataDir)!;
  const { entry, client } = await shop.compiled();
  const folder = path.join(shop.folders.releases, live.version);
  const routes = await routesOf(await shop.site());
  const addresses = routes.flatMap((route) => route.addresses);
  const job = { entry, snapshot: shop.folders.snapshot, out: folder, deed: 'compare' as const };
  const { rendered, failed } = await renderAll(job, addresses, watch);
  if (watch.isStopping?.()) throw new Stopped(rendered.length, addresses.length);
  const differing = await filesThatDiffer({
    folder,
    client,
    pages: addresses.map(fileOf),
    differing: [...rendered.filter(({ isChanged }) => isChanged), ...failed].map(({ address }) =>
      fileOf(address),
    ),
  });
  if (isMending) await mend(shop, differing, { folder, client, addresses });
  const { version, seq } = live;
  const done: Done = {
    mode: 'verify',
    release: version,
    seq,
    pages: addresses.length,
    rendered: rendered.length,
    troubles: failedTroubles(failed),
  };
  return { differing, done };
}

/** Renders what differs once more, into its place; what nobody asked for is taken away. */
async function mend(
  shop: Workshop,
  files: readonly string[],
  { folder, client, addresses }: { folder: string; client: string; addresses: readonly string[] },
): Promise<void> {
  const { readings } = shop.copy();
  const addressOf = new Map(addresses.map((address) => [fileOf(address), address]));
  const wrong = new Set(files);
  readings.markPages([...addressOf].filter(([file]) => wrong.has(file)).map(([, address]) => address));
  for (const file of wrong)
    if (!addressOf.has(file) && !existsSync(path.join(client, file))) removePage(folder, `/${file}`);
  const live = currentRelease(shop.dataDir)!;
  await renew({
    ...(await shop.workIn(live)),
    followed: { changed: new Map() },
    isForced: true,
    onProgress: () => {},
  });
}
