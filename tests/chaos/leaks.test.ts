import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { test } from 'vitest';
import { closedFields, publicKinds } from '#domain/kinds/index.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { canary, letCanariesIn } from '../sample/canaries.ts';
import { addSignedIn } from '../sample/people.ts';
import { openSmallPortal, type SmallPortal } from './harness/portal.ts';
import { expectKept } from './harness/promise.ts';

/** Seconds until removed content is unreadable. */
const maxSeconds = 60;

/**
 * A-5 and G-6: unique words in drafts, closed fields, cases and personal data are searched in every published
 * file (decompressed), in responses to anonymous visitors and doctors, and in the log; then a record is
 * removed, and the time until its word is gone is measured.
 */
test('A-5 G-6 hidden words are in no file, response or log', async () => {
  const log: string[] = [];
  const restore = tapOutput(log);
  let portal: SmallPortal | undefined;
  try {
    portal = await openSmallPortal({ LOG_LEVEL: 'trace' });
    const words = await letCanariesIn(portal.database, portal.sample.gaucher);
    words.push(...(await hideInRecords(portal)));
    const open = `${canary.russian}снятая`;
    const shown = await writeNews(portal, open);
    await portal.publisher.publish();
    const files = await filesOf(portal);
    const inFiles = files.filter(({ text }) => words.some((word) => text.includes(word)));
    const answers = await answersOf(portal);
    const inAnswers = answers.filter(({ text }) => words.some((word) => text.includes(word)));
    await knock(portal, words);
    const isSeen = files.some(({ text }) => text.includes(open));
    const { seconds, left } = await takeOff(portal, shown, open);
    // Other processes write no log.
    const inLog = log.filter((line) => words.some((word) => line.includes(word)));
    const from = `слов ${words.length}, файлов ${files.length}, ответов ${answers.length}`;
    restore();
    expectKept(
      {
        figure: `${from}: нашлось в файлах ${inFiles.length}, в ответах ${inAnswers.length}`,
        goal: 'от 200 слов, нигде ни одного',
      },
      words.length >= 200 && inFiles.length + inAnswers.length === 0,
      [...inFiles, ...inAnswers].map(({ name }) => name),
    );
    expectKept(
      {
        figure: `снятая запись исчезла из файлов и ответов за ${seconds.toFixed(1)} с`,
        goal: `не позже ${maxSeconds} с, до того была видна`,
      },
      isSeen && left.length === 0 && seconds <= maxSeconds,
      left,
    );
    expectKept(
      {
        figure: `строк журнала ${log.length}, с тайным словом ${inLog.length}`,
        goal: '0 при подробном журнале',
      },
      log.length > 0 && inLog.length === 0,
      inLog.map((line) => line.slice(0, 200)),
    );
  } finally {
    restore();
    await portal?.close();
  }
});

/** The log bypasses the console: standard output is captured. */
function tapOutput(lines: string[]): () => void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array, ...rest: []) => {
    const text = String(chunk);
    if (!text.startsWith('{"level"')) return write(chunk, ...rest);
    lines.push(...text.trim().split('\n'));
    return true;
  };
  return () => {
    process.stdout.write = write;
  };
}

/** Puts a word into each text of a draft of each kind, and into each closed field. */
async function hideInRecords({ server, sample }: SmallPortal): Promise<string[]> {
  const words: string[] = [];
  const sing = () => {
    words.push(`${canary.russian}записи${words.length}ж`);
    return words.at(-1)!;
  };
  const common = { origins: 'editor', author: 'proof' } as const;
  const least: Record<string, Record<string, unknown>> = {
    disease: { title_status: 'unsure', synonyms: ['?'], therapy: '?', overview: '?' },
    drug: { inn: '?', dosing: '?', indications: '?' },
    news: { key: 'proof', date: '2026-11-21', body: '?', lead: '?' },
    clinic: { about: '?' },
    project: { status: 'planned', goal: '?' },
    diagnostic: { about: '?' },
  };
  await server.database.transaction(async (tx) => {
    for (const { name, fields } of publicKinds) {
      const wish = least[name];
      if (!wish) continue;
      const known = Object.entries(wish).filter(([field]) => field in fields.shape);
      const filled = Object.fromEntries(
        known.map(([field, value]) => [
          field,
          value === '?' ? sing() : Array.isArray(value) ? [sing()] : value,
        ]),
      );
      const draft = { kind: name, fields: { title: sing(), ...filled }, ...common };
      await writeRecord(tx, { ...draft, state: 'draft' });
    }
    for (const kind of publicKinds)
      for (const field of closedFields(kind)) {
        const id = kind.name === 'drug' ? sample.cerezyme : undefined;
        if (id !== undefined)
          await writeRecord(tx, { kind: kind.name, id, fields: { [field]: sing() }, ...common });
      }
  });
  return words;
}

