import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { News, CatalogueSource } from '#data/source.ts';
import { nextPortalDay } from '#domain/dates.ts';
import type { PublicationMode } from '#domain/publication.ts';
import { openCalls } from './calls.ts';
import type {
  PublisherWorkerOptions,
  PublisherWorkerParent,
  PublisherWorkerThread,
  Pushed,
} from './publisher-worker.ts';
import { previewPage, openPublisher } from './publish.ts';
import { collectGarbage } from './garbage.ts';
import { RenderStopped } from './render-changed.ts';
import { DeliveryError } from './target.ts';
import type { Listener } from './publication.ts';

// Worker thread of `publisher-worker.ts`: publishes on request and at the end of a day.

/** Edits within this time are published together, in milliseconds. */
const maxBatch = 50;
/** Longest pause between retries, in milliseconds. */
const longestPause = 60_000;
/** Server hour of the nightly comparison and repair. */
const nightlyHour = 4;

const options = workerData as PublisherWorkerOptions;
/** Changes sent with the request, used once if they continue the replica. */
let pushed: Pushed | undefined;
const source: CatalogueSource = {
  async news(since) {
    const handed = pushed;
    pushed = undefined;
    return JSON.parse(handed?.since === since ? handed.json : await call('news', since)) as News;
  },
  terms: (vocabulary) => call('terms', vocabulary),
  picture: (file) => call('picture', file),
};
const publisher = openPublisher({
  ...options,
  source,
  mayGrow: true,
  onStep: (step) => send('step', step),
});

let wanted: PublicationMode | undefined = options.isEarly ? undefined : 'content';
let isStopped = false;
let previews = 0;
/** An editor has stopped publication until it is resumed. */
let isHeld = false;
const requests = new EventEmitter();
const wake = () => requests.emit('wake');
/** Previews and publications take turns on one compiled site. */
let turn: Promise<unknown> = Promise.resolve();

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

const { call, send } = openCalls<PublisherWorkerParent>(parentPort!, {
  publish(mode, next) {
    pushed = next;
    if (wanted === undefined || wanted === 'content') wanted = mode;
    wake();
  },
  pause: () => publisher.stop(),
  resume() {
    isHeld = false;
    wake();
  },
  stop() {
    isStopped = true;
    wake();
  },
  async preview(record) {
    previews += 1;
    try {
      return await inTurn(() => previewPage(publisher, record));
    } finally {
      previews -= 1;
      wake();
    }
  },
} satisfies PublisherWorkerThread);

const listener: Listener = {
  begin: (mode) => call('begin', mode),
  end: (result) => call('end', result),
};

/** Warm-up renders a kind: the first edit runs code as fast as the hundredth. */
const warming = 60;
let cold: string[] | undefined;

/** Large files follow after this pause. */
const pauseForLate = 5000;
let changedAt = performance.now();
const isChanging = () => performance.now() - changedAt < pauseForLate;
let failures = 0;
/** PUBLISH_URL is outdated: "nothing to publish" must not count as success. */
let isBehind = false;
if (options.isEarly) {
  // The publication reports compile errors.
  await Promise.race([publisher.prepare().catch(() => undefined), calledOnce()]);
  await calledOnce();
}
let verifiedOn = new Date().toDateString();
for (;;) {
  if (isStopped) break;
  const startedAt = performance.now();
  const mode = wanted ?? 'content';
  wanted = undefined;
  try {
    await inTurn(() => publishOrVerify(mode));
    await inTurn(() => publisher.backfill(isCalled, listener));
    if (await inTurn(() => publisher.deliver(isCalled))) {
      isBehind = false;
      if (!isCalled()) send('idle');
    }
    failures = 0;
    if (isCalled()) continue;
    await warmUp();
    // Idle time: after a power cut only later files can be damaged.
    if (wanted === undefined && !isChanging()) {
      await inTurn(() => publisher.flush());
      collectGarbage();
    }
  } catch (error) {
    if (error instanceof RenderStopped) {
      isHeld = true;
      const { done, total } = error;
      await call('stopped', { done, total }).catch(() => undefined);
      for (;;) {
        if (!isHeld || isStopped) break;
        await waitForRequest();
      }
      continue;
    }
    failures += 1;
    isBehind ||= error instanceof DeliveryError;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    await call('fail', { name, message }).catch(() => undefined);
    await sleep(Math.min(longestPause, 1000 * 2 ** failures));
    continue;
  }
  if (wanted === undefined) await sleep(msUntilNext());
  const rest = maxBatch - (performance.now() - startedAt);
  if (!isStopped && rest > 0) await pause(rest);
}
await publisher.flush().catch(() => undefined);
publisher.close();
process.exit();

async function calledOnce(): Promise<void> {
  for (;;) {
    if (isStopped || wanted !== undefined) return;
    await waitForRequest();
  }
}

/** A request waits that takes precedence over backfilling. */
function isCalled(): boolean {
  return isStopped || wanted !== undefined || previews > 0;
}

/** Continues when idle until done. */
async function warmUp(): Promise<void> {
  const site = await publisher.site();
  cold ??= (
    await Promise.all(
      site
        .routes()
        .filter((route) => route.endsWith('/[id]'))
        .map((route) => site.addressesOf(route)),
    )
  ).flatMap(({ addresses }) => addresses.slice(0, warming));
  for (;;) {
    const address = isStopped || wanted !== undefined ? undefined : cold.pop();
    if (address === undefined) return;
    // The publication reports the page's error.
    await inTurn(() => site.render(address)).catch(() => undefined);
    await pause(0);
  }
}

/** Milliseconds until scheduled work: deferred files, a new day of the portal, the nightly comparison. */
function msUntilNext(): number {
  const now = new Date();
  const nextNight = new Date(now);
  nextNight.setHours(nightlyHour, 0, 1, 0);
  if (nextNight <= now) nextNight.setDate(nextNight.getDate() + 1);
  const forLate = pauseForLate - (performance.now() - changedAt);
  return Math.min(
    nextPortalDay(now).getTime() + 1000 - now.getTime(),
    nextNight.getTime() - now.getTime(),
    forLate > 0 ? forLate : Infinity,
  );
}

async function publishOrVerify(mode: PublicationMode): Promise<void> {
  if (mode === 'verify') return await verifyAll();
  const isUrgent = mode === 'content' && isChanging();
  const published = await publisher.publish(mode === 'full' ? 'full' : 'content', listener, {
    isUrgent,
    isCalled,
  });
  if (published.state === 'published' && published.isPartial) wanted ??= 'content';
  if (published.state === 'published' && published.mode !== 'late') changedAt = performance.now();
  if (published.state === 'same' && !isBehind) send('idle');
  const now = new Date();
  if (now.getHours() !== nightlyHour || verifiedOn === now.toDateString()) return;
  verifiedOn = now.toDateString();
  await verifyAll();
}

/** Deferred files are published first; they are no difference. */
async function verifyAll(): Promise<void> {
  await publisher.publish('content', listener);
  await publisher.verify(true, listener);
}

async function waitForRequest(signal?: AbortSignal): Promise<void> {
  await once(requests, 'wake', { signal });
}

async function sleep(milliseconds: number): Promise<void> {
  if (isStopped || wanted !== undefined) return;
  await waitForRequest(AbortSignal.timeout(Math.ceil(milliseconds))).catch(() => undefined);
}
