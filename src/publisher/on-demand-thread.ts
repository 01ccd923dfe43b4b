import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderRequest } from '#domain/render-request.ts';
import { openCalls } from './calls.ts';
import type { OnDemandJob, OnDemandThread, RenderedPage } from './on-demand.ts';
import { loadSite } from './compiled.ts';
import { collectGarbage } from './garbage.ts';
import { noCode, policyOf } from './policy.ts';
import { isPage } from './release.ts';

// Worker thread of `on-demand.ts`: renders single pages from the current replica.
const job = workerData as OnDemandJob;
const site = await loadSite(job.entry);
let replica: number | undefined;
openCurrent();

const { send } = openCalls<{ ready(): void }>(parentPort!, { render } satisfies OnDemandThread);
// Loads shared modules before the first request.
await site.render('/error/').catch(() => undefined);
collectGarbage();
send('ready');

async function render(address: string, facts: RenderRequest): Promise<RenderedPage> {
  openCurrent();
  const { bytes } = await site.render(address, facts);
  return { bytes, ...(isPage(address) ? policyOf(bytes) : noCode) };
}

/** A damaged replica is replaced by a new file; otherwise the file stays. */
function openCurrent(): void {
  const { ino } = statSync(job.snapshot);
  if (ino !== replica) site.readFrom(job.snapshot);
  else site.refresh();
  replica = ino;
}
