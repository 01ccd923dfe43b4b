// The server of `npm run bench -- stalls`: it tells its parent where it listens and how long its loop was held.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startServer } from '#server/main.ts';
import { readSettings } from '#server/settings.ts';

const resolution = 5;
const delay = monitorEventLoopDelay({ resolution });
const server = await startServer({ settings: readSettings() });
delay.enable();

/** The same by hand: the histogram forgets a tick in which it was read. */
let last = performance.now();
let longestStallMs = 0;
/** Of that, what the thread itself has computed: the rest went to neighbours of the machine, or to the disk. */
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

process.on('message', (said) => {
  if (said === 'begin') {
    delay.reset();
    longestStallMs = 0;
    computed = 0;
    process.send?.({});
  } else process.send?.({ held: Math.max(longestStallMs, delay.max / 1e6 - resolution), computed });
});
process.on('disconnect', () => void server.close().then(() => process.exit(0)));
process.send?.({ url: server.url });
