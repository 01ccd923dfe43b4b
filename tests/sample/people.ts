import type { UserType } from '#contract/account.ts';
import { hashOf, newSecret } from '#server/base/secret.ts';
import { hashPassword } from '#server/account/passwords.ts';
import { putFactor, totpOf } from '#server/account/factor-codes.ts';
import { addUser, setTerms } from '#server/account/users.ts';
import type { Database } from '#server/database/database.ts';
import type { UserRow } from '#server/database/tables.ts';
import type { Answer, TestPortal as WholePortal } from './application.ts';
import { cheapPasswords } from './cheap-passwords.ts';

/** Parts of a portal that people need; a running server has no more. */
type TestPortal = Pick<WholePortal, 'app' | 'database' | 'settings'>;

/** Password of all test people. */
export const password = 'сорок два журавля';
let passwordHash: Promise<string> | undefined;

export type Fields = Record<string, unknown>;
export type Format = 'form' | 'multipart' | 'json';

/** A browser for the portal: cookies and the current page. */
export interface Browser {
  cookies: Map<string, string>;
  get(url: string): Promise<Answer>;
  post(url: string, fields?: Fields, format?: Format, headers?: Record<string, string>): Promise<Answer>;
  put(url: string, fields: Fields): Promise<Answer>;
}

let browsers = 0;

/** Each browser has its own network by default. */
export function openBrowser(
  portal: TestPortal,
  { ip, agent }: { ip?: string; agent?: string } = {},
): Browser {
  browsers += 1;
  const remoteAddress = ip ?? `10.${(browsers >> 16) & 255}.${(browsers >> 8) & 255}.${browsers & 255}`;
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    more: object,
    headers: Record<string, string>,
  ) {
    const response = await portal.app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        ...(cookies.size > 0 ? { cookie: cookie() } : {}),
        ...(agent === undefined ? {} : { 'user-agent': agent }),
        ...headers,
      },
      ...more,
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0;/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const body = isJson && response.body ? response.json() : {};
    return {
      status: response.statusCode,
      headers: response.headers,
      text: read(response),
      data: body.data,
      errors: body.errors,
    };
  }

  return {
    cookies,
    get: (url) => send('GET', url, {}, {}),
    put: (url, fields) =>
      send(
        'PUT',
        url,
        { payload: JSON.stringify(fields) },
        {
          'content-type': 'application/json',
          origin: portal.settings.SITE_URL,
          'sec-fetch-site': 'same-origin',
        },
      ),
    async post(url, fields, format = 'form', headers = {}) {
      const own = { origin: portal.settings.SITE_URL, 'sec-fetch-site': 'same-origin', ...headers };
      if (fields === undefined) return await send('POST', url, {}, own);
      const { type, payload } = await encode(fields, format);
      return await send('POST', url, { payload }, { 'content-type': type, ...own });
    },
  };
}

async function encode(fields: Fields, format: Format): Promise<{ type: string; payload: Buffer | string }> {
  if (format === 'json') return { type: 'application/json', payload: JSON.stringify(fields) };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const entries = given.flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((one) => [`${name}[]`, one as unknown] as const)
      : [[name, value] as const],
  );
  if (format === 'form')
    return {
      type: 'application/x-www-form-urlencoded',
      payload: new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString(),
    };
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value instanceof Blob ? value : String(value));
  const response = new Response(form);
  return {
    type: response.headers.get('content-type') ?? '',
    payload: Buffer.from(await response.arrayBuffer()),
  };
}

/** A doctor's form: the keys of B140 and the two required boxes (ruling G47). */
export const doctorForm = (more: Fields = {}): Fields => ({
  name: 'Анна',
  second_name: 'Петровна',
  last_name: 'Иванова',
  email: 'anna@example.ru',
  subject_federation_id: '77',
  city: 'Москва',
  med: 'Медико-генетический центр',
  therapeutic_area_id: ['metabolic', 'hematology'],
  scientific_status_id: ['none'],
  password,
  confirm_password: password,
  consent: 'on',
  specialist: 'on',
  word: '',
  ssid: '',
  ...more,
});

/** A partner's form: the keys of B142 and the required box. */
export const partnerForm = (portal: WholePortal, more: Fields = {}): Fields => ({
  company: 'ООО «Пример»',
  position: 'Руководитель проекта',
  last_name: 'Сидоров',
  name: 'Пётр',
  second_name: '-',
  email: 'petr@example.ru',
  password,
  confirm_password: password,
  consent: 'on',
  catalog_disease_id: portal.sample.gaucher,
  word: '',
  ssid: '',
  ...more,
});

