import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  doctorForm,
  lettersTo,
  openBrowser,
  partnerForm,
  password,
  type Fields,
} from '../../../tests/sample/people.ts';

let portal: TestPortal;
let time = new Date('2026-11-21T10:00:00Z');
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' }, now: () => time });
});
afterAll(() => portal.close());

const db = () => portal.database.kysely;
const usersAt = (email: string) =>
  db().selectFrom('users').selectAll().where('email', '=', email).orderBy('id').execute();

test(`A30 a Cyrillic address is shown as typed, though browsers send ASCII (${dialect})`, async () => {
  const [sent, read] = ['anna@xn--80akhbyknj4f.xn--p1ai', 'anna@испытание.рф'];
  const browser = openBrowser(portal);
  const answer = await browser.post('/api/register/doctor', doctorForm({ email: sent }));
  expect(answer.data).toEqual({ email: read });
  await browser.post('/api/user/confirm', { code: await codeIn(portal, read), password });
  for (const email of [sent, read])
    expect((await browser.post('/api/auth/login', { email, password })).data).toMatchObject({ email: read });
  // Mixed alphabets may be homographs: such a domain stays in ASCII.
  const mixed = 'anna@xn--pple-43d.com';
  expect((await browser.post('/api/register/doctor', doctorForm({ email: mixed }))).data).toEqual({
    email: mixed,
  });
});

test.each(['form', 'multipart', 'json'] as const)(
  `B140 B141 B215 a doctor registers with the keys of the specification and ticked boxes, as %s (${dialect})`,
  async (format) => {
    const email = `doctor-${format}@example.ru`;
    const browser = openBrowser(portal);
    const answer = await browser.post('/api/register/doctor', doctorForm({ email }), format);
    expect([answer.status, answer.data]).toEqual([200, { email }]);
    expect(browser.cookies.size).toBe(0);

    const early = await browser.post('/api/auth/login', { email, password });
    expect([early.status, early.errors[0]?.customData?.field]).toEqual([403, 'email']);

    const confirmed = await browser.post(
      `/api/user/confirm?code=${await codeIn(portal, email)}`,
      { password },
      format,
    );
    expect(confirmed.data).toMatchObject({ state: 'confirmed', email });
    const login = await browser.post('/api/auth/login', { email, password }, format);
    expect(login.data).toMatchObject({
      type: 'doctor',
      email,
      last_name: 'Иванова',
      name: 'Анна',
      second_name: 'Петровна',
      subject_federation_id: '77',
      therapeutic_area_id: ['hematology', 'metabolic'],
      scientific_status_id: ['none'],
      verified: false,
    });
  },
);

test('B142 B216 a partner registers; a dash means no patronymic (G34)', async () => {
  const browser = openBrowser(portal);
  const answer = await browser.post('/api/register/patient', partnerForm(portal));
  expect(answer.status).toBe(200);
  const [user] = await usersAt('petr@example.ru');
  expect(user).toMatchObject({
    type: 'patient',
    second_name: null,
    company: 'ООО «Пример»',
    disease_id: portal.sample.gaucher,
    confirmed_at: null,
  });
});

test('G32 a comma list, repeated keys and key[] are equivalent', async () => {
  const spellings = [
    'therapeutic_area_id=metabolic,hematology',
    'therapeutic_area_id=metabolic&therapeutic_area_id=hematology',
    'therapeutic_area_id[]=metabolic&therapeutic_area_id[]=hematology',
  ];
  for (const [index, areas] of spellings.entries()) {
    const { therapeutic_area_id: _, ...rest } = doctorForm({ email: `areas-${index}@example.ru` });
    const body = `${new URLSearchParams(rest as Record<string, string>).toString()}&${areas}`;
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/register/doctor',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: portal.settings.SITE_URL,
      },
      payload: body,
    });
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    const [user] = await usersAt(`areas-${index}@example.ru`);
    const terms = await db()
      .selectFrom('user_terms')
      .select('code')
      .where('user_id', '=', user?.id ?? 0)
      .where('vocabulary', '=', 'therapeuticarea')
      .execute();
    expect(terms).toHaveLength(2);
  }
});

