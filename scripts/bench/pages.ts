import { rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort, makeFolder, startProduct } from '../check/product.ts';

export const about = 'pages that are drawn for one request, fifty a second, beside a page that is a file';

/** Requests a second, limit of the 95th percentile, and size of a crowd. */
const pace = 50;
const maxPages = 15;
const crowd = 200;

/**
 * `npm run bench -- pages [SECONDS] [CATALOGUE]`: the starter catalogue or the whole base, published first.
 */
export async function run([time = '10', catalogue = 'starter']: string[]): Promise<void> {
  const seconds = Number(time);
  const folder = await makeFolder('pages');
  const product = startProduct({
    DATA_DIR: folder,
    PORT: String(await findFreePort()),
    CATALOGUE: catalogue,
  });
  try {
    const url = await product.whole();
    const file = `${url}deseases/`;
    const lists = ['neurology', 'metabolic'].flatMap((area) =>
      [1, 2, 3].map((page) => `${url}deseases/?areas=${area}&page=${page}`),
    );
    const others = [
      `${url}research/?status=recruiting&view=table`,
      `${url}drugs/?letter=c`,
      ...['onset=child', 'inheritance=autosomal-recessive', 'type=disease', 'letter=b'].map(
        (choice) => `${url}api/diseases/drawn?${choice}&view=list`,
      ),
    ];
    const [first] = await timesOf([lists[0]!], 1, 1);
    console.log(`первая страница, нарисованная для запроса: ${ms(first ?? 0)} мс`);
    await timesOf([...lists, ...others], 2 * pace, pace);
    const before = p95(await timesOf([file], seconds * pace, pace));
    const [drawn, beside] = await Promise.all([
      timesOf([...lists, ...others], seconds * pace, pace),
      timesOf([file], seconds * pace, pace),
    ]);
    const [, crowded] = await Promise.all([
      timesOf([...lists, ...others], crowd, Infinity),
      pause(20).then(() => timesOf([file], 2 * pace, pace)),
    ]);
    console.log(`страница из файла, 50 в секунду: p95 ${ms(before)} мс`);
    console.log(
      `отобранный список, 50 в секунду: ${spread(drawn)} (цель p95 ${maxPages}), в ${ms(p95(drawn) / p95(beside))} раза дольше файла рядом`,
    );
    console.log(`страница из файла рядом с ним: ${spread(beside)}`);
    console.log(`страница из файла рядом с толпой в ${crowd} запросов: ${spread(crowded)}`);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Latencies in milliseconds, open loop, measured from the due time; a rejected request counts as Infinity.
 */
async function timesOf(urls: readonly string[], count: number, perSecond: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const send = async (_: unknown, number: number) => {
    const due = started + (number * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    const status = await statusOf(urls[number % urls.length]!, agent);
    if (status !== 200 && status !== 503) throw new Error(`${urls[number % urls.length]} answered ${status}`);
    return status === 200 ? performance.now() - due : Infinity;
  };
  const times = await Promise.all(Array.from({ length: count }, send));
  agent.destroy();
  return times.toSorted((a, b) => a - b);
}

const at = (times: readonly number[], share: number) => times[Math.floor(times.length * share)] ?? 0;
const p95 = (times: readonly number[]) => at(times, 0.95);
const spread = (times: readonly number[]) =>
  `p50 ${ms(at(times, 0.5))} мс, p95 ${ms(p95(times))} мс, p99 ${ms(at(times, 0.99))} мс`;
const ms = (value: number) => value.toFixed(1);

const statusOf = (url: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    get(url, { agent }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    ).on('error', reject);
  });
