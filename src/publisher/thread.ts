import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { digestOf } from '#data/pages.ts';
import { isTrue } from './compare.ts';
import { compressFile, lacksCompressed } from './compress.ts';
import { loadSite } from './compiled.ts';
import { addPage, keepPage } from './place.ts';
import { PolicyCollector } from './policy.ts';
import { fileOf } from './release.ts';
import type { FromThread, RenderJob, ToThread } from './render.ts';
import { makeRenderer } from './renderer.ts';

// Worker thread of `render.ts`: requests work until stopped.
const job = workerData as RenderJob;
const policy = new PolicyCollector(job.policy);
let renderer: ReturnType<typeof makeRenderer> | undefined;
const post = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => void work(message));
post({ type: 'ready' });

/** Loads the site for the first page: a thread that compresses needs none. */
async function openRenderer(): Promise<ReturnType<typeof makeRenderer>> {
  const site = await loadSite(job.entry);
  site.readFrom(job.snapshot);
  return makeRenderer({ site, policy, out: job.out });
}

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
  if ('compress' in message) message.compress.filter(lacksCompressed).forEach((file) => compressFile(file));
  else await renderPages((renderer ??= await openRenderer()), message.addresses, result);
  result.policy = policy.found();
  post(result);
}

async function renderPages(
  { render, place, finish }: ReturnType<typeof makeRenderer>,
  addresses: readonly string[],
  { rendered, failed }: Extract<FromThread, { type: 'done' }>,
): Promise<void> {
  for (const address of addresses) {
    const page = await render(address);
    if (page.state === 'failed') {
      const kept = job.mode === 'write' ? keepPage(job.out, address, job.before) : undefined;
      if (kept && fileOf(address).endsWith('.html')) policy.read(kept);
      failed.push({ ...page, isKept: kept !== undefined });
      if (job.mode === 'write' && !kept) break;
      continue;
    }
    const { bytes, facts } = page;
    if (job.mode === 'place') rendered.push(place(address, { bytes, facts }));
    else rendered.push({ address, facts, isChanged: writePage(address, bytes), digest: digestOf(bytes) });
  }
  if (job.mode === 'place') await finish(rendered, job.isForced);
}

/** Writes into a new directory, or nowhere; returns whether the page changed. */
function writePage(address: string, bytes: Uint8Array): boolean {
  if (job.mode === 'compare') return !isTrue(path.join(job.out, fileOf(address)), bytes);
  return addPage(job.out, address, { bytes, before: job.before });
}
