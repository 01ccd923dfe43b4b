// Server of `npm run test:chaos -- stalls`: reports its address and the longest block of its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startServer } from '#server/main.ts';
import { readSettings } from '#server/settings.ts';

const resolution = 5;
const delay = monitorEventLoopDelay({ resolution });
const server = await startServer({ settings: readSettings() });
delay.enable();

/** Measured by hand too: the histogram skips a tick in which it was read. */
let last = performance.now();
let longestStallMs = 0;
/** CPU time of the thread: the rest was the machine or the disk. */
let worked = process.threadCpuUsage();
let computed = 0;
setInterval(() => {
  const now = performance.now();
  longestStallMs = Math.max(longestStallMs, now - last - resolution);
  last = now;
  const { user, system } = process.threadCpuUsage(worked);
  computed = Math.max(computed, (user + system) / 1000);
  worked = process.threadCpuUsage();
}, resolution);

process.on('message', (message) => {
  if (message === 'begin') {
    delay.reset();
    longestStallMs = 0;
    computed = 0;
    process.send?.({});
  } else process.send?.({ held: Math.max(longestStallMs, delay.max / 1e6 - resolution), computed });
});
process.on('disconnect', () => void server.close().then(() => process.exit(0)));
process.send?.({ url: server.url });
