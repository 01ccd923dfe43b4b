import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { verifyAudit } from '#server/audit/verify.ts';
import { openDatabase } from '#server/database/database.ts';
import { findFreePort, startProduct } from '../../scripts/check/product.ts';
import { Editor, enterAsEditor } from './harness/editor.ts';
import { fill } from './harness/fill.ts';
import { ofProof } from './harness/settings.ts';
import { expectKept, isLong } from './harness/promise.ts';

const diskBytes = 300 * 2 ** 20;
const goal = 'подтверждённое цело, ничего наполовину, читатели видят целые страницы';

/**
 * An editor saves, publishes, bulk changes, schedules, restores and rolls back while server and publisher are
 * killed (B-5) and the disk runs full and is freed (B-3): acknowledged actions hold, nothing is partial,
 * readers always see whole pages and finally exactly what was published.
 */
test('B-5 edits hold while server and publisher are killed and the disk runs full', async () => {
  const kills = Number(process.env['KILLS']) || (isLong ? 200 : 6);
  const rounds = Number(process.env['ROUNDS']) || (isLong ? 30 : 2);
  const folder = mkdtempSync(path.join(tmpdir(), 'register-desk-'));
  let isSmall = true;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'register', folder], {
      stdio: 'ignore',
    });
  } catch {
    isSmall = false;
  }
  try {
    await expectEditsHold(folder, { kills, rounds: isSmall ? rounds : 0 });
    if (!isSmall)
      console.log('—   полный диск: эта учётная запись системы не может завести малый диск (mount -t tmpfs)');
  } finally {
    if (isSmall) execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
});

async function expectEditsHold(
  folder: string,
  { kills, rounds }: { kills: number; rounds: number },
): Promise<void> {
  const ids = await fill(folder);
  const cookie = await enterAsEditor(folder);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    const started = startProduct({ ...ofProof, PORT: String(port), DATA_DIR: folder }, { isAlone: true });
    await started.whole();
    return started;
  };
  let product = await start();
  const editor = new Editor(url, cookie, ids);
  const reader = new Reader(url, ids);
  const messages = new Set<string>();
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const stop = new AbortController();
      const working = [editor.workUntil(stop.signal), reader.readUntil(stop.signal)];
      // Some actions first, on any machine; then at a random moment.
      const before = editor.acknowledged;
      const until = Date.now() + 20_000;
      while (editor.acknowledged < before + 5 && Date.now() < until) await pause(20);
      await pause(randomInt(0, 1500));
      const ended = product.stop('SIGKILL');
      stop.abort();
      await Promise.all([...working, ended]);
      product = await start();
      await editor.verify();
    }
    for (let round = 1; round <= rounds; round += 1) {
      const stop = new AbortController();
      const working = [editor.workUntil(stop.signal), reader.readUntil(stop.signal)];
      const ballast = path.join(folder, 'ballast');
      const refused = editor.full;
      const until = Date.now() + 30_000;
      // Publisher and database run out of space in turn.
      while ((editor.full === refused || messages.size === 0) && Date.now() < until) {
        cutFile(ballast, statfsSync(folder).bavail * statfsSync(folder).bsize);
        const message = await lastMessage(url, cookie);
        if (message) messages.add(message);
        await pause(100);
      }
      rmSync(ballast);
      const freed = Date.now() + 60_000;
      while (!(await hasRoom(url)) && Date.now() < freed) await pause(50);
      await pause(randomInt(200, 800));
      stop.abort();
      await Promise.all(working);
      await editor.verify();
    }
    const words = await editor.settle();
    const late = await reader.expectAll(words);
    await isIdle(url, cookie);
    await product.stop();
    await verdictOf({ folder, url, editor, reader, late, messages, kills, rounds });
  } finally {
    await product.stop('SIGKILL');
  }
}

interface Scene {
  folder: string;
  url: string;
  editor: Editor;
  reader: Reader;
  late: readonly string[];
  messages: ReadonlySet<string>;
  kills: number;
  rounds: number;
}

