import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { test } from 'vitest';
import autocannon from 'autocannon';
import sharp, { type SharpOptions } from 'sharp';
import { openDatabase } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { fill } from './harness/catalogue.ts';
import { findFreePort } from '../../scripts/check/product.ts';
import { startVictim, type Victim } from './harness/victim.ts';
import { simplePdf } from '../sample/pdf.ts';
import { addSignedIn } from '../sample/people.ts';
import { expectKept, expectSoon, isLong } from './harness/promise.ts';

const bombsAtOnce = 20;
/** Targets: megabytes taken by bombs, and milliseconds of the 99th percentile. */
const maxMegabytes = 300;
const longestAnswer = 100;

/**
 * E-6 and E-9: a server gets twenty concurrent decompression bombs and malformed queries; it rejects or
 * answers within its memory and latency.
 */
test('E-6 E-9 bombs and malformed queries are rejected within memory and time', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-floods-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  await fill(folder, isLong ? 10_000 : 1000);
  const cookies = await enterAll(folder);
  const victim = await startVictim({
    PORT: String(port),
    DATA_DIR: folder,
  });
  try {
    await expectMalformedRefused(url, isLong ? 20 : 4);
    await expectBombsRefused(url, cookies, victim);
  } finally {
    victim.kill();
    await victim.ended;
    await rm(folder, { recursive: true, force: true });
  }
});

/** One doctor for each bomb, because of personal limits. */
async function enterAll(folder: string): Promise<string[]> {
  const settings = readSettings({ DATA_DIR: folder });
  const database = await openDatabase(settings);
  try {
    const cookies: string[] = [];
    for (let index = 0; index < bombsAtOnce; index += 1)
      cookies.push((await addSignedIn({ database, settings }, 'doctor', `d${index}@example.ru`)).cookie);
    return cookies;
  } finally {
    await database.close();
  }
}

async function expectBombsRefused(url: string, cookies: readonly string[], { pid }: Victim): Promise<void> {
  const bombs = await makeBombs();
  // Warm-up: caches of the first picture and document are not the bombs' memory.
  const harmless = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  await send(url, cookies[0] ?? '', { name: 'снимок.jpg', bytes: harmless });
  await send(url, cookies[0] ?? '', { name: 'бумага.pdf', bytes: await simplePdf() });
  await pause(1000);
  const before = megabytesOf(pid);
  let peak = before;
  const looking = setInterval(() => void (peak = Math.max(peak, megabytesOf(pid))), 10);
  const statuses = new Map<number, number>();
  const taken: string[] = [];
  for (let wave = 0; wave < 3; wave += 1) {
    const sent = cookies.map(async (cookie, index) => {
      const one = bombs[(index + wave) % bombs.length]!;
      const status = await send(url, cookie, one);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200 || status === 500) taken.push(`${one.name}: ${status}`);
    });
    await Promise.all(sent);
  }
  clearInterval(looking);
  const more = Math.round(peak - before);
  const answers = [...statuses].map(([status, count]) => `${status} × ${count}`).join(', ');
  expectKept(
    {
      figure: `${bombsAtOnce} бомб разом, трижды: ответы ${answers}; память +${more} МБ (было ${Math.round(before)})`,
      goal: `приняты 0, ошибок сервера 0, до +${maxMegabytes} МБ`,
    },
    taken.length === 0 && more <= maxMegabytes,
    taken,
  );
}

interface Bomb {
  name: string;
  bytes: Buffer;
}