/** Second factor of staff in tests. */
const factorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const factorCode = (at = new Date()) => totpOf(factorSecret, '').generate({ timestamp: at.getTime() });

/** A confirmed account, inserted into the database. */
export async function addPerson(
  portal: Pick<TestPortal, 'database' | 'settings'>,
  type: UserType,
  {
    email,
    hasFactor = type === 'editor' || type === 'admin',
    ...more
  }: Partial<Omit<UserRow, 'type'>> & { email: string; hasFactor?: boolean },
): Promise<UserRow> {
  const hash = await (passwordHash ??= hashPassword(password, cheapPasswords));
  const at = new Date().toISOString();
  return await portal.database.transaction(async (tx) => {
    const user = await addUser(tx, {
      type,
      email,
      last_name: 'Тестова',
      name: 'Мария',
      password: hash,
      confirmed_at: at,
      created_at: at,
      ...more,
    });
    if (hasFactor)
      await putFactor(tx, {
        userId: user.id,
        secret: factorSecret,
        at: new Date(at),
        settings: portal.settings,
      });
    if (type === 'doctor') await setTerms(tx, user.id, { therapeutic_area_id: ['metabolic'] });
    return user;
  });
}

/** A signed-in browser, with the second factor if needed. */
export async function signedIn(portal: TestPortal, email: string): Promise<Browser> {
  const browser = openBrowser(portal);
  let answer = await browser.post('/api/auth/login', { email, password });
  if (answer.data?.state === 'second-factor-needed') {
    // Tests sign in more often than every half minute.
    await portal.database.transaction((tx) => tx.updateTable('factors').set({ used_steps: null }).execute());
    answer = await browser.post('/api/auth/second-factor', { code: factorCode() });
  }
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.text}`);
  return browser;
}

/** A browser with a session started some hours ago, without hashing a password. */
export async function withSession(
  portal: TestPortal,
  { id }: Pick<UserRow, 'id'>,
  { hoursAgo = 0, ...from }: { hoursAgo?: number; ip?: string } = {},
): Promise<Browser> {
  const browser = openBrowser(portal, from);
  const name = portal.settings.SITE_URL.startsWith('https:') ? '__Host-sid' : 'sid';
  browser.cookies.set(name, await addSession(portal.database, { id }, { hoursAgo }));
  return browser;
}

/** Token of a new session for the cookie `sid`. */
export async function addSession(
  database: Database,
  { id }: Pick<UserRow, 'id'>,
  { hoursAgo = 0 }: { hoursAgo?: number } = {},
): Promise<string> {
  const token = newSecret();
  const at = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
  await database.transaction((tx) =>
    tx
      .insertInto('sessions')
      .values({
        token_hash: hashOf(token),
        id: newSecret(),
        user_id: id,
        created_at: at(-hoursAgo),
        seen_at: at(-hoursAgo),
        expires_at: at(90 * 24 - hoursAgo),
        ip: '192.0.2.1',
        agent: 'test',
      })
      .execute(),
  );
  return token;
}

/** A verified account with a session, for requests without a browser. */
export async function addSignedIn(
  portal: Pick<TestPortal, 'database' | 'settings'>,
  type: UserType,
  email: string,
): Promise<{ id: number; cookie: string }> {
  const { id } = await addPerson(portal, type, { email, verified_at: new Date().toISOString() });
  return { id, cookie: `sid=${await addSession(portal.database, { id })}` };
}

/** Queued letters, oldest first. */
export const lettersTo = (portal: TestPortal, email: string) =>
  portal.database.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();

/** The same without notices of new devices: a test signs in from many browsers. */
export const actionLettersTo = async (portal: TestPortal, email: string) =>
  (await lettersTo(portal, email)).filter(({ kind }) => kind !== 'new-device');

/** The code in the latest letter to this address. */
export async function codeIn(portal: TestPortal, email: string): Promise<string> {
  const letters = await lettersTo(portal, email);
  const [, code = ''] = /\?code=([\w-]+)/.exec(letters.at(-1)?.text ?? '') ?? [];
  return code;
}

/** Visible text with normalised spaces. */
const read = ({ body, headers }: { body: string; headers: Record<string, unknown> }) =>
  String(headers['content-type']).startsWith('text/html') ? body.replaceAll('\u00a0', ' ') : body;
