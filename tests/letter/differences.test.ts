import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressFor } from '#server/catalogue/addresses.ts';
import { formatPhone } from '#domain/phone.ts';
import { startServer, type Server } from '#server/main.ts';
import { lettersIn } from '../sample/letters.ts';
import { doctorForm, password } from '../sample/people.ts';
import { textOfPdf } from '../sample/pdf.ts';
import { publishedStarter } from '../sample/published-starter.ts';
import { waitUntil } from '../sample/wait-until.ts';

/**
 * docs/differences.md, row by row, against a server with a published site. A new row needs its check here. Rows tested
 * elsewhere:
 *
 * - spaces (G74): words.test.ts;
 * - the exact payloads and the confirmation by query (G71, G72): calls.test.ts;
 * - the picture or a proof of work (G16): src/server/captcha/captcha.test.ts.
 *
 * Rows that need a browser, with their journey in tests/e2e:
 *
 * - the hint of the doctor's address (G13), «Нет отчества» (G34): account.e2e.ts «a doctor registers, confirms, enters…»;
 * - `/profile/` leads to the sign-in and back (G5, G6): account.e2e.ts «an anonymous visitor is led from the profile to the entrance, and back…»;
 * - the button of the footer (G9): account.e2e.ts «a partner registers by keyboard alone…»;
 * - the account in the header (G59): header.e2e.ts «the header shows whose account it is at every width…»;
 * - the bell: notifications.e2e.ts «the bell says what is new…»;
 * - the session is requested only where there may be one (G39): shell.e2e.ts «counters, the last nine news and the navigation stand in the page…»;
 * - failures of user actions (G28), repeated failure of a chunk (G61): lost-parts.e2e.ts;
 * - keys of the search (G25), the hint after one letter (G26): search.e2e.ts «arrows choose, Enter opens…», «the hint stands at an empty field…»;
 * - the clock of notices (G29): src/app/chrome/notices.test.tsx;
 * - leaving under `/profile/` (B180): account.e2e.ts «a doctor registers, confirms, enters…».
 */

let server: Server;
let dataDir: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  // Registration needs an operator; the published documents have none.
  const own = await publishedStarter({
    CAPTCHA: 'off',
    OPERATOR_NAME: 'Пример',
    OPERATOR_ADDRESS: 'Томск',
  });
  drop = own.drop;
  dataDir = own.settings.DATA_DIR;
  server = await startServer({ settings: own.settings });
}, 400_000);
afterAll(async () => {
  await server.close();
  await drop();
});

const get = (address: string) => fetch(new URL(address, server.url), { redirect: 'manual' });
const pageAt = async (address: string) =>
  (await (await get(address)).text()).replaceAll('\u{a0}', ' ').replaceAll('\u{ad}', '');

// Responses have many shapes.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;
const call = async (address: string): Promise<{ code: number; json: Json }> => {
  const response = await get(address);
  return { code: response.status, json: await response.json() };
};
const post = (address: string, fields: Record<string, unknown>) =>
  fetch(new URL(address, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(fields),
  });
/** The code in the last letter to an address. */
async function codeIn(email: string): Promise<string> {
  const find = async () => {
    const letter = (await lettersIn(dataDir, email)).at(-1);
    return /\?code=([\w-]+)/.exec(letter?.text ?? '')?.[1];
  };
  return await waitUntil(`a code for ${email}`, find);
}

/** Registers, confirms, and continues with the session. */
async function enter(type: 'doctor' | 'patient', form: Record<string, unknown>) {
  expect((await post(`/api/register/${type}`, form)).status).toBe(200);
  const confirmed = await post('/api/user/confirm', { code: await codeIn(String(form['email'])), password });
  const cookie = confirmed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return async (method: 'GET' | 'POST', address: string): Promise<{ code: number; json: Json }> => {
    const response = await fetch(new URL(address, server.url), { method, headers: { cookie } });
    return { code: response.status, json: await response.json() };
  };
}