/** Pictures too large, too long or truncated, documents whose streams expand to the limit and beyond. */
async function makeBombs(): Promise<Bomb[]> {
  const blank = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#000' } });
  const cut = await sharp({
    create: { width: 4900, height: 4900, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  } as SharpOptions)
    .jpeg({ quality: 60 })
    .toBuffer();
  const frames = Buffer.alloc(8 * 8 * 3 * 40, 7).map((byte, at) => byte + Math.floor(at / 192) * 5);
  return [
    { name: '100 мегапикселей.png', bytes: await blank(10_000).png({ compressionLevel: 9 }).toBuffer() },
    { name: 'обрезанный.jpg', bytes: cut.subarray(0, Math.floor(cut.length * 0.9)) },
    {
      name: '40 кадров.webp',
      bytes: await sharp(frames, { raw: { width: 8, height: 320, pageHeight: 8, channels: 3 } })
        .webp({ loop: 0 })
        .toBuffer(),
    },
    { name: 'программа на дне.pdf', bytes: packedPdf(23) },
    { name: 'без дна.pdf', bytes: packedPdf(1000) },
  ];
}

/** A document with a script in a stream that expands to these megabytes. */
function packedPdf(megabytes: number): Buffer {
  const unfolded = Buffer.alloc(megabytes * 2 ** 20, ' ');
  unfolded.write('1 0 << /S /JavaScript /JS (app.alert(1)) >>');
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /First 4 /Filter /FlateDecode >>\nstream\n'),
    deflateSync(unfolded),
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

async function send(url: string, cookie: string, { name, bytes }: Bomb): Promise<number> {
  const body = new FormData();
  body.set('type', 'correction');
  body.set('text', 'Исправьте распространённость.');
  body.set('files', new File([new Uint8Array(bytes)], name));
  const response = await fetch(`${url}/api/applications`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', cookie },
    body,
  });
  await response.text();
  return response.status;
}

function megabytesOf(pid: number): number {
  const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const bad: readonly string[] = [
  'a'.repeat(10_000),
  'б'.repeat(2000),
  Array.from({ length: 1000 }, (_, index) => `t${index}`).join(' '),
  Array.from({ length: 33 }, (_, index) => `б${index % 10}`).join(' '),
  '%',
  '%%%_%',
  '___',
  '***',
  'б*',
  '"болезнь',
  "' or 1=1 --",
  '"" OR NEAR(а б)',
  '^(болезнь) AND -NOT:',
  '\u0000\u0001',
  '💊'.repeat(40),
];
/** Malformed input: lone surrogates, invalid bytes, incomplete escapes. */
const raw = ['%ED%A0%80', '%FF%FE%FD', '%D0', '%', '%zz'];

async function expectMalformedRefused(url: string, seconds: number): Promise<void> {
  const words = [...bad.map((text) => encodeURIComponent(text)), ...raw];
  const usual = ['болезнь 7', 'disease 12', 'признак', 'гликоген'].map((text) => encodeURIComponent(text));
  const search = (texts: readonly string[]) =>
    texts.flatMap((text) => [`/api/fast-search?query=${text}`, `/api/search?query=${text}`]);
  const lists = (texts: readonly string[]) =>
    texts.flatMap((text) => [`/api/diseases?areas=${text}`, `/api/diseases/filter?areas=${text}`]);
  await shoot(url, search(usual), 1);
  for (const [name, plain, hostile] of [
    ['поиск', search(usual), search(words)],
    ['списки', lists(['metabolic', 'neurology', 'oncology']), lists(words)],
  ] as const) {
    const peer = await shoot(url, plain, seconds);
    const found = await shoot(url, hostile, seconds);
    const statuses = Object.entries(found.statusCodeStats).map(
      ([status, { count }]) => `${status} × ${count}`,
    );
    const broken = found['5xx'] + found.errors + found.timeouts;
    expectKept(
      {
        figure: `${name}, ${hostile.length} вредных запросов по кругу: ${statuses.join(', ')}; 5xx и без ответа ${broken}`,
        goal: '5xx 0, без ответа 0',
      },
      broken === 0,
    );
    const figure = `${name}: 99 % вредных за ${found.latency.p99} мс, обычных за ${peer.latency.p99} мс, отношение ${(found.latency.p99 / Math.max(1, peer.latency.p99)).toFixed(2)}`;
    expectSoon({ figure, goal: `99 % за ${longestAnswer} мс` }, found.latency.p99 <= longestAnswer);
  }
}

let visitors = 0;

/** Each request has its own network: rate limits are not measured. */
async function shoot(url: string, addresses: readonly string[], duration: number) {
  return await autocannon({
    url,
    connections: 8,
    duration,
    requests: addresses.map((address) => ({
      path: address,
      setupRequest: (request) => {
        visitors += 1;
        const network = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
        return { ...request, headers: { ...request.headers, 'x-forwarded-for': network } };
      },
    })),
  });
}
