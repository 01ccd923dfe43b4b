import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Limits of search, sign-in and save: milliseconds, and multiple of the undisturbed time. */
const maxProbeMs = 500;
const maxRatio = 5;
const rounds = 3;
/** Simultaneous connections of each call. */
const connections = 4;

export interface Try {
  name: string;
  headers: Record<string, string>;
  path: string;
  method: string;
  body?: () => BodyInit;
}

/** Requests of others meanwhile; each returns its status. */
export type Probes = Record<'search' | 'sign-in' | 'save', () => Promise<number>>;
type Times = Record<keyof Probes, number>;

interface Held {
  name: string;
  way: 'unread answer' | 'trickling body';
  times: Times;
}

/**
 * Sends every call without reading the response, and those with a body by a trickling one, while others
 * search, sign in and save. System buffers absorb small responses: only large ones fill them. Returns the
 * number of disturbing calls.
 */
export async function measureHeld(url: string, tries: readonly Try[], probes: Probes): Promise<number> {
  const base = medianOf(await repeat(probes, 15));
  const rows: Held[] = [];
  for (const one of tries) {
    rows.push({ name: one.name, way: 'unread answer', times: await disturbed(url, one, probes, sendUnread) });
    if (one.method !== 'GET')
      rows.push({
        name: one.name,
        way: 'trickling body',
        times: await disturbed(url, one, probes, sendTrickle),
      });
  }
  const worst = ({ times }: Held) => Math.max(...Object.values(times));
  rows.sort((one, other) => worst(other) - worst(one));
  console.log(`\n${'others meanwhile'.padEnd(64)}way              search  sign-in     save ms`);
  for (const { name, way, times } of rows.slice(0, 15))
    console.log(
      `${name.slice(0, 63).padEnd(64)}${way.padEnd(15)}${Object.values(times)
        .map((ms) => ms.toFixed(0).padStart(9))
        .join('')}`,
    );
  const isOver = ({ times }: Held) =>
    (Object.keys(times) as (keyof Times)[]).some(
      (name) => times[name] > maxProbeMs || times[name] > Math.max(maxRatio * base[name], 50),
    );
  const over = rows.filter(isOver);
  console.log(
    `undisturbed: search ${base.search.toFixed(1)}, sign-in ${base['sign-in'].toFixed(1)}, save ${base.save.toFixed(1)} ms; calls held ${rows.length}, over ${maxProbeMs} ms or ${maxRatio} times as long: ${over.length}`,
  );
  return over.length;
}

/** The best of a few rounds, which excludes noise of the machine. */
async function disturbed(
  url: string,
  one: Try,
  probes: Probes,
  send: (url: string, one: Try) => Promise<Socket>,
): Promise<Times> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => send(url, one)));
  try {
    await pause(30);
    return bestOf(await repeat(probes, rounds));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function repeat(probes: Probes, count: number): Promise<Times[]> {
  const all: Times[] = [];
  for (let round = 0; round < count; round += 1) {
    const times = {} as Times;
    for (const [name, probe] of Object.entries(probes) as [keyof Probes, () => Promise<number>][]) {
      const beganAt = performance.now();
      const status = await probe();
      times[name] = performance.now() - beganAt;
      if (status !== 200) throw new Error(`${name} answered ${status}`);
    }
    all.push(times);
  }
  return all;
}

const over = (all: readonly Times[], choose: (values: number[]) => number): Times => ({
  search: choose(all.map(({ search }) => search)),
  'sign-in': choose(all.map((times) => times['sign-in'])),
  save: choose(all.map(({ save }) => save)),
});
const bestOf = (all: readonly Times[]) => over(all, (values) => Math.min(...values));
const medianOf = (all: readonly Times[]) =>
  over(all, (values) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0);

async function open(
  url: string,
  { method, path, headers }: Try,
  more: Record<string, string>,
): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The server may close the connection of a slow or refused body.
  socket.on('error', () => {});
  socket.pause();
  await once(socket, 'connect');
  const network = [10, ...randomBytes(3)].join('.');
  const lines = Object.entries({ host, 'x-forwarded-for': network, ...headers, ...more });
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  return socket;
}

async function sendUnread(url: string, one: Try): Promise<Socket> {
  if (!one.body) return await open(url, one, {});
  const { headers, bytes } = await encoded(one);
  const socket = await open(url, one, headers);
  socket.write(bytes);
  return socket;
}

/** Ten bytes of a body announced in full. */
async function sendTrickle(url: string, one: Try): Promise<Socket> {
  const { headers, bytes } = await encoded(one);
  const socket = await open(url, one, headers);
  socket.write(bytes.subarray(0, 10));
  return socket;
}

async function encoded({ body, headers }: Try): Promise<{ headers: Record<string, string>; bytes: Buffer }> {
  const response = new Response(body?.());
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = headers['content-type'] ?? response.headers.get('content-type') ?? 'application/json';
  return { bytes, headers: { 'content-length': String(bytes.length), 'content-type': type } };
}
