import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { addSignedIn } from '../../sample/people.ts';

/** Inserts an editor's session; returns the cookie. */
export async function enterAsEditor(folder: string): Promise<string> {
  const settings = readSettings({ DATA_DIR: folder });
  const database = await openDatabase(settings);
  try {
    const { cookie } = await addSignedIn({ database, settings }, 'editor', 'editor@example.ru');
    return cookie;
  } finally {
    await database.close();
  }
}

/** Possible texts of a record: published and draft. */
interface Words {
  live: string;
  draft: string | null;
}
interface ResponseBody {
  version: number;
  fields: { title: string };
  draft: { version: number; base_version: number; fields: { title: string } } | null;
}

/**
 * Acts like an editor and remembers acknowledgements: after a response one state is possible, without one
 * two. Bulk changes are atomic.
 */
export class Editor {
  /** Acknowledged actions by name. */
  readonly done = new Map<string, number>();
  /** Actions without a response, or rejected for lack of space. */
  cut = 0;
  full = 0;
  readonly problems: string[] = [];
  /** Messages about lack of space. */
  readonly sentences = new Set<string>();
  readonly #possible = new Map<number, Set<string>>();
  readonly #scheduled = new Map<number, string>();
  readonly #url: string;
  readonly #cookie: string;
  readonly #ids: readonly number[];
  readonly #reserve: number[];
  #word = 0;

  constructor(url: string, cookie: string, ids: readonly number[]) {
    this.#url = url;
    this.#cookie = cookie;
    // Records with scheduled publication are not used further.
    this.#reserve = ids.slice(0, Math.floor(ids.length / 2));
    this.#ids = ids.slice(this.#reserve.length);
  }

