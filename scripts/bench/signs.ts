import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { stripTypeScriptTypes } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { unpackSigns } from '../../src/domain/signs/pack.ts';
import { browserFlags, ensureBrowser, findBrowser } from '../check/browser.ts';
import { randomNumbers } from '#domain/random.ts';
import { signsFile } from '../starter/signs.ts';
import { readArguments, readCount } from '../arguments.ts';

export const usage = {
  name: 'bench signs',
  arguments: '[PATIENTS]',
  about: 'how long the aid by signs ranks in Chromium at 4 × throttle, beside counting equal labels',
} as const;

const throttle = 4;
const maxSigns = 30;
const signs = 6;
const root = new URL('../../', import.meta.url);

/**
 * `npm run bench -- signs [PATIENTS]`: simulated patients with six signs of a random disease. The page's
 * modules run in its main thread, because Chromium does not throttle workers.
 */
export async function run(args: string[]): Promise<void> {
  const [patientCount = '200'] = readArguments(args, usage).positionals;
  const packed = brotliDecompressSync(await readFile(signsFile));
  const patients = draw(packed, readCount(patientCount, 'PATIENTS'));
  const server = createServer((request, response) => {
    void answer(request.url ?? '/', packed).then(({ type, body }) =>
      response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ensureBrowser();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const times = await page.evaluate(measure, patients);
    const rank = textOf(times.rank);
    console.log(`Chromium ${browser.version()}, ×${throttle}, больных ${patients.length}`);
    console.log(`  подготовка указателя, раз: ${times.prepare.toFixed(0)} мс`);
    console.log(`  порядок болезней: ${rank}`);
    console.log(`  весь ответ экрана: ${textOf(times.answer)}`);
    console.log(`  равные подписи: ${textOf(times.equal)}`);
    const ratio = at(times.rank, 0.5) / at(times.equal, 0.5);
    console.log(
      `Порядок: p95 ${at(times.rank, 0.95).toFixed(1)} мс (нужно ≤ ${maxSigns}); к равным подписям ${ratio.toFixed(1)}×`,
    );
  } finally {
    await browser.close();
    server.close();
  }
}

async function measure(patients: string[][]) {
  const [pack, profiles, ranks, answers, methods] = await Promise.all(
    [
      'src/domain/signs/pack',
      'src/domain/signs/profiles',
      'src/domain/signs/rank',
      'src/domain/signs/answer',
      'scripts/bench/signs/equal-labels',
    ].map((name) => import(`/${name}.ts`)),
  );
  const bytes = await (await fetch('/index.bin')).arrayBuffer();
  const begun = performance.now();
  const index = profiles.prepare(pack.unpackSigns(new Uint8Array(bytes)));
  const prepare = performance.now() - begun;
  const equalLabels = methods.equalLabels(index);
  const timed = (action: (patient: { present: string[]; absent: string[] }) => unknown) =>
    patients.map((present) => {
      const start = performance.now();
      action({ present, absent: [] });
      return performance.now() - start;
    });
  const ways = {
    rank: (patient: object) => ranks.rank(patient, index),
    answer: (patient: object) => answers.answerOf(patient, [], index, 10),
    equal: (patient: object) => equalLabels(patient),
  };
  // Warm-up.
  for (const way of Object.values(ways)) timed(way);
  return { prepare, rank: timed(ways.rank), answer: timed(ways.answer), equal: timed(ways.equal) };
}

async function answer(url: string, packed: Buffer): Promise<{ type: string; body?: string | Buffer }> {
  if (url === '/') return { type: 'text/html', body: '<!doctype html><title>signs</title>' };
  if (url === '/index.bin') return { type: 'application/octet-stream', body: packed };
  if (!/^\/(?:src|scripts)\/[\w/-]+\.ts$/.test(url)) return { type: 'text/plain' };
  const source = await readFile(new URL(`.${url}`, root), 'utf8');
  return { type: 'text/javascript', body: stripTypeScriptTypes(source, { mode: 'transform' }) };
}

function draw(packed: Buffer, count: number): string[][] {
  const { candidates, terms } = unpackSigns(packed);
  const roll = randomNumbers(18);
  const long = candidates.flatMap(({ forms }) => forms).filter((form) => form.signs.length >= signs);
  return Array.from({ length: count }, () => {
    const form = long[Math.floor(roll() * long.length)]!;
    const drawn = form.signs.map(([term]) => ({ term, lot: roll() })).toSorted((a, b) => a.lot - b.lot);
    return drawn.slice(0, signs).map(({ term }) => `HP:${String(terms[term]!.hpo).padStart(7, '0')}`);
  });
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)]!;
}
const textOf = (times: readonly number[]) =>
  `середина ${at(times, 0.5).toFixed(1)} мс, p95 ${at(times, 0.95).toFixed(1)} мс`;
