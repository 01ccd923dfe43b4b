import { parentPort, workerData } from 'node:worker_threads';
import { openCalls } from './calls.ts';
import { loadSite } from './compiled.ts';
import { makePortionRenderer, type RenderJob } from './portion.ts';
import type { PortionQueue } from './render.ts';

// Worker thread of `render.ts`: requests portions until there are none.
const job = workerData as RenderJob;
const site = await loadSite(job.entry);
site.readFrom(job.snapshot);
const renderPortion = makePortionRenderer(job, site);
const { call } = openCalls<PortionQueue>(parentPort!, {});
for (let portion = await call('next'); portion; portion = await call('next', await renderPortion(portion)));
parentPort!.close();