/** Visible text: whitespace is collapsed. */
const textOf = (element: Element | null) => element?.textContent.replace(/\s+/g, ' ').trim();
const open = async (address: string) => new JSDOM(await pageAt(address)).window.document;
const openDialogs = async () => new JSDOM(await dialogs()).window.document;
const dialogs = async () => {
  const [, address = ''] = /data-dialogs="([^"]+)"/.exec(await pageAt('/')) ?? [];
  return await pageAt(address);
};

type Check = () => Promise<void>;

const words: Record<string, Check> = {
  async 'the title is «Регистр орфанных заболеваний» (G1)'() {
    expect((await call('/api/page/home')).json.data.title).toBe('Регистр орфанных заболеваний');
  },
  async 'titles of pages end in name and tagline (G66)'() {
    expect(await pageAt('/news/')).toContain(
      '<title>Новости — Регистр орфанных заболеваний. Каталог для врачей и партнёров</title>',
    );
  },
  async 'the subtitle has the words of the specification'() {
    expect((await call('/api/page/home')).json.data.subtitle).toBe('исследования, организации, препараты');
  },
  async 'the counter of research says «протокол исследования» (G50)'() {
    expect(await pageAt('/')).toMatch(/протокол(а|ов)? исследовани[яй]/);
  },
  async 'email is «Электронная почта» (G68)'() {
    const page = await pageAt('/profile/login/');
    expect(page).toContain('Электронная почта');
    expect(page).not.toMatch(/>\s*Email\s*</);
  },
  async 'no letter holds a password (G12)'() {
    const form = doctorForm({ email: 'letter@example.ru' });
    expect((await post('/api/register/doctor', form)).status).toBe(200);
    const folder = path.join(dataDir, 'mail');
    const letters = async () =>
      (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    await expect.poll(letters, { timeout: 60_000 }).not.toEqual([]);
    for (const name of await letters())
      expect(await readFile(path.join(folder, name), 'utf8')).not.toContain(String(form['password']));
  },
  async 'registration and restore requests have different messages (G10)'() {
    const shown = await dialogs();
    expect(shown).toContain('мы направили вам ссылку для завершения процесса регистрации');
    expect(shown).toContain('Чтобы задать новый пароль, перейдите по ссылке в этом письме.');
  },
  async 'a partner reads in the blocked modal that the section is for doctors, and the way to become one (G58)'() {
    const blocked = (await openDialogs()).querySelector('#blocked')!;
    const shownTo = (who: string) =>
      [...blocked.querySelectorAll(`[data-when~="${who}"]`)].map(textOf).join(' ');
    expect(shownTo('anonymous')).toContain('Пройдите регистрацию или войдите в существующий аккаунт');
    expect(shownTo('partner')).toContain('Раздел открыт для врачей. Ваша учётная запись — партнёр.');
    expect(shownTo('partner')).not.toContain('войдите');
    expect(blocked.querySelector('[data-when~="partner"] a')?.getAttribute('href')).toContain(
      '/profile/settings/',
    );
  },
};

const screens: Record<string, Check> = {
  async 'pages of /profile/ require a session (G5)'() {
    for (const address of ['/api/subscribes', '/api/user/cases', '/api/applications'])
      expect([address, (await call(address)).code]).toEqual([address, 401]);
  },
  async '/profile/main/ is the page of /profile/ (G5, G56)'() {
    expect(await pageAt('/profile/main/')).toContain('<title>Личные данные — ');
  },
  async 'addresses without a slash, and /diseases/, answer 301 (G2, G56)'() {
    for (const [from, to] of [
      ['/news', '/news/'],
      ['/diseases/', '/deseases/'],
    ] as const) {
      const response = await get(from);
      expect([response.status, response.headers.get('location')]).toEqual([301, to]);
    }
  },
  async 'an unknown key leads home, an unknown address answers 404 (G22)'() {
    expect(addressFor('unknown', 7)).toBe('/');
    expect((await get('/unknown/7/')).status).toBe(404);
  },
  async '/page/ without a code lists the pages (G21)'() {
    const page = await pageAt('/page/');
    for (const code of ['about', 'accessibility']) expect(page).toContain(`href="/page/${code}/"`);
  },
  async 'projects, diagnostics and resources have calls for list, filter and record (G18, G20)'() {
    for (const api of ['observational_projects', 'diagnostics', 'sources']) {
      const list = await call(`/api/${api}?page_size=1`);
      expect([api, list.code]).toEqual([api, 200]);
      expect((await call(`/api/${api}/filter`)).json.data).toHaveProperty('facets');
      const { id, title } = list.json.data.items[0];
      expect((await call(`/api/${api}/${id}`)).json.data).toMatchObject({ id, title });
    }
  },
  async 'the phone’s menu has the entries of the specification and «Сохранённое» alone; the rest is in the footer (G8, G76)'() {
    const page = await open('/');
    const entries = [...page.querySelectorAll('#menu a')].map(textOf);
    expect(entries.slice(0, 12)).toEqual([
      'Заболевания',
      'Терапия',
      'Исследования',
      'Мероприятия',
      'Учреждения',
      'Наблюдательные проекты',
      'Новости',
      'Войти',
      'Регистрация в качестве врача',
      'Регистрация в качестве партнера',
      'Регистрация для пациентов и близких',
      'Сохранённое',
    ]);
    for (const address of ['/cases/', '/diagnostics/', '/resources/'])
      expect(page.querySelector(`.footer a[href="${address}"]`), address).not.toBeNull();
  },
  async 'the footer’s button leads anonymous visitors to the blocked modal, the (i) explains (G9)'() {
    const page = await open('/');
    const { href, dataset } = page.querySelector<HTMLAnchorElement>('.footer [data-add]')!;
    expect([new URL(href, server.url).pathname, dataset['dialog']]).toEqual(['/cases/', 'blocked']);
    expect(page.querySelector('.footer-info')?.getAttribute('data-dialog')).toBe('important');
  },
  async 'every page’s header leads to the search'() {
    for (const address of ['/', '/drugs/'])
      expect((await open(address)).querySelector('header a[href="/search/"]'), address).not.toBeNull();
  },
  async 'every page has seven modals, empty and named (B054)'() {
    for (const address of ['/', '/drugs/', '/404.html']) {
      const page = await open(address);
      for (const name of ['login', 'restore', 'success', 'doctor', 'partner', 'confirm', 'blocked']) {
        const dialog = page.querySelector(`dialog#${name}`);
        expect([name, dialog?.childElementCount]).toEqual([name, 0]);
        expect(dialog?.getAttribute('aria-label'), name).toBeTruthy();
      }
    }
  },
  async 'buttons that open a modal are links to a page that does the same'() {
    const [home, dialog] = [await open('/'), await openDialogs()];
    const links = [
      ...home.querySelectorAll<HTMLAnchorElement>('a.header-entrance, .footer a[data-dialog]'),
      ...dialog.querySelectorAll<HTMLAnchorElement>('#login .register-ways a, #blocked a[data-dialog]'),
    ];
    for (const words of ['Вход/Регистрация', 'Добавить материал', 'Как врач', 'Как партнер', 'Вход'])
      expect(links.map(textOf)).toContain(words);
    for (const { href } of links) expect([href, (await get(href)).status]).toEqual([href, 200]);
  },
  async 'doctor and partner are the registrations, the form for families is a link beneath (G76)'() {
    const dialog = await openDialogs();
    for (const name of ['login', 'restore']) {
      const ways = [...dialog.querySelectorAll(`#${name} a[href^="/profile/register/"]`)].map(textOf);
      expect([name, ...ways]).toEqual([
        name,
        'Как врач',
        'Как партнер',
        'Регистрация для пациентов и близких',
      ]);
    }
  },
  async 'the 18+ notice is a notice (G46)'() {
    expect(await pageAt('/')).toContain('18+');
  },
  async 'the link of a letter leads to a page with a button (G14)'() {
    const page = await pageAt('/profile/confirm/?code=abc');
    expect(page).toMatch(/<form[^>]*method="post"[^>]*>/);
    expect(page).toMatch(/<button[^>]*type="submit"/);
  },
  async 'without an operator policy.pdf and assept.pdf state so (G77)'() {
    for (const file of ['policy.pdf', 'assept.pdf']) {
      const response = await get(`/upload/doc/${file}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const text = textOfPdf(Buffer.from(await response.arrayBuffer()));
      expect(text).toContain('У этой установки портала ещё нет оператора');
      expect(text).not.toMatch(/\[[а-яё ]+\]/i);
    }
  },
};

const partnerForm = async (more: Record<string, unknown>) => {
  const { id } = (await call('/api/dict/diseases')).json.data[0];
  const own = { company: 'ООО «Пример»', position: 'Менеджер', last_name: 'Ковалёв', name: 'Пётр' };
  const access = { password, confirm_password: password, consent: 'on', word: '', ssid: '' };
  return { ...own, ...access, catalog_disease_id: String(id), ...more };
};

const accounts: Record<string, Check> = {
  async 'a dash means no second name, an empty one is rejected; the server sends «patient» (G3, G34)'() {
    const email = 'dash@example.ru';
    const form = await partnerForm({ email, second_name: '' });
    const refused = await post('/api/register/patient', form);
    expect(JSON.stringify(await refused.json())).toContain('"field":"second_name"');
    const request = await enter('patient', { ...form, second_name: '-' });
    expect((await request('GET', '/api/user')).json.data).toMatchObject({
      email,
      type: 'patient',
      second_name: null,
    });
  },
  async 'a doctor adds drafts at once and publishes after verification; each consent is kept with its date (G44, G45, G47)'() {
    const request = await enter('doctor', doctorForm({ email: 'draft@example.ru' }));
    const { id, state } = (await request('POST', '/api/cases/add')).json.data;
    expect(state).toBe('draft');
    expect((await request('GET', `/api/user/cases/${id}`)).code).toBe(200);
    expect((await request('POST', `/api/user/cases/${id}/submit`)).code).toBe(403);
    expect((await request('GET', '/api/cases')).code).toBe(200);
    const consents: Json[] = (await request('GET', '/api/user/consents')).json.data;
    expect(consents.map(({ purpose }) => purpose).toSorted()).toEqual(['personal', 'specialist']);
    for (const { given_at } of consents) expect(Date.parse(given_at)).not.toBeNaN();
  },
  async 'a form of registration sends the proof of work in place of the picture (G16)'() {
    const { paths } = (await call('/api/openapi.json')).json;
    for (const type of ['doctor', 'patient']) {
      const { schema } =
        paths[`/api/register/${type}`].post.requestBody.content['application/x-www-form-urlencoded'];
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(['word', 'ssid', 'altcha']));
      expect((await call(`/api/captcha/challenge?form=${type === 'doctor' ? type : 'partner'}`)).code).toBe(
        200,
      );
    }
  },
  async 'beside the named keys of a registration mailings, website and altcha may stand (G16, G47, G71)'() {
    const form = doctorForm({ email: 'keys@example.ru', mailings: 'on', website: '', altcha: '' });
    expect((await post('/api/register/doctor', form)).status).toBe(200);
  },
  async 'only doctors get clinical cases by call (G7)'() {
    expect((await call('/api/cases')).code).toBe(401);
    const found = (await call('/api/fast-search?query=гоше')).json.data;
    expect(JSON.stringify(found)).not.toContain('"cases"');
  },
  async 'CAPTCHA=off asks for no proof of work'() {
    const form = doctorForm({ email: 'open@example.ru' });
    expect((await post('/api/register/doctor', form)).status).toBe(200);
  },
  async 'a password has 12 characters (G54)'() {
    const password = 'Qwerty123!';
    const form = doctorForm({ email: 'short@example.ru', password, confirm_password: password });
    const response = await post('/api/register/doctor', form);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('"field":"password"');
  },
  async 'consents missing from a registration are requested later, a refusal is rejected (G71)'() {
    const form = doctorForm({ email: 'later@example.ru', consent: undefined, specialist: undefined });
    expect((await post('/api/register/doctor', form)).status).toBe(200);
    expect((await post('/api/register/doctor', { ...form, consent: false })).status).toBe(400);
  },
  async 'a confirmation returns what is missing (G72)'() {
    const { paths } = (await call('/api/openapi.json')).json;
    const answers = JSON.stringify(paths['/api/user/confirm'].post.responses['200']);
    for (const state of ['confirmed', 'password-needed', 'consent-needed']) expect(answers).toContain(state);
  },
  async 'every doctor reads cases, verified ones answer (G73)'() {
    const { paths } = (await call('/api/openapi.json')).json;
    expect(paths['/api/cases'].get['x-access']).toBe('doctor');
    expect(paths['/api/cases/{id}/answers'].post['x-access']).toBe('verified-doctor');
  },
};

const calls: Record<string, Check> = {
  async 'last news, counters and navigation are in the page (G39)'() {
    const page = await pageAt('/');
    expect(page).toMatch(/href="\/news\/\d+\/"/);
    expect(page).toContain('href="/observational_projects/"');
  },
  async 'an error has its status and its HTTP code (G41)'() {
    const { code, json } = await call('/api/diseases/999999999');
    expect([code, json.status]).toEqual([404, 'error']);
  },
  async 'titles of results have no markup but marks (G24)'() {
    const { json } = await call('/api/fast-search?query=болезнь');
    const tags = JSON.stringify(json.data).match(/<\/?\w+/g) ?? [];
    expect(tags.filter((tag) => !/^<\/?(b|mark)$/.test(tag))).toEqual([]);
  },
  async 'at most 100 signs are searched (G26)'() {
    expect((await call(`/api/fast-search?query=${'а'.repeat(101)}`)).code).toBe(400);
  },
  async 'news are narrowed by topics (G18, G57)'() {
    const { facets } = (await call('/api/news/filter')).json.data;
    expect(facets.map(({ field }: { field: string }) => field)).toContain('topics');
  },
  async 'calls that change something reject other sites, not clients without a page (G70)'() {
    const send = (headers: Record<string, string>) =>
      fetch(new URL('/api/auth/logout', server.url), { method: 'POST', headers });
    expect((await send({})).status).toBe(200);
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  },
  async 'public reading ignores unknown parameters, other calls reject them (G75)'() {
    expect((await call('/api/news?limit=3')).code).toBe(200);
    expect((await post('/api/auth/logout?foo=1', {})).status).toBe(400);
  },
  async 'the fast search gives more than title, iblock and id with details=1 (G75)'() {
    const keys = async (more: string) =>
      Object.keys((await call(`/api/fast-search?query=гоше${more}`)).json.data[0]);
    expect(await keys('')).toEqual(['title', 'iblock', 'id']);
    expect(await keys('&details=1')).toContain('match');
  },
  async 'pages of cases may be cached, pages of the profile may not (B267)'() {
    const cacheOf = async (address: string) => (await get(address)).headers.get('cache-control');
    for (const address of ['/cases/', '/cases/7/'])
      expect([address, await cacheOf(address)]).toEqual([address, 'public, max-age=0, must-revalidate']);
    expect(await cacheOf('/profile/')).toBe('no-store');
  },
  async 'of phones of 11 digits those become +7 that begin with 7 or 8 (G36)'() {
    expect(['9031234567', '89031234567', '49031234567'].map(formatPhone)).toEqual([
      '+7 (903) 123-4567',
      '+7 (903) 123-4567',
      '49031234567',
    ]);
  },
};

describe.each(Object.entries({ words, screens, accounts, calls }))('%s', (_, rows) => {
  test.each(Object.entries(rows))('%s', (__, expectRow) => expectRow());
});
