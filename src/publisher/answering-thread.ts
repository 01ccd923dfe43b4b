import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { AnsweringJob, FromAnswering, Drawn, ToAnswering } from './answering.ts';
import { loadSite } from './compiled.ts';
import { PolicyCollector } from './policy.ts';
import { fileOf } from './release.ts';

// The thread of `answering.ts`: draws pages one by one from the copy of the catalogue as it is now.
const job = workerData as AnsweringJob;
const tell = (message: FromAnswering) => parentPort?.postMessage(message);
const site = await loadSite(job.entry);
let copy: number | undefined;
read();

parentPort?.on('message', ({ id, address, facts }: ToAnswering) => {
  draw(address, facts).then(
    (page) => tell({ say: 'page', id, page }),
    (error: Error) => tell({ say: 'failed', id, name: error.name, message: error.message }),
  );
});
// What every page stands on is read before the first reader asks.
await site.render('/error/').catch(() => undefined);
tell({ say: 'ready' });

async function draw(address: string, facts: ToAnswering['facts']): Promise<Drawn> {
  read();
  const { bytes } = await site.render(address, facts);
  const policy = new PolicyCollector();
  if (fileOf(address).endsWith('.html')) policy.read(bytes);
  return { bytes, ...policy.found() };
}

/** A copy that was damaged is replaced by another file; one that goes on being written is the same file. */
function read(): void {
  const { ino } = statSync(job.snapshot);
  if (ino !== copy) site.readFrom(job.snapshot);
  else site.refresh();
  copy = ino;
}