async function writeNews({ server }: SmallPortal, title: string): Promise<number> {
  const fields = { title, key: 'taken-off', date: '2026-11-20' };
  const draft = { kind: 'news', fields, state: 'published', origins: 'editor', author: 'proof' } as const;
  return (await server.database.transaction((tx) => writeRecord(tx, draft))).id;
}

interface Text {
  name: string;
  text: string;
}

async function filesOf({ settings }: SmallPortal): Promise<Text[]> {
  const folder = path.join(settings.DATA_DIR, 'site');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((one) => path.join(one.parentPath, one.name));
  return await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const whole = file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes;
      return { name: path.relative(folder, file), text: whole.toString() };
    }),
  );
}

const searched = ['fast-search?query=', 'search?query='];

/**
 * Responses of all reading calls to an anonymous visitor and a partner, for each record and a prefix search.
 */
async function answersOf(portal: SmallPortal): Promise<Text[]> {
  const { server, sample } = portal;
  const { paths } = (await (await fetch(new URL('/api/openapi.json', server.url))).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const reading = Object.entries(paths).flatMap(([url, methods]) => ('get' in methods ? [url] : []));
  const addresses = reading.flatMap((url) =>
    url.includes('{')
      ? Object.values(sample).map((id) => url.replace('{code}', 'about').replace(/\{\w+\}/g, String(id)))
      : [url],
  );
  addresses.push(...searched.map((start) => `/api/${start}${encodeURIComponent('тайная')}`));
  const partner = await addSignedIn(portal, 'patient', 'partner@example.ru');
  const answers: Text[] = [];
  for (const cookie of ['', partner.cookie])
    for (const address of addresses) {
      const stop = new AbortController();
      const response = await fetch(new URL(address, server.url), {
        headers: { 'x-forwarded-for': networkOf(answers.length), ...(cookie ? { cookie } : {}) },
        signal: stop.signal,
      });
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      const text = isStream ? '' : await response.text();
      if (isStream) stop.abort();
      answers.push({ name: address, text });
    }
  return answers;
}

/** Submits every word in forms: rejected ones, and ones that fail. */
async function knock({ server }: SmallPortal, words: readonly string[]): Promise<void> {
  for (const [index, word] of words.entries())
    await fetch(new URL(index % 2 ? '/api/auth/login' : '/api/search', server.url), {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        'x-forwarded-for': networkOf(100_000 + index),
        cookie: `sid=${encodeURIComponent(word)}`,
      },
      body: index % 3 ? JSON.stringify({ email: `${word}@example.ru`, password: word }) : `{"${word}`,
    }).then((response) => response.arrayBuffer());
}

const networkOf = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

/**
 * Seconds until the removed record's word is in no served file or response. The publisher's replica is
 * private and keeps freed bytes until overwritten.
 */
async function takeOff(
  portal: SmallPortal,
  id: number,
  word: string,
): Promise<{ seconds: number; left: string[] }> {
  const began = performance.now();
  const draft = {
    kind: 'news',
    id,
    fields: {},
    state: 'archived',
    origins: 'editor',
    author: 'proof',
  } as const;
  await portal.database.transaction((tx) => writeRecord(tx, draft));
  await portal.publisher.publish();
  const holding = async () => {
    const api = await (await fetch(new URL('/api/news', portal.server.url))).text();
    const files = (await filesOf(portal)).filter(({ name }) => !name.startsWith('snapshot.sqlite'));
    const all = [...files, { name: '/api/news', text: api }];
    return all.filter(({ text }) => text.includes(word)).map(({ name }) => name);
  };
  let left = await holding();
  while (left.length > 0 && performance.now() - began < maxSeconds * 1000) {
    await pause(500);
    left = await holding();
  }
  return { seconds: (performance.now() - began) / 1000, left };
}
