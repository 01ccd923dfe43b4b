import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { digestOf } from '#data/pages.ts';
import { isTrue } from './compare.ts';
import { loadSite } from './compiled.ts';
import { addPage, keepPage } from './place.ts';
import { PolicyCollector } from './policy.ts';
import { fileOf } from './release.ts';
import type { FromThread, RenderJob, ToThread } from './render.ts';
import { makeRenderer } from './renderer.ts';

// Worker thread of `render.ts`: requests work until stopped.
const job = workerData as RenderJob;
const site = await loadSite(job.entry);
site.readFrom(job.snapshot);
const policy = new PolicyCollector(job.policy);
const renderer = makeRenderer({ site, policy, out: job.out });
const post = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => void work(message));
post({ type: 'ready' });

async function work(message: ToThread): Promise<void> {
  if (message === 'stop') {
    parentPort?.close();
    return;
  }
  const result: Extract<FromThread, { type: 'done' }> = {
    type: 'done',
    policy: { scripts: [], styles: [] },
    rendered: [],
    failed: [],
  };
  for (const address of message.addresses) {
    const page = await renderer.render(address);
    if (page.state === 'failed') {
      const kept = job.mode === 'write' ? keepPage(job.out, address, job.before) : undefined;
      if (kept && fileOf(address).endsWith('.html')) policy.read(kept);
      result.failed.push({ ...page, isKept: kept !== undefined });
      if (job.mode === 'write' && !kept) break;
      continue;
    }
    const { bytes, facts } = page;
    if (job.mode === 'place') result.rendered.push(renderer.place(address, { bytes, facts }));
    else
      result.rendered.push({
        address,
        facts,
        isChanged: writePage(address, bytes),
        digest: digestOf(bytes),
      });
  }
  if (job.mode === 'place') await renderer.finish(result.rendered, job.isForced);
  result.policy = policy.found();
  post(result);
}

/** Writes into a new directory, or nowhere; returns whether the page changed. */
function writePage(address: string, bytes: Uint8Array): boolean {
  if (job.mode === 'compare') return !isTrue(path.join(job.out, fileOf(address)), bytes);
  return addPage(job.out, address, { bytes, before: job.before });
}