test('B193 every field of a doctor is required, and all empty ones are named', async () => {
  const later = ['word', 'ssid', 'consent', 'specialist'];
  const required = Object.keys(doctorForm()).filter((key) => !later.includes(key));
  const answer = await openBrowser(portal).post('/api/register/doctor', {});
  expect(answer.status).toBe(400);
  const fields = answer.errors.map(({ customData }) => customData?.field);
  expect(fields.toSorted()).toEqual(required.toSorted());
  for (const { message } of answer.errors) expect(message).toMatch(/^[А-Я«].+\.$/);
});

test('B194 every field of a partner is required', async () => {
  const later = ['word', 'ssid'];
  for (const key of Object.keys(partnerForm(portal)).filter((name) => !later.includes(name))) {
    const answer = await openBrowser(portal).post(
      '/api/register/patient',
      partnerForm(portal, { [key]: ' ' }),
    );
    expect([key, answer.status]).toEqual([key, 400]);
    expect(answer.errors.map(({ customData }) => customData?.field)).toContain(key);
  }
});

test.each<[string, Fields, string]>([
  ['a subject that is in no dictionary', { subject_federation_id: '99' }, 'subject_federation_id'],
  ['an area that is in no dictionary', { therapeutic_area_id: ['x'] }, 'therapeutic_area_id'],
  ['a short password', { password: 'короткий', confirm_password: 'короткий' }, 'password'],
  ['a common password', { password: 'password1234', confirm_password: 'password1234' }, 'password'],
  [
    'a password longer than 128',
    { password: 'яб'.repeat(65), confirm_password: 'яб'.repeat(65) },
    'password',
  ],
  [
    'the address as password',
    {
      email: 'long.address@example.ru',
      password: 'Long.Address@example.ru',
      confirm_password: 'Long.Address@example.ru',
    },
    'password',
  ],
  ['passwords that differ', { confirm_password: 'сорок три журавля' }, 'confirm_password'],
  ['a name with a line break', { last_name: 'Иванова\nBcc: x@y.ru' }, 'last_name'],
  ['a name with a hidden direction', { name: 'Анна\u202e' }, 'name'],
  ['a name with markup', { name: '<b>Анна</b>' }, 'name'],
  ['a city with a NUL', { city: 'Мос\0ква' }, 'city'],
  ['an invisible city', { city: '\u200b\u2060\u200d' }, 'city'],
  ['half of a pair of signs', { med: 'Клиника \ud800' }, 'med'],
  ['a field of 10 000 signs', { med: 'ж'.repeat(10_000) }, 'med'],
  ['consent that is refused', { consent: 'false' }, 'consent'],
  ['an empty consent', { consent: '' }, 'consent'],
  ['no specialist', { specialist: '0' }, 'specialist'],
])('B200 %s is rejected at its field and nothing is stored', async (_, more, field) => {
  const before = await db().selectFrom('users').select('id').execute();
  for (const format of ['form', 'json'] as const) {
    const answer = await openBrowser(portal).post('/api/register/doctor', doctorForm(more), format);
    expect([answer.status, answer.errors[0]?.customData?.field]).toEqual([400, field]);
  }
  expect(await db().selectFrom('users').select('id').execute()).toEqual(before);
});

test('passwords are compared after NFKC on both sides', async () => {
  const email = 'nfkc@example.ru';
  const composed = 'Жёлтый конь №7 ﬁn';
  const browser = openBrowser(portal);
  await browser.post('/api/register/doctor', {
    ...doctorForm({ email }),
    password: composed.normalize('NFD'),
    confirm_password: composed.normalize('NFC'),
  });
  await browser.post(`/api/user/confirm?token=${await codeIn(portal, email)}`, {
    password: composed.normalize('NFD'),
  });
  expect(
    (await browser.post('/api/auth/login', { email, password: composed.normalize('NFKC') })).status,
  ).toBe(200);
});

/** Payloads of the specification, key by key. */
const exactDoctor = (email: string) => doctorForm({ email, consent: undefined, specialist: undefined });
const exactPartner = (email: string) => partnerForm(portal, { email, consent: undefined });
const consentsOf = async (userId = 0) =>
  await db().selectFrom('consents').selectAll().where('user_id', '=', userId).orderBy('id').execute();

