import { createHash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { simplePdf } from '../../sample/pdf.ts';
import { password } from '../../sample/people.ts';

/** A user of the dying portal, with the promises received. */
export interface Client {
  /** Addresses with acknowledged registrations. */
  registered: string[];
  /** Addresses with unanswered registrations. */
  unanswered: string[];
  /** Unexpected responses. */
  odd: string[];
  workUntil(signal: AbortSignal): Promise<void>;
  /** Checks the promises after a restart. */
  verify(): Promise<void>;
}

let visitors = 0;

/** Sends a form from its own network; undefined if the server died. */
async function post(url: string, fields: Record<string, string>, cookie = ''): Promise<Response | undefined> {
  visitors += 1;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`,
        ...(cookie ? { cookie } : {}),
      },
      body: new URLSearchParams(fields),
    });
    // Acknowledged when the whole response has arrived.
    await response.clone().text();
    return response;
  } catch {
    return undefined;
  }
}

let registrations = 0;

export function registrar(url: string): Client {
  const client: Client = {
    registered: [],
    unanswered: [],
    odd: [],
    async workUntil(signal) {
      while (!signal.aborted) {
        registrations += 1;
        // Registrations a mail domain are limited.
        const email = `doctor${registrations}@example${Math.floor(registrations / 500)}.ru`;
        const response = await post(`${url}/api/register/doctor`, registration(email));
        if (!response) client.unanswered.push(email);
        else if (response.status === 200) client.registered.push(email);
        else client.odd.push(`register ${response.status}`);
      }
    },
    verify: async () => undefined,
  };
  return client;
}

/** Registration form of a doctor. */
export const registration = (email: string) => ({
  email,
  last_name: 'Иванова',
  name: 'Анна',
  second_name: '-',
  subject_federation_id: '77',
  city: 'Москва',
  med: 'Центр',
  therapeutic_area_id: 'metabolic,neurology',
  scientific_status_id: 'none',
  password,
  confirm_password: password,
  consent: 'on',
  specialist: 'on',
  mailings: 'on',
  word: '',
  ssid: '',
});

/** Subscribes and unsubscribes; the last response about each disease counts. */
export class Follower implements Client {
  registered: string[] = [];
  unanswered: string[] = [];
  odd: string[] = [];
  /** Acknowledged actions. */
  promises = 0;
  /** Broken promises about session or subscriptions. */
  broken = 0;
  /** Disease → possible states: one after a response, two without. */
  readonly #followed = new Map<number, Set<string>>();
  readonly #url: string;
  readonly #cookie: string;
  readonly #diseases: readonly number[];

  static async signIn(url: string, email: string, diseases: readonly number[]): Promise<Follower> {
    const response = await post(`${url}/api/auth/login`, { email, password });
    const cookie = response?.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (response?.status !== 200 || !cookie) throw new Error(`${email} cannot sign in`);
    return new Follower(url, cookie.join('; '), diseases);
  }

  constructor(url: string, cookie: string, diseases: readonly number[]) {
    this.#url = url;
    this.#cookie = cookie;
    this.#diseases = diseases;
  }

  async workUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const id = this.#diseases[randomInt(this.#diseases.length)] ?? 0;
      const wanted = ['off', 'now', 'weekly', 'none'][randomInt(4)] ?? 'none';
      const action = wanted === 'none' ? 'remove' : 'add';
      const fields = { id: String(id), ...(wanted === 'none' ? {} : { frequency: wanted }) };
      const before = this.#followed.get(id) ?? new Set(['none']);
      const response = await post(`${this.#url}/api/subscribes/${action}`, fields, this.#cookie);
      if (response?.status === 200) {
        this.#followed.set(id, new Set([wanted]));
        this.promises += 1;
      } else {
        this.#followed.set(id, new Set([...before, wanted]));
        if (response) this.odd.push(`${action} ${response.status}`);
      }
    }
  }

  async verify(): Promise<void> {
    const response = await fetch(`${this.#url}/api/subscribes`, { headers: { cookie: this.#cookie } });
    if (response.status !== 200) {
      this.broken += 1;
      return;
    }
    const { data } = (await response.json()) as { data: { id: string; frequency: string }[] };
    for (const [id, possible] of this.#followed) {
      const found = data.find((one) => one.id === String(id))?.frequency ?? 'none';
      if (!possible.has(found)) this.broken += 1;
      // The state is now known.
      this.#followed.set(id, new Set([found]));
    }
  }
}

export interface FileClient extends Client {
  /** Number of recorded files that are intact on disk. */
  kept(folder: string): number;
}

/** Sends applications with a file; `registered` has the acknowledged ones. */
export async function sendsFiles(url: string, email: string): Promise<FileClient> {
  const login = await post(`${url}/api/auth/login`, { email, password });
  const cookie = (login?.headers.getSetCookie() ?? []).map((line) => line.split(';')[0]).join('; ');
  const pdf = await simplePdf('x'.repeat(150_000));
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const acknowledged: string[] = [];
  const client: FileClient = {
    registered: acknowledged,
    unanswered: [],
    odd: [],
    async workUntil(signal) {
      while (!signal.aborted) {
        const body = new FormData();
        body.set('type', 'correction');
        body.set('text', 'Исправьте распространённость.');
        body.set('files', new File([pdf], 'a.pdf', { type: 'application/pdf' }));
        const response = await fetch(`${url}/api/applications`, {
          method: 'POST',
          headers: { 'sec-fetch-site': 'same-origin', cookie },
          body,
        });
        const { status } = response;
        const answered = (await response.json()) as { data?: { id: number } };
        if (status === 200) acknowledged.push(String(answered.data?.id));
        else if (status !== 429 && status !== 409) client.odd.push(`file ${status}`);
        await pause(status === 200 ? 100 : 300);
      }
    },
    verify: async () => undefined,
    kept(folder) {
      const database = new DatabaseSync(path.join(folder, 'register.sqlite'), { readOnly: true });
      const rows = database.prepare('select file from uploads').all();
      database.close();
      return rows.filter((row) => {
        const file = String(row['file']);
        const bytes = readFileSync(path.join(folder, 'uploads', file.slice(0, 2), file));
        return createHash('sha256').update(bytes).digest('hex') === sha256;
      }).length;
    },
  };
  return client;
}
