import { parentPort, workerData } from 'node:worker_threads';
import { loadSite } from './compiled.ts';
import { makePortionRenderer, type RenderJob } from './portion.ts';
import type { FromThread, ToThread } from './render.ts';

// Worker thread of `render.ts`: requests portions until stopped.
const job = workerData as RenderJob;
const post = (message: FromThread) => parentPort?.postMessage(message);
const site = await loadSite(job.entry);
site.readFrom(job.snapshot);
const renderPortion = makePortionRenderer(job, site);

parentPort?.on('message', (message: ToThread) => {
  if (message === 'stop') parentPort?.close();
  else void renderPortion(message).then(post);
});
post('ready');