test.each([
  ['doctor', exactDoctor, 13, ['specialist', 'consent'], ['specialist', 'personal']],
  ['patient', exactPartner, 11, ['consent'], ['personal']],
] as const)(
  'a %s registers with the named fields only; consents come at confirmation, and no account exists before (G71, B140, B142)',
  async (type, exact, count, boxes, purposes) => {
    const email = `exact-${type}@example.ru`;
    const fields = Object.entries(exact(email)).filter(([, value]) => value !== undefined);
    expect(fields).toHaveLength(count);
    const browser = openBrowser(portal);
    const answer = await browser.post(`/api/register/${type}`, Object.fromEntries(fields));
    expect([answer.status, answer.data]).toEqual([200, { email }]);
    const [user] = await usersAt(email);
    expect(await consentsOf(user?.id)).toEqual([]);
    const code = await codeIn(portal, email);
    const confirm = (more: Fields = {}) => browser.post(`/api/user/confirm?code=${code}`, more);

    expect((await confirm()).data).toMatchObject({
      state: 'password-needed',
      email,
      wanted: ['password', ...boxes],
    });
    const wanting = await confirm({ password });
    expect([wanting.status, wanting.data]).toMatchObject([200, { state: 'consent-needed', wanted: boxes }]);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.post('/api/auth/login', { email, password })).status).toBe(403);
    for (const box of boxes) {
      const refused = await confirm({
        password,
        ...Object.fromEntries(boxes.map((name) => [name, 'on'])),
        [box]: 'false',
      });
      expect([refused.status, refused.errors[0]?.customData?.field]).toEqual([400, box]);
    }
    expect((await usersAt(email))[0]?.confirmed_at).toBeNull();

    time = new Date(time.getTime() + 60_000);
    const done = await confirm({ password, ...Object.fromEntries(boxes.map((name) => [name, 'on'])) });
    expect(done.data).toMatchObject({ state: 'confirmed', email });
    expect(done.data).not.toHaveProperty('wanted');
    const consents = await consentsOf(user?.id);
    expect(consents.map(({ purpose }) => purpose)).toEqual(purposes);
    for (const { given_at } of consents) expect(given_at).toBe(time.toISOString());
  },
);

test('consents of the registration are stored and not asked for again (G71)', async () => {
  const email = 'half@example.ru';
  const browser = openBrowser(portal);
  await browser.post('/api/register/doctor', doctorForm({ email, specialist: undefined }));
  const [user] = await usersAt(email);
  const before = await consentsOf(user?.id);
  expect(before.map(({ purpose }) => purpose)).toEqual(['personal']);
  const code = await codeIn(portal, email);
  expect((await browser.post('/api/user/confirm', { code, password })).data.wanted).toEqual(['specialist']);
  await browser.post('/api/user/confirm', { code, password, specialist: 'on' });
  const after = await consentsOf(user?.id);
  expect(after.map(({ purpose }) => purpose)).toEqual(['personal', 'specialist']);
  expect(after[0]).toEqual(before[0]);
});

test.each(['form', 'multipart', 'json'] as const)(
  'a code without the rest returns what is missing, as %s; the password starts the session (G72, B217)',
  async (format) => {
    const email = `session-${format}@example.ru`;
    const browser = openBrowser(portal);
    await browser.post('/api/register/doctor', doctorForm({ email }), format);
    const code = await codeIn(portal, email);
    const response = await browser.post(`/api/user/confirm?code=${code}`);
    expect([response.status, response.data]).toMatchObject([
      200,
      { state: 'password-needed', wanted: ['password'] },
    ]);
    expect((await browser.get('/api/user')).data).toBeNull();
    const wrong = await browser.post('/api/user/confirm', { code, password: 'не тот пароль' }, format);
    expect([wrong.status, wrong.errors[0]?.customData?.field]).toEqual([400, 'password']);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.post('/api/user/confirm', { code, password }, format)).data.state).toBe(
      'confirmed',
    );
    expect((await browser.get('/api/user')).data).toMatchObject({ email, type: 'doctor' });
    // The code starts no second session.
    const other = openBrowser(portal);
    expect((await other.post('/api/user/confirm', { code, password }, format)).data.state).toBe('already');
    expect(other.cookies.size).toBe(0);
  },
);

