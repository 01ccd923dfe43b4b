import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { verify } from '#publisher/publish.ts';
import { siteFolders } from '#publisher/release.ts';
import { findFreePort, startProduct, type Product } from '../../scripts/check/product.ts';
import { Follower, registrar, type Client } from './harness/clients.ts';
import { Editor, enterAsEditor } from './harness/editor.ts';
import { fill, followers } from './harness/fill.ts';
import { ofProof } from './harness/settings.ts';
import { judge } from './harness/verdict.ts';
import { expectKept, expectSoon, isLong } from './harness/promise.ts';

/** Target (B-2): ready within ten seconds, nothing acknowledged lost, nothing truncated served. */
const maxMs = 10_000;
const diskBytes = 768 * 2 ** 20;
const command = path.join(import.meta.dirname, '../../scripts/command.ts');

/**
 * B-2: a power cut during registrations, subscriptions, publications and an import; ROUNDS sets how often.
 * DATA_DIR is on an ext4 image; the processes are stopped, the image is copied without unwritten kernel
 * buffers, and the next server starts on the copy.
 */
test('B-2 a power cut loses nothing acknowledged and truncates no file', async ({ skip }) => {
  const rounds = Number(process.env['ROUNDS']) || (isLong ? 100 : 5);
  const folder = mkdtempSync(path.join(tmpdir(), 'register-power-'));
  const disk = new Disk(folder);
  const problem = disk.begin();
  if (problem !== undefined) {
    rmSync(folder, { recursive: true, force: true });
    skip(problem);
    return;
  }
  try {
    await expectPowerCutsSurvived(disk, rounds);
  } finally {
    disk.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function expectPowerCutsSurvived(disk: Disk, rounds: number): Promise<void> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PORT: String(port),
    DATA_DIR: disk.data,
    SITE_URL: url,
    LOG_LEVEL: 'error',
  };
  const diseases = await fill(disk.data);
  const cookie = await enterAsEditor(disk.data);
  const found = { torn: [] as string[], files: 0, starts: [] as number[] };
  let portal = await startPortal(environment, url, found.torn);
  try {
    const editor = new Editor(url, cookie, diseases);
    const clients: Client[] = [registrar(url), registrar(url)];
    for (const email of followers) clients.push(await Follower.signIn(url, email, diseases));
    for (let round = 1; round <= rounds; round += 1) {
      const stop = new AbortController();
      const working = [...clients, editor].map((one) => one.workUntil(stop.signal));
      const importing = startImport(disk, environment, round);
      const imported = once(importing, 'exit');
      await pause(randomInt(1000, 8000));
      process.kill(portal.pid, 'SIGSTOP');
      importing.kill('SIGSTOP');
      disk.copy();
      stop.abort();
      importing.kill('SIGKILL');
      await Promise.all([portal.stop('SIGKILL'), imported]);
      await Promise.all(working);
      disk.replace();
      portal = await startPortal(environment, url, found.torn);
      found.starts.push(portal.readyAfter);
      for (const client of clients) await client.verify();
      await editor.verify();
      found.files += await readAll(url, disk.data, found.torn);
      console.log(`${round} из ${rounds}: готов за ${portal.readyAfter} мс, прочитано файлов ${found.files}`);
    }
    await portal.stop();
    const differing = await verify({ dataDir: disk.data, siteUrl: url });
    const verdict = judge({ folder: disk.data, clients });
    const slowest = Math.max(...found.starts);
    for (const line of verdict.lines) console.log(line);
    for (const line of [...editor.problems, ...found.torn].slice(0, 20)) console.log(`НЕТ ${line}`);
    const actions = [...editor.done.values()].reduce((sum, count) => sum + count, 0);
    const isWhole = found.torn.length + differing.length + editor.problems.length === 0 && actions > 0;
    const figure = `обрывов питания ${rounds}; правок редактора подтверждено ${actions}, нарушено ${editor.problems.length}; файлов прочитано ${found.files}, пустых, разорванных и чужих ${found.torn.length}; отличается от построенного заново ${differing.length}`;
    const ready = `готов снова не позже чем за ${slowest} мс`;
    expectKept(
      { figure, goal: 'подтверждённое цело, ни одного разорванного файла' },
      verdict.isGood && isWhole,
    );
    expectSoon({ figure: ready, goal: `за ${maxMs} мс` }, slowest <= maxMs);
  } finally {
    await portal.stop('SIGKILL');
  }
}

class Disk {
  readonly data: string;
  readonly #image: string;
  readonly #cut: string;
  readonly #place: string;

  constructor(folder: string) {
    this.#image = path.join(folder, 'disk.img');
    this.#cut = path.join(folder, 'cut.img');
    this.#place = path.join(folder, 'disk');
    this.data = path.join(this.#place, 'data');
  }

  /** Mounts it; returns why that is impossible. */
  begin(): string | undefined {
    try {
      writeFileSync(this.#image, '');
      run('truncate', '-s', String(diskBytes), this.#image);
      run('mkfs.ext4', '-q', this.#image);
      mkdirSync(this.#place);
      this.#mount();
      mkdirSync(this.data);
      return undefined;
    } catch {
      return 'нужны Linux и учётная запись, которой можно монтировать образ диска (mkfs.ext4, mount -o loop)';
    }
  }

  /** Copies what is on the disk, without unwritten buffers. */
  copy(): void {
    run('cp', '--sparse=always', this.#image, this.#cut);
  }

  /** Replaces the disk by the copy. */
  replace(): void {
    this.unmount();
    renameSync(this.#cut, this.#image);
    this.#mount();
  }

  #mount(): void {
    run('mount', '-o', 'loop', this.#image, this.#place);
  }

  unmount(): void {
    try {
      // The comparison may still use the copy: unmounted lazily.
      run('umount', '--lazy', this.#place);
    } catch {
      // It was not mounted.
    }
  }
}

const run = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: 'ignore' });

/** `npm start`; pages are requested as soon as it answers. Milliseconds until `ready`. */
async function startPortal(
  environment: Record<string, string>,
  url: string,
  torn: string[],
): Promise<Product & { readyAfter: number }> {
  const began = performance.now();
  const product = startProduct({ ...ofProof, ...environment }, { isAlone: true });
  const isReady = new AbortController();
  const ready = product.ready.finally(() => isReady.abort());
  ready.catch(() => undefined);
  while (!isReady.signal.aborted) {
    for (const address of ['/', '/deseases/']) await readOne(url, { address, encoding: 'br', torn });
    await pause(50);
  }
  await ready;
  return { ...product, readyAfter: Math.round(performance.now() - began) };
}

/** Imports diseases new in this round. */
function startImport(disk: Disk, environment: Record<string, string>, round: number): ChildProcess {
  const file = path.join(path.dirname(disk.data), `round-${round}.ndjson`);
  const lines = Array.from({ length: 300 }, (_, index) =>
    JSON.stringify({
      kind: 'disease',
      external: `PROOF:${round}-${index}`,
      state: 'published',
      data: { title: `Привезённая болезнь ${round}-${index}`, title_status: 'established' },
    }),
  );
  writeFileSync(file, lines.join('\n'));
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', command, 'import', 'records', file],
    { env: { ...process.env, ...environment }, stdio: 'ignore' },
  );
}

/** Every published file in all encodings. */
async function readAll(url: string, data: string, torn: string[]): Promise<number> {
  const { current } = siteFolders(data);
  const files = readdirSync(current, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(html|css|js|json|xml|txt)$/.test(entry.name))
    .map((entry) => path.relative(current, path.join(entry.parentPath, entry.name)))
    .filter((file) => !['release.json', '404.html'].includes(file));
  for (const file of files) {
    const address = `/${file}`.replace(/(^|\/)index\.html$/, '$1');
    const [plain, ...packed] = [
      await readOne(url, { address, encoding: 'identity', torn }),
      await readOne(url, { address, encoding: 'br', torn }),
      await readOne(url, { address, encoding: 'gzip', torn }),
    ];
    if (packed.some((text) => text !== plain)) torn.push(`${address}: сжатое говорит другое`);
  }
  return files.length;
}

/** A response; truncated pages are recorded. Undefined while the server is down. */
async function readOne(
  url: string,
  { address, encoding, torn }: { address: string; encoding: string; torn: string[] },
): Promise<string | undefined> {
  const response = await fetch(new URL(address, url), {
    headers: { 'accept-encoding': encoding },
    redirect: 'manual',
  }).catch(() => undefined);
  if (!response) return undefined;
  const text = await response.text().catch((error: unknown) => `не распаковалось: ${String(error)}`);
  // There is no site before the first publication.
  if (response.status === 503) return text;
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (response.status !== 200 || text.length === 0 || (isPage && !text.trimEnd().endsWith('</html>')))
    torn.push(`${address} (${encoding}): ${response.status}, знаков ${text.length}`);
  return text;
}
