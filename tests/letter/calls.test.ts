import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { issuePicture } from '#server/captcha/captcha.ts';
import { addPublishedCase } from '../sample/cases.ts';
import { startTestPortal, type TestPortal } from '../sample/application.ts';
import { codeIn } from '../sample/people.ts';

/**
 * §7 of the specification by a client with the document alone: plain HTTP, no Origin, exact payloads, in the
 * order of use.
 */

let portal: TestPortal;
let site: string;
let caseId: number;
beforeAll(async () => {
  portal = await startTestPortal();
  caseId = await portal.database.transaction((tx) => addPublishedCase(tx, { title: 'Спленомегалия' }));
  site = await portal.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => portal.close());

interface Reply {
  code: number;
  status: string;
  // Responses have many shapes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any;
  errors?: { message: string; customData?: { title?: string } }[];
}

/** A client with a cookie jar, as curl -b -c. */
function openClient() {
  const jar = new Map<string, string>();
  async function send(
    method: string,
    path: string,
    body?: Record<string, string> | FormData,
  ): Promise<Reply> {
    const response = await fetch(new URL(path, site), {
      method,
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(body ? { body: body instanceof FormData ? body : new URLSearchParams(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0;/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const answer = (await response.json()) as Omit<Reply, 'code'>;
    return { ...answer, code: response.status };
  }
  /** `data` of a successful call. */
  async function succeed(method: string, path: string, body?: Record<string, string> | FormData) {
    const answer = await send(method, path, body);
    expect([path, answer.code, answer.status, answer.errors]).toEqual([path, 200, 'success', undefined]);
    return answer.data;
  }
  return {
    jar,
    send,
    get: (path: string) => succeed('GET', path),
    post: (path: string, body?: Record<string, string> | FormData) => succeed('POST', path, body),
  };
}
type Client = ReturnType<typeof openClient>;

const password = 'сорок два журавля';

/** The first value of a dictionary. */
const first = async (client: Client, name: string): Promise<string> =>
  String((await client.get(`/api/dict/${name}`))[0].id);

/** A captcha with a known word: real ones are for people only. */
async function readCaptcha(client: Client): Promise<{ word: string; ssid: string }> {
  const { picture, ssid } = await client.get('/api/captcha/ssid');
  expect([picture, ssid]).toEqual([expect.stringMatching(/^data:image\//), expect.any(String)]);
  const word = 'абвге';
  return { word, ssid: (await issuePicture(portal, { network: 'letter' }, { word })).ssid };
}

describe('§7 without a session', () => {
  const client = openClient();

  test.each(['clinics', 'diseases', 'drugs', 'events', 'researches'])(
    'GET /api/%s, /filter and /{id} answer success and data (B223–B226, B231)',
    async (kind) => {
      const list = await client.get(`/api/${kind}?page=1&page_size=5`);
      const filter = await client.get(`/api/${kind}/filter`);
      expect(filter.total).toBe(list.total);
      const detail = await client.get(`/api/${kind}/${list.items[0].id}`);
      expect(detail.id).toBe(list.items[0].id);
    },
  );

  test('GET /api/news returns page_size 9 in data.items, and one by id (B227, B228)', async () => {
    const { items } = await client.get('/api/news?page_size=9');
    expect(items.length).toBeLessThanOrEqual(9);
    expect((await client.get(`/api/news/${items[0].id}`)).id).toBe(items[0].id);
  });

  test('GET /api/page/home counts researches, diseases, cases, clinics and drugs (B133)', async () => {
    const home = await client.get('/api/page/home');
    for (const counter of ['researches', 'diseases', 'cases', 'clinics', 'drugs'])
      expect([counter, home[counter]]).toEqual([counter, expect.any(Number)]);
  });

  test('GET /api/navigation has entries of code and items, policy among them; GET /api/page/{code} a page (B229, B230)', async () => {
    const navigation = await client.get('/api/navigation');
    for (const entry of navigation)
      expect(entry).toMatchObject({ code: expect.any(String), items: expect.any(Array) });
    expect(navigation.map(({ code }: { code: string }) => code)).toContain('policy');
    await client.get('/api/page/about');
  });

  test('GET /api/sources is a list (B232)', async () => {
    const sources = await client.get('/api/sources');
    expect(Array.isArray(sources) || Array.isArray(sources.items)).toBe(true);
  });

  test.each(['subject', 'therapeuticarea', 'scientificstatus', 'specialization', 'diseases'])(
    'GET /api/dict/%s is a list of id and value (B240)',
    async (name) => {
      const items = await client.get(`/api/dict/${name}`);
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(Object.keys(item).toSorted()).toEqual(['id', 'value']);
    },
  );

  test('GET /api/fast-search returns rows of title, iblock and id, an empty list without results (B131, B211)', async () => {
    const rows = await client.get(`/api/fast-search?query=${encodeURIComponent('гоше')}`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Object.keys(row).toSorted()).toEqual(['iblock', 'id', 'title']);
      expect(['drugs', 'research', 'diseases', 'clinics', 'cases']).toContain(row.iblock);
    }
    expect(await client.get('/api/fast-search?query=')).toEqual([]);
  });

  test('GET /api/user has no user; cases are closed (B204, B233)', async () => {
    expect(await client.get('/api/user')).toBeNull();
    const closed = await client.send('GET', '/api/cases');
    expect([closed.code, closed.status, closed.errors?.length]).toEqual([401, 'error', 1]);
  });

  test('an error has a message, and the title of its field in customData (B134)', async () => {
    const refused = await client.send('POST', '/api/auth/login', { email: 'a@example.ru' });
    expect(refused).toMatchObject({
      status: 'error',
      errors: [{ message: 'Введите пароль.', customData: { title: 'Пароль' } }],
    });
  });
});

describe.each([
  ['doctor', 13],
  ['patient', 11],
] as const)('the lifecycle of a %s in §7', (type, count) => {
  const client = openClient();
  const email = `${type}@example.ru`;
  const fresh = 'семь медных чайников';
  const isDoctor = type === 'doctor';

  test('registers with exactly the named fields, is confirmed and signs in (B213–B217)', async () => {
    const person = { name: 'Анна', second_name: 'Петровна', last_name: 'Иванова', email };
    const passwords = { password, confirm_password: password };
    const proof = await readCaptcha(client);
    const payload: Record<string, string> = isDoctor
      ? {
          ...person,
          subject_federation_id: await first(client, 'subject'),
          city: 'Москва',
          med: 'Медико-генетический центр',
          therapeutic_area_id: await first(client, 'therapeuticarea'),
          scientific_status_id: await first(client, 'scientificstatus'),
          ...passwords,
          ...proof,
        }
      : {
          company: 'ООО «Пример»',
          position: 'Руководитель',
          ...person,
          ...passwords,
          catalog_disease_id: await first(client, 'diseases'),
          ...proof,
        };
    expect(Object.keys(payload)).toHaveLength(count);
    await client.post(`/api/register/${type}`, payload);

    const code = await codeIn(portal, email);
    const response = await client.post(`/api/user/confirm?code=${code}`);
    expect(response.state).toBe('password-needed');
    const wanting = await client.post(`/api/user/confirm?code=${code}`, { password });
    expect(wanting).toMatchObject({ state: 'consent-needed' });
    const ticks = Object.fromEntries(wanting.wanted.map((box: string) => [box, 'on']));
    const confirmed = await client.post(`/api/user/confirm?code=${code}`, { password, ...ticks });
    expect(confirmed.state).toBe('confirmed');
    expect((await client.get('/api/user')).email).toBe(email);

    await client.post('/api/auth/logout');
    expect(await client.get('/api/user')).toBeNull();
    await client.post('/api/auth/login', { email, password });
    expect(await client.get('/api/user')).toMatchObject({ id: expect.any(Number), type, email });
  });

  test('updates data, avatar, choices and subscriptions (B234–B239)', async () => {
    const changed: Record<string, string> = isDoctor ? { city: 'Тверь' } : { company: 'АО «Пример»' };
    await client.post(`/api/${type}/update`, changed);
    expect(await client.get('/api/user')).toMatchObject(changed);

    const avatar = new FormData();
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    avatar.append('avatar', new File([new Uint8Array(picture)], 'я.png', { type: 'image/png' }));
    await client.post('/api/user/avatar/update', avatar);
    expect((await client.get('/api/user')).avatar).toEqual(expect.any(String));

    const area = await first(client, 'therapeuticarea');
    await client.post('/api/user/terra/set', { id: area });
    await client.post('/api/user/terra/remove', { id: area });
    await client.post('/api/user/subscribe/set', { id: 'news' });
    await client.post('/api/user/subscribe/remove', { id: 'news' });

    const disease = await first(client, 'diseases');
    await client.post(`/api/subscribes/add?kind=disease&id=${disease}`);
    expect(await client.get('/api/subscribes')).toMatchObject([{ id: disease }]);
    await client.post(`/api/subscribes/remove?kind=disease&id=${disease}`);
    expect(await client.get('/api/subscribes')).toEqual([]);
  });

  test(
    isDoctor ? 'reads cases and adds one (B205, B221, B222)' : 'has no access to cases (B206, B207)',
    async () => {
      if (!isDoctor) {
        for (const path of ['/api/cases', '/api/cases/filter', `/api/cases/${caseId}`])
          expect((await client.send('GET', path)).code).toBe(403);
        expect((await client.send('POST', '/api/cases/add')).code).toBe(403);
        return;
      }
      const list = await client.get('/api/cases');
      expect(list.total).toBeGreaterThan(0);
      await client.get('/api/cases/filter');
      expect((await client.get(`/api/cases/${caseId}`)).title).toBe('Спленомегалия');
      expect((await client.post('/api/cases/add')).id).toEqual(expect.any(Number));
    },
  );

  test('signs out and returns with a new password (B218, B219)', async () => {
    await client.post('/api/auth/logout');
    await client.post('/api/auth/restore/send', { email });
    const code = await codeIn(portal, email);
    await client.post('/api/auth/restore', { code, password: fresh, confirm_password: fresh });
    expect((await client.send('POST', '/api/auth/login', { email, password })).code).toBe(401);
    await client.post('/api/auth/login', { email, password: fresh });
    expect((await client.get('/api/user')).email).toBe(email);
  });
});