test('a blocked registration is confirmed without a session (G72)', async () => {
  const email = 'blocked@example.ru';
  const browser = openBrowser(portal);
  await browser.post('/api/register/doctor', doctorForm({ email }));
  const blocked_at = time.toISOString();
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set({ blocked_at }).where('email', '=', email).execute(),
  );
  const code = await codeIn(portal, email);
  expect((await browser.post('/api/user/confirm', { code, password })).data.state).toBe('confirmed');
  expect(browser.cookies.size).toBe(0);
});

test('G47 consents are stored one by one with the served document', async () => {
  const email = 'consent@example.ru';
  await openBrowser(portal).post(
    '/api/register/doctor',
    doctorForm({ email, consent: 'on', mailings: 'on' }),
  );
  const [user] = await usersAt(email);
  const consents = await db()
    .selectFrom('consents')
    .selectAll()
    .where('user_id', '=', user?.id ?? 0)
    .orderBy('id')
    .execute();
  expect(consents.map(({ purpose }) => purpose)).toEqual(['personal', 'specialist', 'mailings']);
  for (const [index, name] of ['assept', 'specialist', 'mailings'].entries()) {
    const document = `/upload/doc/${name}.pdf`;
    const sha256 = createHash('sha256')
      .update(readFileSync(`public${document}`))
      .digest('hex');
    expect(consents[index]).toMatchObject({ document, sha256, withdrawn_at: null });
    // A readable day and the start of the digest.
    expect(consents[index]?.version).toMatch(new RegExp(`^2026-\\d\\d-\\d\\d ${sha256.slice(0, 12)}$`));
  }
  expect(consents[0]?.text).toBe('Даю согласие на обработку персональных данных');
});

test('D-2 known address, unknown address and robot get the same response', async () => {
  await addPerson(portal, 'doctor', { email: 'known@example.ru' });
  const browser = openBrowser(portal);
  const bare = ({ headers, status, text }: Awaited<ReturnType<typeof browser.post>>) => ({
    status,
    text: text.replace(/"email":"[^"]+"/, '"email":"…"'),
    headers: { ...headers, date: '', 'content-length': '', 'x-request-id': '' },
  });
  const known = await browser.post('/api/register/doctor', doctorForm({ email: 'known@example.ru' }));
  const unknown = await browser.post('/api/register/doctor', doctorForm({ email: 'fresh@example.ru' }));
  const robot = await browser.post(
    '/api/register/doctor',
    doctorForm({ email: 'bot@example.ru', website: 'x' }),
  );
  expect(bare(unknown)).toEqual(bare(known));
  expect(bare(robot)).toEqual(bare(known));
  expect(await usersAt('bot@example.ru')).toEqual([]);
  expect(await usersAt('known@example.ru')).toHaveLength(1);
  expect((await lettersTo(portal, 'known@example.ru')).map(({ kind }) => kind)).toEqual(['already']);
});

test('D-6 a confirmation code works once, is reported as used afterwards, and GET never uses it', async () => {
  const email = 'once@example.ru';
  const browser = openBrowser(portal);
  await browser.post('/api/register/doctor', doctorForm({ email }));
  const code = await codeIn(portal, email);
  expect((await browser.get(`/api/user/confirm?code=${code}`)).status).toBe(405);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => openBrowser(portal).post('/api/user/confirm', { code, password })),
  );
  expect(answers.map(({ data }) => data.state).toSorted()).toEqual([
    ...Array.from({ length: 19 }, () => 'already'),
    'confirmed',
  ]);
  const repeated = await openBrowser(portal).post('/api/user/confirm', { token: code }, 'json');
  expect(repeated.data.message).toContain('уже подтверждена');
  const stored = JSON.stringify(await db().selectFrom('tokens').selectAll().execute());
  expect(stored).not.toContain(code);
});

