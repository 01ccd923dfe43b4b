import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { findFreePort } from '../../scripts/check/product.ts';
import { Follower, registrar, sendsFiles, type Client } from './harness/clients.ts';
import { fill, followers } from './harness/fill.ts';
import { judge } from './harness/verdict.ts';
import { startVictim } from './harness/victim.ts';
import { expectKept, isLong } from './harness/promise.ts';

const diskBytes = 48 * 2 ** 20;
const goal = 'подтверждённое цело, читать можно, снова пишет без перезапуска';
/** Rejections for lack of space, without a promise. */
const wantOfRoom = / 50[37]$/;

/**
 * B-3: a small disk runs full during registrations, subscriptions and uploads, and is freed again; ROUNDS
 * sets how often. The server is never restarted.
 */
test('B-3 a full disk loses nothing acknowledged, and the server goes on without a restart', async ({
  skip,
}) => {
  const rounds = Number(process.env['ROUNDS']) || (isLong ? 100 : 5);
  const folder = mkdtempSync(path.join(tmpdir(), 'register-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'register', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    const figure = 'эта учётная запись системы не может завести малый диск (mount -t tmpfs)';
    skip(figure);
    return;
  }
  try {
    await expectFullDiskSurvived(folder, rounds);
  } finally {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
});

async function expectFullDiskSurvived(folder: string, rounds: number): Promise<void> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const diseases = await fill(folder);
  const victim = await startVictim({
    PORT: String(port),
    DATA_DIR: folder,
  });
  try {
    const clients: Client[] = [registrar(url), registrar(url)];
    for (const email of followers) clients.push(await Follower.signIn(url, email, diseases));
    const files = await sendsFiles(url, followers[0] ?? '');
    const everybody = [...clients, files];
    const refused: number[] = [];
    const found: Found = { degraded: 0, read: 0, unread: 0, slowest: 0, back: [] };
    for (let round = 1; round <= rounds; round += 1) {
      const stop = new AbortController();
      const working = everybody.map((client) => client.workUntil(stop.signal));
      await fillAndFree(url, folder, found);
      await pause(100);
      stop.abort();
      await Promise.all(working);
      for (const client of everybody) {
        refused.push(client.odd.filter((line) => wantOfRoom.test(line)).length);
        client.odd = client.odd.filter((line) => !wantOfRoom.test(line));
        await client.verify();
      }
    }
    const isCarried = await waitUntilIdle(
      folder,
      () => clients.flatMap(({ registered }) => registered).length,
    );
    victim.kill();
    await victim.ended;
    const verdict = judge({ folder, clients });
    const refusals = refused.reduce((sum, count) => sum + count, 0);
    for (const line of verdict.lines) console.log(line);
    console.log(`Файлы: подтверждено ${files.registered.length}, на месте ${files.kept(folder)}`);
    console.log(`Письма: по одному на регистрацию ${isCarried ? 'да' : 'НЕТ'}`);
    console.log(
      `Отказано из-за места: ${refusals}; чтений при полном диске ${found.read}, неудачных ${found.unread}, самое долгое ${Math.round(found.slowest)} мс`,
    );
    console.log(
      `health сказал о нехватке ${found.degraded} раз из ${rounds}; снова пишет без перезапуска не позже чем через ${Math.round(Math.max(...found.back))} мс`,
    );
    const isGood =
      verdict.isGood &&
      isCarried &&
      refusals > 0 &&
      files.odd.length === 0 &&
      found.unread === 0 &&
      found.degraded === rounds &&
      files.registered.length > 0 &&
      files.registered.length <= files.kept(folder);
    const figure = `диск полон ${rounds} раз: отказов ${refusals}, неудачных чтений ${found.unread} из ${found.read + found.unread}, снова пишет за ${Math.round(Math.max(...found.back))} мс`;
    expectKept({ figure, goal }, isGood);
  } finally {
    victim.kill();
    await victim.ended;
  }
}

/** Effects of a full disk on readers; times in milliseconds. */
interface Found {
  /** Times that `health` reported lack of space. */
  degraded: number;
  read: number;
  unread: number;
  slowest: number;
  /** Milliseconds from free space until `health` reports it. */
  back: number[];
}

/** Fills the disk, reads as readers do, and frees it. */
async function fillAndFree(url: string, folder: string, found: Found): Promise<void> {
  const ballast = path.join(folder, 'ballast');
  await pause(randomInt(50, 300));
  await takeAll(url, folder, ballast);
  if (!(await health(url)).has_room) found.degraded += 1;
  for (const address of ['/api/diseases/filter', '/api/page/home', '/api/navigation']) {
    const began = performance.now();
    const answer = await fetch(url + address);
    await answer.text();
    found.slowest = Math.max(found.slowest, performance.now() - began);
    if (answer.status === 200) found.read += 1;
    else found.unread += 1;
  }
  await pause(300);
  rmSync(ballast);
  const freed = performance.now();
  while (!(await health(url)).has_room && performance.now() - freed < 30_000) await pause(10);
  found.back.push(performance.now() - freed);
}

async function takeAll(url: string, folder: string, ballast: string): Promise<void> {
  const free = () => statfsSync(folder).bavail * statfsSync(folder).bsize;
  take(ballast, free() - randomInt(0, 600_000));
  // Others write too: the freed rest is taken until nothing can be written.
  const deadline = Date.now() + 20_000;
  while ((await health(url)).has_room && Date.now() < deadline) {
    const rest = free();
    if (rest < 100_000) take(ballast, rest);
    await pause(20);
  }
}

async function health(url: string): Promise<{ has_room: boolean }> {
  const response = await fetch(`${url}/api/health`);
  const { data } = (await response.json()) as { data: { has_room: boolean } };
  return data;
}

/** Letters are files here; each registration has one in the end. */
async function waitUntilIdle(folder: string, registrations: () => number): Promise<boolean> {
  const letters = () =>
    readdirSync(path.join(folder, 'mail')).filter((file) => file.endsWith('-confirm.eml')).length;
  const deadline = Date.now() + 300_000;
  while (letters() < registrations() && Date.now() < deadline) await pause(500);
  return letters() >= registrations();
}

/** Allocates these bytes, or what is left: others write too. */
function take(file: string, count: number): void {
  try {
    appendFileSync(file, Buffer.alloc(Math.max(0, count)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