async function verdictOf({ folder, editor, reader, late, messages, kills, rounds }: Scene): Promise<void> {
  const database = await openDatabase({ DATA_DIR: folder });
  try {
    const db = database.kysely;
    const { problems: chain, rows } = await verifyAudit(db, { keys: database.auditKeys });
    const records = await db.selectFrom('records').select(['id', 'version', 'data']).execute();
    const revisions = await db.selectFrom('revisions').select(['record_id', 'version', 'data']).execute();
    const half = records.filter(({ id, version, data }) => {
      const own = revisions.filter(({ record_id }) => record_id === id);
      return own.length !== version || own.find((one) => one.version === version)?.data !== data;
    });
    const open = await db.selectFrom('schedules').select('id').where('done_at', 'is', null).execute();
    const actions = [...editor.done].map(([action, count]) => `${action} ${count}`).join(', ');
    const lines = [
      `Подтверждено: ${actions}; без ответа ${editor.cut}, отказано из-за места ${editor.full}`,
      `Нарушено обещаний ${editor.problems.length}, наполовину ${half.length}, назначенное и не сделанное ${open.length}, замечаний к журналу из ${rows} строк ${chain.length}`,
      `Чтений ${reader.reads}, разорванных страниц ${reader.torn.length}; в конце не то, что опубликовано: ${late.length}`,
    ];
    for (const line of lines) console.log(line);
    for (const one of [...editor.problems, ...reader.torn, ...late].slice(0, 10)) console.log(`НЕТ ${one}`);
    for (const sentence of [...editor.sentences, ...messages]) console.log(`Редактор прочёл: «${sentence}»`);
    const isReported =
      rounds === 0 ||
      (editor.sentences.size > 0 &&
        [...editor.sentences, ...messages].every((one) => one.includes('кончилось место')));
    const isGood =
      [editor.problems, half, open, chain, reader.torn, late].every(({ length }) => length === 0) &&
      isReported &&
      (editor.done.get('publish') ?? 0) > 0;
    const figure = `за столом редактора: убийств ${kills}, диск полон ${rounds} раз; ${lines[1]}`;
    expectKept({ figure, goal }, isGood);
  } finally {
    await database.close();
  }
}

/** A concurrent reader: pages are whole, or the server is down. */
class Reader {
  reads = 0;
  readonly torn: string[] = [];
  readonly #url: string;
  readonly #ids: readonly number[];

  constructor(url: string, ids: readonly number[]) {
    this.#url = url;
    this.#ids = ids;
  }

  async readUntil(signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const address = turn % 3 === 0 ? '/deseases/' : `/deseases/${this.#ids[turn % this.#ids.length]}/`;
      const html = await this.#read(address);
      if (html === undefined) await pause(20);
      else if (!html.startsWith('<!DOCTYPE html>') || !html.trimEnd().endsWith('</html>'))
        this.torn.push(`${address}: ${html.length} знаков`);
      if (html !== undefined) this.reads += 1;
      await pause(10);
    }
  }

  /** Records whose page differs from what was published. */
  async expectAll(words: ReadonlyMap<number, string>): Promise<string[]> {
    const late: string[] = [];
    for (const [id, title] of words) {
      const hasTitle = async () => (await this.#read(`/deseases/${id}/`))?.includes(title) ?? false;
      const deadline = Date.now() + 120_000;
      while (!(await hasTitle()) && Date.now() < deadline) await pause(200);
      if (!(await hasTitle())) late.push(`/deseases/${id}/ не говорит «${title}»`);
    }
    return late;
  }

  async #read(address: string): Promise<string | undefined> {
    try {
      const response = await fetch(this.#url + address);
      return await response.text();
    } catch {
      return undefined;
    }
  }
}

async function statusOf(
  url: string,
  cookie: string,
): Promise<{ state: string; last: { message: string | null } | null }> {
  const response = await fetch(`${url}/api/editors/publication`, { headers: { cookie } });
  return ((await response.json()) as { data: { state: string; last: { message: string | null } | null } })
    .data;
}

const lastMessage = async (url: string, cookie: string) =>
  (await statusOf(url, cookie)).last?.message ?? undefined;

async function isIdle(url: string, cookie: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while ((await statusOf(url, cookie)).state !== 'idle' && Date.now() < deadline) await pause(100);
}

async function hasRoom(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/health`);
  return ((await response.json()) as { data: { has_room: boolean } }).data.has_room;
}

/** Allocates these bytes, or what is left: others write too. */
function cutFile(file: string, count: number): void {
  try {
    appendFileSync(file, Buffer.alloc(Math.max(0, count)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