test.each([[{}], [{ code: 'wrong' }], [{ code: '' }], [{ token: 'x'.repeat(300) }]])(
  'an invalid code (%o) is rejected with a message',
  async (fields) => {
    const answer = await openBrowser(portal).post('/api/user/confirm', fields);
    expect(answer.status).toBe(400);
    expect(answer.errors[0]?.message).toMatch(/ссылк/i);
  },
);

test('a confirmation code lives for 24 hours; a new letter can be requested', async () => {
  const email = 'late@example.ru';
  const browser = openBrowser(portal);
  const start = time;
  await browser.post('/api/register/doctor', doctorForm({ email }));
  const code = await codeIn(portal, email);
  time = new Date(start.getTime() + 24 * 3600_000);
  expect((await browser.post('/api/user/confirm', { code, password })).errors[0]?.message).toContain(
    'устарела',
  );
  expect((await browser.post('/api/user/confirm/resend', { email })).data).toEqual({ email });
  expect((await browser.post('/api/user/confirm/resend', { email: 'absent@example.ru' })).status).toBe(200);
  const fresh = await codeIn(portal, email);
  expect(fresh).not.toBe(code);
  expect((await browser.post('/api/user/confirm', { code: fresh, password })).data.state).toBe('confirmed');
  time = start;
});

test('D-7 confirmation needs the password: an earlier registration by another person gets nothing', async () => {
  const email = 'victim@example.ru';
  const theirs = 'чужой секретный пароль';
  await openBrowser(portal).post(
    '/api/register/doctor',
    doctorForm({ email, password: theirs, confirm_password: theirs }),
  );
  const hijack = await codeIn(portal, email);
  const owner = openBrowser(portal);
  await owner.post('/api/register/doctor', doctorForm({ email }));
  await owner.post('/api/user/confirm', { code: await codeIn(portal, email), password });
  expect((await openBrowser(portal).post('/api/auth/login', { email, password: theirs })).status).toBe(401);
  expect((await owner.post('/api/auth/login', { email, password })).status).toBe(200);
  expect((await owner.post('/api/user/confirm', { code: hijack })).status).toBe(400);
  expect(await usersAt(email)).toHaveLength(1);
});

test('two concurrent registrations of an address get the same response and make one account', async () => {
  const email = 'twice@example.ru';
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => openBrowser(portal).post('/api/register/doctor', doctorForm({ email }))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect((await usersAt(email)).length).toBeLessThanOrEqual(5);
  await openBrowser(portal).post('/api/user/confirm', { code: await codeIn(portal, email), password });
  expect(await usersAt(email)).toHaveLength(1);
});

test('G12 no letter contains a password', async () => {
  const letters = await db().selectFrom('outbox').selectAll().execute();
  expect(letters.length).toBeGreaterThan(5);
  for (const { subject, text, html } of letters) {
    expect(`${subject} ${text} ${html}`).not.toContain(password);
    expect(`${text} ${html}`).not.toContain('чужой секретный');
  }
  const users = await db().selectFrom('users').selectAll().execute();
  expect(JSON.stringify(users)).not.toContain(password);
});

test('fields that registration may not set do not change', async () => {
  const email = 'mass@example.ru';
  const answer = await openBrowser(portal).post('/api/register/doctor', {
    ...doctorForm({ email }),
    id: 1,
    type: 'admin',
    confirmed_at: '2026-01-01',
    verified_at: '2026-01-01',
    verified: true,
  });
  expect(answer.status).toBe(200);
  const [user] = await usersAt(email);
  expect(user).toMatchObject({ type: 'doctor', confirmed_at: null, verified_at: null });
  expect(user?.id).not.toBe(1);
});

test('control and direction characters are rejected in every typed field', async () => {
  const before = await db().selectFrom('users').select('id').execute();
  const signs = ['\0', '\x07', '\x1b[2J', '\r\nBcc: x@y.ru', '\u2028', '\u202e', '\u2066', '\ufffd'];
  for (const sign of signs)
    for (const field of ['last_name', 'name', 'second_name', 'city', 'med', 'email']) {
      const form = doctorForm({ email: 'control@example.ru' });
      const answer = await openBrowser(portal).post(
        '/api/register/doctor',
        { ...form, [field]: `${String(form[field])}${sign}x` },
        'json',
      );
      expect([field, sign, answer.status, answer.errors[0]?.customData?.field]).toEqual([
        field,
        sign,
        400,
        field,
      ]);
      expect(answer.errors[0]?.message).toMatch(/^[А-Я].*\.$/);
    }
  expect(await db().selectFrom('users').select('id').execute()).toEqual(before);
});

