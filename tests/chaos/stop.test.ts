import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { openPublisher } from '#publisher/publish.ts';
import { openDatabase } from '#server/database/database.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { readSettings } from '#server/settings.ts';
import { findFreePort } from '../../scripts/check/product.ts';
import { fill, followers } from './harness/fill.ts';
import { password } from '../sample/people.ts';
import { startVictim } from './harness/victim.ts';
import { expectKept, isLong } from './harness/promise.ts';
import { createContext } from '#server/request/context.ts';

const connections = 32;
/** Target: milliseconds from signal to exit. */
const longestEnd = 10_000;

/**
 * C-7: a server is stopped while 32 keep-alive connections read pages, call the API and write, and is
 * restarted; STOPS sets how often. Clients retry refused connections only. Not with autocannon, which does
 * not distinguish refused connections from truncated responses.
 */
test('C-7 a server that is stopped and restarted under load cuts no response', async () => {
  const stops = Number(process.env['STOPS']) || (isLong ? 200 : 10);
  const folder = await mkdtemp(path.join(tmpdir(), 'register-stop-'));
  const environment = {
    PORT: String(await findFreePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  };
  const diseases = await fill(folder);
  await publishOnce(folder);
  let victim = await startVictim(environment);
  const ends: number[] = [];
  const away: number[] = [];
  const crowd = new Crowd(Number(environment.PORT), diseases);
  try {
    await crowd.signIn();
    const over = new AbortController();
    const working = crowd.workUntil(over.signal);
    for (let stop = 1; stop <= stops; stop += 1) {
      await pause(randomInt(300, 1200));
      const stoppedAt = performance.now();
      victim.stop();
      const hard = setTimeout(() => victim.kill(), 2 * longestEnd);
      await victim.ended;
      clearTimeout(hard);
      ends.push(performance.now() - stoppedAt);
      victim = await startVictim(environment);
      away.push(victim.readyAfter);
    }
    over.abort();
    await working;
  } finally {
    victim.kill();
    await victim.ended;
    await rm(folder, { recursive: true, force: true });
  }
  const { answered, torn, reset, refused, failed } = crowd;
  const slowest = Math.round(Math.max(...ends));
  expectKept(
    {
      figure: `остановок ${stops}, соединений ${connections}, ответов ${answered}: оборвано ответов ${torn.length}, соединений до ответа ${reset.length}; выход не позже ${slowest} мс`,
      goal: `оборвано 0, выход за ${longestEnd / 1000} с`,
    },
    answered > 0 && torn.length + reset.length === 0 && slowest <= longestEnd,
    [...torn, ...reset],
  );
  expectKept(
    {
      figure: `перезапуск за перезапуском: читатель повторяет только там, где никто не слушает (${refused} раз), запросов без ответа ${torn.length + reset.length}, ответов 5xx ${failed.length}; новый отвечает не позже ${Math.round(Math.max(...away))} мс от своего начала`,
      goal: 'без ответа 0, 5xx 0',
    },
    answered > 0 && torn.length + reset.length + failed.length === 0,
    failed,
  );
});

/** Publishes once, before the restarts. */
async function publishOnce(folder: string): Promise<void> {
  const settings = readSettings({ DATA_DIR: folder });
  const database = await openDatabase(settings);
  const source = catalogueSource(createContext({ settings, database }));
  const publisher = openPublisher({ source, dataDir: folder, siteUrl: settings.SITE_URL });
  await publisher.publish();
  publisher.close();
  await database.close();
}

interface Question {
  method: 'GET' | 'POST';
  address: string;
  body?: string;
}
type Outcome = { status: number; cookies: string[] } | { error: string; isBegun: boolean };

/** Clients on keep-alive connections, with the outcome of their requests. */
class Crowd {
  answered = 0;
  refused = 0;
  /** Truncated responses. */
  readonly torn: string[] = [];
  /** Connections closed after the request, before a response. */
  readonly reset: string[] = [];
  readonly failed: string[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: connections });
  readonly #port: number;
  readonly #diseases: readonly number[];
  #cookie = '';
  #requests = 0;

  constructor(port: number, diseases: readonly number[]) {
    this.#port = port;
    this.#diseases = diseases;
  }

  async signIn(): Promise<void> {
    const body = new URLSearchParams({ email: followers[0] ?? '', password }).toString();
    const outcome = await this.#send({ method: 'POST', address: '/api/auth/login', body });
    if (!('status' in outcome) || outcome.status !== 200) throw new Error('A follower cannot sign in');
    this.#cookie = outcome.cookies.map((line) => line.split(';')[0]).join('; ');
  }

  async workUntil(signal: AbortSignal): Promise<void> {
    const work = async () => {
      while (!signal.aborted) await this.#requestUntilAnswered(this.#next(), signal);
    };
    await Promise.all(Array.from({ length: connections }, work));
    this.#agent.destroy();
  }

  async #requestUntilAnswered(question: Question, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const outcome = await this.#send(question);
      const name = `${question.method} ${question.address}`;
      if ('status' in outcome) {
        this.answered += 1;
        if (outcome.status >= 500) this.failed.push(`${name}: ${outcome.status}`);
        return;
      }
      if (outcome.error !== 'ECONNREFUSED') {
        (outcome.isBegun ? this.torn : this.reset).push(`${name}: ${outcome.error}`);
        return;
      }
      this.refused += 1;
      await pause(20);
    }
  }

  #next(): Question {
    const turn = (this.#requests += 1);
    const id = this.#diseases[turn % this.#diseases.length];
    const read = ['/', '/deseases/', `/deseases/${id}/`, '/api/diseases', `/api/diseases/${id}`];
    if (turn % 6 < read.length) return { method: 'GET', address: read[turn % 6] ?? '/' };
    const body = new URLSearchParams({ id: String(id), frequency: turn % 4 ? 'now' : 'weekly' }).toString();
    return { method: 'POST', address: '/api/subscribes/add', body };
  }

  #send({ method, address, body }: Question): Promise<Outcome> {
    const network = randomInt(2 ** 24);
    return new Promise((resolve) => {
      let isBegun = false;
      const fail = (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message, isBegun });
      const outgoing = request(
        { host: '127.0.0.1', port: this.#port, path: address, method, agent: this.#agent },
        (response) => {
          isBegun = true;
          const cookies = response.headers['set-cookie'] ?? [];
          response.resume();
          response.on('error', fail);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, cookies }));
          response.on('close', () => response.complete || fail(new Error('torn')));
        },
      );
      outgoing.on('error', fail);
      outgoing.setHeader('x-forwarded-for', `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`);
      outgoing.setHeader('sec-fetch-site', 'same-origin');
      if (this.#cookie) outgoing.setHeader('cookie', this.#cookie);
      if (body !== undefined) outgoing.setHeader('content-type', 'application/x-www-form-urlencoded');
      outgoing.end(body);
    });
  }
}
