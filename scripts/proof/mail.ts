import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../check/product.ts';
import { registration } from './crash/clients.ts';
import { fill } from './crash/fill.ts';
import { openPostOffice, type PostOffice } from './crash/post-office.ts';
import { startVictim, type Victim } from './crash/victim.ts';
import { measured, unmeasured, type TargetRow } from './table/row.ts';

/** The figure to reach: milliseconds of an answer that promises a letter. */
const longestAnswer = 500;
const command = 'npm run proof -- mail';

/** What ails a mail host, and what it says to anyone who comes. */
const troubles: readonly { name: string; greet?: (socket: Socket) => void }[] = [
  { name: 'закрыт' },
  { name: 'принимает и молчит', greet: () => undefined },
  { name: 'отвечает 421', greet: (socket) => socket.end('421 4.3.2 Service not available\r\n') },
];

/**
 * C-6: while its mail host is closed, silent or turns everybody away, the portal answers those who register as soon as
 * ever, and each letter comes once when the host is back. Each trouble has a server of its own; they are waited for
 * together.
 */
export async function prove(isLong: boolean): Promise<TargetRow[]> {
  const people = Number(process.env['PEOPLE']) || (isLong ? 40 : 5);
  const scenes: Scene[] = [];
  try {
    for (const { name, greet } of troubles) scenes.push(await Scene.open(name, greet));
    for (const scene of scenes) await scene.register(people);
    await Promise.all(scenes.map((scene) => scene.recover()));
    const rows = scenes.map(({ name, registered, letters }) => {
      const wrong = registered.filter((email) => letters.get(email)?.length !== 1);
      return measured(
        {
          target: 'C-6',
          figure: `почтовый узел ${name}: обещано писем ${registered.length} из ${people}, после его возвращения не пришло или пришло не один раз ${wrong.length}`,
          goal: 'обещаны все, каждое пришло один раз',
          command,
        },
        registered.length === people && wrong.length === 0,
        wrong,
      );
    });
    return [...rows, ...scenes.map(rowOfTimes)];
  } finally {
    for (const scene of scenes) await scene.close();
  }
}

/** How long answers take is judged on a machine that has nothing else to do. */
function rowOfTimes({ name, usual, times, load }: Scene): TargetRow {
  const [least, most] = [Math.min(...usual), Math.max(...times)].map(Math.round);
  const figure = `почтовый узел ${name}: регистрация отвечает не позже ${most} мс (при живом узле от ${least} мс)`;
  const row = { target: 'C-6', goal: `до ${longestAnswer} мс`, command };
  const cores = availableParallelism();
  return load < cores || (most ?? 0) <= longestAnswer
    ? measured({ ...row, figure }, (most ?? Infinity) <= longestAnswer)
    : unmeasured({
        ...row,
        figure: `${figure}; машина занята: нагрузка ${load.toFixed(1)} на ${cores} ядра`,
      });
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

/** A portal with a mail host of its own. */
class Scene {
  readonly name: string;
  /** Addresses that were promised a letter while the host was in trouble. */
  readonly registered: string[] = [];
  letters: ReadonlyMap<string, readonly number[]> = new Map();
  /** Milliseconds of answers before the trouble and in it, and the load of the machine meanwhile. */
  readonly usual: number[] = [];
  readonly times: number[] = [];
  load = 0;
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

  /** Three people whose letters go at once, then those whose letters cannot. */
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
      this.load = Math.max(this.load, loadavg()[0] ?? 0);
      await pause(100);
    }
  }

  /** The host is back, and is waited at until nothing lies in the outbox. */
  async recover(): Promise<void> {
    // A letter has been tried in vain.
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
