import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { findFreePort, startProduct } from '../../scripts/check/product.ts';
import { Follower } from './harness/clients.ts';
import { Editor, enterAsEditor } from './harness/editor.ts';
import { fill, followers } from './harness/fill.ts';
import { ofProof } from './harness/settings.ts';
import { processorTime } from './harness/victim.ts';
import { expectKept, isLong } from './harness/promise.ts';

/** Targets: megabytes of WAL, additional handles after warm-up, megabytes an hour. */
const maxLogMegabytes = 64;
const maxHandles = 20;
const maxSlope = 10;
/** Milliseconds between actions of an editor, reader, and sign-in. */
const paces = { editor: 1500, reader: 100, signIn: 3000 };

/**
 * C-8: the product with its publisher for three minutes, in the long form an hour; SOAK sets seconds.
 * Readers, searches, sign-ins and a publishing editor; memory, handles and WAL are sampled every second.
 * Memory growth is judged over an hour only: before, caches dominate.
 */
test('C-8 memory, handles and the log of the database stay bounded under constant use', async () => {
  const seconds = Number(process.env['SOAK']) || (isLong ? 3600 : 180);
  const folder = await mkdtemp(path.join(tmpdir(), 'register-soak-'));
  const diseases = await fill(folder);
  const cookie = await enterAsEditor(folder);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const product = startProduct({ ...ofProof, PORT: String(port), DATA_DIR: folder }, { isAlone: true });
  const { pid } = product;
  try {
    await product.whole();
    const over = new AbortController();
    const editor = new Editor(url, cookie, diseases);
    const reader = new Reader(url, diseases);
    const working = [
      editor.workUntil(over.signal, paces.editor),
      reader.readUntil(over.signal),
      signInUntil(url, diseases, over.signal),
    ];
    const samples: Sample[] = [];
    const worked = processorTime(pid) ?? NaN;
    const began = performance.now();
    while (performance.now() - began < seconds * 1000) {
      await pause(1000);
      samples.push(sampleOf({ pid, folder, at: (performance.now() - began) / 3_600_000 }));
    }
    const share = ((processorTime(pid) ?? NaN) - worked) / (seconds * 10);
    over.abort();
    await Promise.all(working);
    for (const problem of [...editor.problems, ...reader.failed].slice(0, 10))
      console.log(`      ${problem}`);
    const actions = `чтений ${reader.reads}, дел редактора ${editor.acknowledged}, из них публикаций ${editor.done.get('publish') ?? 0}, процессор ${share.toFixed(0)} %`;
    expectBounded(samples, { seconds, isHour: seconds >= 3600, actions });
  } finally {
    await product.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

/** Hours, megabytes, handles. */
interface Sample {
  at: number;
  memory: number;
  log: number;
  handles: number;
}

function sampleOf({ pid, folder, at }: { pid: number; folder: string; at: number }): Sample {
  const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  const log = statSync(path.join(folder, 'register.sqlite-wal'), { throwIfNoEntry: false });
  return {
    at,
    memory: Number(kilobytes) / 1024,
    log: (log?.size ?? 0) / 2 ** 20,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

interface SoakRun {
  seconds: number;
  isHour: boolean;
  actions: string;
}

function expectBounded(samples: readonly Sample[], { seconds, isHour, actions }: SoakRun): void {
  // The first third is warm-up.
  const third = Math.floor(samples.length / 3);
  const [warm, late] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const log = Math.max(...samples.map((sample) => sample.log));
  const before = middleOf(warm.map(({ handles }) => handles));
  const after = middleOf(late.map(({ handles }) => handles));
  const slope = slopeOf(samples.slice(third));
  const memory = `память ${slope.toFixed(1)} МБ/ч (наименьшие квадраты без первой трети, в конце ${Math.round(samples.at(-1)?.memory ?? 0)} МБ)`;
  expectKept(
    {
      figure: `${seconds} с работы (${actions}): WAL до ${log.toFixed(1)} МБ, открытых ручек ${before}, в последней трети ${after}`,
      goal: `WAL до ${maxLogMegabytes} МБ, ручек больше не на ${maxHandles}`,
    },
    log <= maxLogMegabytes && after - before <= maxHandles,
  );
  if (isHour) expectKept({ figure: memory, goal: `до ${maxSlope} МБ/ч за час работы` }, slope <= maxSlope);
  else console.log(`—   ${memory}: по ${seconds} с не судят, только LONG=1`);
}

const middleOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Megabytes an hour, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [time, memory] = [mean(({ at }) => at), mean((sample) => sample.memory)];
  const together = mean((sample) => (sample.at - time) * (sample.memory - memory));
  return together / mean(({ at }) => (at - time) ** 2);
}

/** A reader of pages, lists and search from changing networks. */
class Reader {
  reads = 0;
  readonly failed: string[] = [];
  readonly #url: string;
  readonly #ids: readonly number[];

  constructor(url: string, ids: readonly number[]) {
    this.#url = url;
    this.#ids = ids;
  }

  async readUntil(signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const id = this.#ids[turn % this.#ids.length];
      const addresses = [
        `/deseases/${id}/`,
        '/deseases/',
        `/api/diseases/${id}`,
        `/api/search?query=${encodeURIComponent(`слова ${turn % 100}`)}`,
        `/api/fast-search?query=${encodeURIComponent('болезнь')}`,
      ];
      const address = addresses[turn % addresses.length] ?? '/';
      const response = await fetch(this.#url + address, {
        headers: { 'x-forwarded-for': `10.8.${(turn >> 8) & 255}.${turn & 255}` },
      });
      await response.arrayBuffer();
      this.reads += 1;
      if (response.status >= 500) this.failed.push(`${address}: ${response.status}`);
      await pause(paces.reader);
    }
  }
}

async function signInUntil(url: string, diseases: readonly number[], signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    await Follower.signIn(url, followers[turn % followers.length] ?? '', diseases);
    await pause(paces.signIn);
  }
}