test.each(['form', 'multipart', 'json'] as const)(
  'a field of 10 MB is rejected as a whole, as %s',
  async (format) => {
    const huge = doctorForm({ email: 'huge@example.ru', med: 'x'.repeat(10 * 2 ** 20) });
    const answer = await openBrowser(portal).post('/api/register/doctor', huge, format);
    expect([answer.status, answer.errors[0]?.message]).toEqual([413, 'Запрос слишком большой.']);
    expect(await usersAt('huge@example.ru')).toEqual([]);
  },
);

test('D-6 a code works in another browser, for one of many concurrent uses, and then no more', async () => {
  const email = 'elsewhere@example.ru';
  await openBrowser(portal).post('/api/register/doctor', doctorForm({ email }));
  const code = await codeIn(portal, email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => openBrowser(portal).post('/api/user/confirm', { code, password })),
  );
  const states = answers.map(({ data }) => data.state).toSorted();
  expect(states).toEqual([...Array.from({ length: 19 }, () => 'already'), 'confirmed']);
  const restoring = openBrowser(portal);
  await restoring.post('/api/auth/restore/send', { email });
  const restore = await codeIn(portal, email);
  const fresh = 'сорок три журавля';
  const set = await Promise.all(
    Array.from({ length: 10 }, () =>
      openBrowser(portal).post('/api/auth/restore', {
        code: restore,
        password: fresh,
        confirm_password: fresh,
      }),
    ),
  );
  expect(set.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
});

test('without an operator registration is closed and sign-in works', async () => {
  const register = async (settings: Record<string, string>) => {
    const other = await startTestPortal({ settings: { CAPTCHA: 'off', ...settings } });
    await addPerson(other, 'doctor', { email: 'known@example.ru' });
    const answer = await openBrowser(other).post('/api/register/doctor', doctorForm());
    const login = await openBrowser(other).post('/api/auth/login', { email: 'known@example.ru', password });
    await other.close();
    expect(login.status).toBe(200);
    return [answer.status, answer.errors?.[0]?.message];
  };
  const operator = { OPERATOR_NAME: 'Фонд «Пример»', OPERATOR_ADDRESS: 'Тверь, Тестовая улица, 1' };
  const SITE_URL = 'https://register.example';
  const closed = [403, expect.stringMatching(/^Регистрация пока закрыта: .* оператора/)];
  expect(await register({ SITE_URL })).toEqual(closed);
  expect(await register({ SITE_URL, OPERATOR_NAME: operator.OPERATOR_NAME })).toEqual(closed);
  for (const settings of [{ SITE_URL, ...operator }, {}] as Record<string, string>[])
    expect(await register(settings)).toEqual([200, undefined]);
});

test("a new password on another person's registration does not take over its consents and mailings", async () => {
  const email = 'replaced@example.ru';
  await openBrowser(portal).post('/api/register/doctor', doctorForm({ email, mailings: 'on' }));
  const owner = openBrowser(portal);
  const form = { code: await codeIn(portal, email), password: 'семь холодных яблок' };
  const response = await owner.post('/api/user/confirm', { ...form, confirm_password: form.password });
  expect(response.data).toMatchObject({
    state: 'consent-needed',
    wanted: ['specialist', 'consent'],
    message: expect.stringContaining('Иванова'),
  });
  const done = await owner.post('/api/user/confirm', {
    ...form,
    confirm_password: form.password,
    consent: 'on',
    specialist: 'on',
  });
  expect(done.data.state).toBe('confirmed');
  const [user] = await usersAt(email);
  const consents = await db()
    .selectFrom('consents')
    .select('purpose')
    .where('user_id', '=', user?.id ?? 0)
    .orderBy('purpose')
    .execute();
  expect(consents.map(({ purpose }) => purpose)).toEqual(['personal', 'specialist']);
});
