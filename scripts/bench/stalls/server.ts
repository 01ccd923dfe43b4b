// The server of `npm run bench -- stalls`: it tells its parent where it listens and how long its loop was held.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startServer } from '#server/main.ts';
import { readSettings } from '#server/settings.ts';

const delay = monitorEventLoopDelay({ resolution: 5 });
const server = await startServer({ settings: readSettings() });
delay.enable();
process.on('message', (said) => {
  if (said === 'begin') delay.reset();
  // The histogram holds the whole time between two ticks of its timer.
  else process.send?.({ held: Math.max(0, delay.max / 1e6 - 5) });
  if (said === 'begin') process.send?.({});
});
process.on('disconnect', () => void server.close().then(() => process.exit(0)));
process.send?.({ url: server.url });