  /** Pauses for these milliseconds after each action. */
  async workUntil(signal: AbortSignal, rest = 0): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#doOne();
        if (rest > 0) await pause(rest);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        this.cut += 1;
        await pause(20);
      }
    }
  }

  /** Checks each record against its possible states. */
  async verify(): Promise<void> {
    for (const [id, possible] of this.#possible) {
      const found = JSON.stringify(wordsOf(await this.#get(id)));
      if (!possible.has(found))
        this.problems.push(`№ ${id}: ${found}, обещано ${[...possible].join(' или ')}`);
      this.#possible.set(id, new Set([found]));
    }
    if (this.#together.length > 0) {
      const titles = await Promise.all(this.#together.map(async (id) => (await this.#get(id)).fields.title));
      const changed = titles.filter((title) => title === this.#wanted).length;
      if (changed !== 0 && changed !== titles.length)
        this.problems.push(`из ${titles.length} записей одной правки изменены ${changed}`);
      this.#together = [];
    }
  }

  /** Waits for scheduled actions; returns the expected published texts by record. */
  async settle(): Promise<Map<number, string>> {
    await this.verify();
    for (const [id, words] of this.#scheduled) {
      const deadline = Date.now() + 60_000;
      while ((await this.#get(id)).fields.title !== words && Date.now() < deadline) await pause(200);
      const { live } = wordsOf(await this.#get(id));
      if (live !== words) this.problems.push(`№ ${id}: назначенное не сделано (${live} вместо ${words})`);
    }
    const ids = [...new Set([...this.#possible.keys(), ...this.#scheduled.keys()])];
    const found = new Map<number, string>();
    for (const id of ids) found.set(id, wordsOf(await this.#get(id)).live);
    return found;
  }

  #together: number[] = [];
  #wanted = '';

  async #doOne(): Promise<void> {
    const id = this.#ids[randomInt(this.#ids.length)]!;
    const record = await this.#get(id);
    const now = wordsOf(record);
    const version = record.draft?.version ?? 0;
    this.#word += 1;
    const words = `Слова ${this.#word}`;
    const first = (await this.#get(id, '/history')) as unknown as { items: { version: number }[] };
    const earliest = first.items.at(-1)!.version;
    switch (['save', 'publish', 'many', 'restore', 'schedule'][randomInt(5)]) {
      case 'publish': {
        if (record.draft) return await this.#publish(id, now, version);
        if (!(await this.#save(id, now, { words, version, base: record.version }))) return;
        const saved = await this.#get(id);
        return await this.#publish(id, wordsOf(saved), saved.draft?.version ?? 0);
      }
      case 'many':
        return await this.#many(words);
      case 'restore':
        if (record.version === earliest) return;
        await this.#send('restore', [[id, now, undefined]], `/records/${id}/restore`, {
          version: earliest,
          expected_version: version,
        });
        return;
      case 'schedule':
        return await this.#schedule(words);
      default:
        await this.#save(id, now, { words, version, base: record.version });
    }
  }

  async #save(
    id: number,
    now: Words,
    { words, version, base }: { words: string; version: number; base: number },
  ) {
    return await this.#send('save', [[id, now, { live: now.live, draft: words }]], `/records/${id}/draft`, {
      fields: JSON.stringify({ title: words }),
      expected_version: version,
      base_version: base,
    });
  }

  async #publish(id: number, now: Words, version: number): Promise<void> {
    const after = { live: now.draft ?? now.live, draft: null };
    await this.#send('publish', [[id, now, after]], `/records/${id}/publish`, {
      expected_version: version,
    });
  }

  async #many(words: string): Promise<void> {
    const ids = this.#ids.slice(0, 5);
    const before: [number, Words, Words][] = [];
    for (const id of ids) before.push([id, wordsOf(await this.#get(id)), { live: words, draft: null }]);
    this.#together = ids;
    this.#wanted = words;
    await this.#send('many', before, '/records/change', {
      ids: ids.map(String),
      fields: JSON.stringify({ title: words }),
      action: 'publish',
      reason: 'proof',
    });
    this.#together = [];
  }

  async #schedule(words: string): Promise<void> {
    const id = this.#reserve.pop();
    if (id === undefined) return;
    const record = await this.#get(id);
    const now = wordsOf(record);
    if (!(await this.#save(id, now, { words, version: 0, base: record.version }))) return;
    this.#possible.delete(id);
    const isDone = await this.#post(`/records/${id}/schedule`, {
      action: 'publish',
      due_at: new Date(Date.now() + 1500).toISOString(),
    });
    if (isDone) {
      this.#count('schedule');
      this.#scheduled.set(id, words);
    }
  }

  get acknowledged(): number {
    return [...this.done.values()].reduce((sum, count) => sum + count, 0);
  }

  #count(action: string): void {
    this.done.set(action, (this.done.get(action) ?? 0) + 1);
  }

  /** Sends an action and records possible states; without expected texts the response decides. */
  async #send(
    action: string,
    records: readonly [id: number, before: Words, after: Words | undefined][],
    address: string,
    json: object,
  ): Promise<boolean> {
    let answer: { data: unknown } | undefined;
    let hasAnswer = false;
    try {
      answer = await this.#post(address, json);
      hasAnswer = true;
      if (answer) this.#count(action);
    } finally {
      for (const [id, before, after] of records) {
        const shown =
          after ?? (answer && action === 'restore' ? wordsOf(answer.data as ResponseBody) : undefined);
        const possible = hasAnswer ? [answer ? shown : before] : [before, shown];
        // The text of a restored version is unknown: the record is read instead.
        if (possible.includes(undefined)) this.#possible.delete(id);
        else this.#possible.set(id, new Set(possible.map((one) => JSON.stringify(one))));
      }
    }
    return answer !== undefined;
  }

  /** The response; undefined when rejected for lack of space. */
  async #post(address: string, json: object): Promise<{ data: unknown } | undefined> {
    const response = await this.#fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(json),
    });
    const body = (await response.json().catch(() => {
      throw new NoAnswer();
    })) as { data: unknown; errors?: { message: string }[] };
    if (response.status === 200) return body;
    if (response.status !== 507 && response.status !== 503)
      this.problems.push(`${address}: ${response.status} ${body.errors?.[0]?.message}`);
    this.full += 1;
    this.sentences.add(body.errors?.[0]?.message ?? '');
    return undefined;
  }

  async #get(id: number, more = ''): Promise<ResponseBody> {
    const response = await this.#fetch(`/records/${id}${more}`, {});
    const body = (await response.json().catch(() => {
      throw new NoAnswer();
    })) as { data: ResponseBody };
    if (response.status !== 200) throw new Error(`№ ${id} cannot be read: ${response.status}`);
    return body.data;
  }

  async #fetch(address: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.#url}/api/editors${address}`, {
        ...init,
        headers: {
          ...init.headers,
          cookie: this.#cookie,
          'x-forwarded-for': `10.9.${randomInt(256)}.${randomInt(256)}`,
        },
      });
    } catch {
      throw new NoAnswer();
    }
  }
}

/** The server died before responding. */
class NoAnswer extends Error {}

const wordsOf = ({ fields, draft }: ResponseBody): Words => ({
  live: fields.title,
  draft: draft?.fields.title ?? null,
});
