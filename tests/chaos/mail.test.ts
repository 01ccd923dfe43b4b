import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { findFreePort } from '../../scripts/check/product.ts';
import { registration } from './harness/clients.ts';
import { fill } from './harness/fill.ts';
import { openPostOffice, type PostOffice } from './harness/post-office.ts';
import { startVictim, type Victim } from './harness/victim.ts';
import { expectKept, expectSoon, isLong } from './harness/promise.ts';

/** Target: milliseconds of a response that promises a letter. */
const longestAnswer = 500;

/** Failures of a mail host, and its greeting. */
const troubles: readonly { name: string; greet?: (socket: Socket) => void }[] = [
  { name: 'закрыт' },
  { name: 'принимает и молчит', greet: () => undefined },
  { name: 'отвечает 421', greet: (socket) => socket.end('421 4.3.2 Service not available\r\n') },
];

/**
 * C-6: while the mail host is closed, silent or rejecting, registrations are answered as fast as usual, and
 * each letter arrives once afterwards. Each failure has its own server; all run together.
 */
test('C-6 registrations are answered while the mail host fails, and each letter arrives once', async () => {
  const people = Number(process.env['PEOPLE']) || (isLong ? 40 : 5);
  const scenes: Scene[] = [];
  try {
    for (const { name, greet } of troubles) scenes.push(await Scene.open(name, greet));
    for (const scene of scenes) await scene.register(people);
    await Promise.all(scenes.map((scene) => scene.recover()));
    for (const { name, registered, letters } of scenes) {
      const wrong = registered.filter((email) => letters.get(email)?.length !== 1);
      expectKept(
        {
          figure: `почтовый узел ${name}: обещано писем ${registered.length} из ${people}, после его возвращения не пришло или пришло не один раз ${wrong.length}`,
          goal: 'обещаны все, каждое пришло один раз',
        },
        registered.length === people && wrong.length === 0,
        wrong,
      );
    }
    for (const scene of scenes) judgeTimes(scene);
  } finally {
    for (const scene of scenes) await scene.close();
  }
});

function judgeTimes({ name, usual, times }: Scene): void {
  const [least, longest] = [Math.min(...usual), Math.max(...times)].map(Math.round);
  const figure = `почтовый узел ${name}: регистрация отвечает не позже ${longest} мс (при живом узле от ${least} мс)`;
  expectSoon({ figure, goal: `до ${longestAnswer} мс` }, (longest ?? Infinity) <= longestAnswer);
}

let visitors = 0;

interface Place {
  name: string;
  greet: ((socket: Socket) => void) | undefined;
  folder: string;
  url: string;
  mailPort: number;
  victim: Victim;
}

/** A portal with its own mail host. */
class Scene {
  readonly name: string;
  /** Addresses promised a letter during the failure. */
  readonly registered: string[] = [];
  letters: ReadonlyMap<string, readonly number[]> = new Map();
  /** Response times before and during the failure. */
  readonly usual: number[] = [];
  readonly times: number[] = [];
  readonly #folder: string;
  readonly #url: string;
  readonly #mailPort: number;
  readonly #victim: Victim;
  readonly #greet: ((socket: Socket) => void) | undefined;
  #post: PostOffice | undefined;
  #leave: () => Promise<void> = async () => undefined;

  static async open(name: string, greet?: (socket: Socket) => void): Promise<Scene> {
    const folder = await mkdtemp(path.join(tmpdir(), 'register-mail-'));
    await fill(folder);
    const [port, mailPort] = [await findFreePort(), await findFreePort()];
    const victim = await startVictim({
      PORT: String(port),
      DATA_DIR: folder,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    });
    return new Scene({ name, greet, folder, url: `http://127.0.0.1:${port}`, mailPort, victim });
  }

  private constructor({ name, greet, folder, url, mailPort, victim }: Place) {
    this.name = name;
    this.#greet = greet;
    this.#folder = folder;
    this.#url = url;
    this.#mailPort = mailPort;
    this.#victim = victim;
  }

  /** Three people whose letters are sent, then those whose letters cannot be. */
  async register(people: number): Promise<void> {
    const post = await openPostOffice(this.#mailPort);
    for (let index = 0; index < 3; index += 1) this.usual.push((await this.#registerOne()).milliseconds);
    await post.settle(this.#folder);
    await post.close();
    await this.#begin();
    for (let index = 0; index < people; index += 1) {
      const { email, status, milliseconds } = await this.#registerOne();
      if (status === 200) this.registered.push(email);
      this.times.push(milliseconds);
      await pause(100);
    }
  }

  /** Restores the host and waits for an empty outbox. */
  async recover(): Promise<void> {
    // After a failed attempt.
    await pause(2000);
    await this.#leave();
    this.#post = await openPostOffice(this.#mailPort);
    await this.#post.settle(this.#folder);
    this.letters = this.#post.letters;
  }

  async close(): Promise<void> {
    this.#victim.kill();
    await this.#victim.ended;
    await this.#leave();
    await this.#post?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #begin(): Promise<void> {
    const greet = this.#greet;
    if (!greet) return;
    const sockets = new Set<Socket>();
    const host = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      greet(socket);
    }).listen(this.#mailPort, '127.0.0.1');
    await once(host, 'listening');
    this.#leave = async () => {
      this.#leave = async () => undefined;
      for (const socket of sockets) socket.destroy();
      host.close();
      await once(host, 'close');
    };
  }

  async #registerOne(): Promise<{ email: string; status: number; milliseconds: number }> {
    visitors += 1;
    const email = `waits${visitors}@example.ru`;
    const began = performance.now();
    const response = await fetch(`${this.#url}/api/register/doctor`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `10.7.0.${visitors}` },
      body: new URLSearchParams(registration(email)),
    });
    await response.text();
    return { email, status: response.status, milliseconds: performance.now() - began };
  }
}
