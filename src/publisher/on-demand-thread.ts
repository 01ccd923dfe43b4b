import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { OnDemandJob, FromOnDemand, RenderedPage, ToOnDemand } from './on-demand.ts';
import { loadSite } from './compiled.ts';
import { PolicyCollector } from './policy.ts';
import { fileOf } from './release.ts';

// The thread of `answering.ts`: draws pages one by one from the copy of the catalogue as it is now.
const job = workerData as OnDemandJob;
const post = (message: FromOnDemand) => parentPort?.postMessage(message);
const site = await loadSite(job.entry);
let replica: number | undefined;
openCurrent();

parentPort?.on('message', ({ id, address, facts }: ToOnDemand) => {
  renderPage(address, facts).then(
    (page) => post({ say: 'page', id, page }),
    (error: Error) => post({ say: 'failed', id, name: error.name, message: error.message }),
  );
});
// What every page stands on is read before the first reader asks.
await site.render('/error/').catch(() => undefined);
post({ say: 'ready' });

async function renderPage(address: string, facts: ToOnDemand['facts']): Promise<RenderedPage> {
  openCurrent();
  const { bytes } = await site.render(address, facts);
  const policy = new PolicyCollector();
  if (fileOf(address).endsWith('.html')) policy.read(bytes);
  return { bytes, ...policy.found() };
}

/** A copy that was damaged is replaced by another file; one that goes on being written is the same file. */
function openCurrent(): void {
  const { ino } = statSync(job.snapshot);
  if (ino !== replica) site.readFrom(job.snapshot);
  else site.refresh();
  replica = ino;
}
