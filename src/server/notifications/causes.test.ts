import { afterAll, beforeAll, expect, test } from 'vitest';
import { checklist } from '#domain/cases.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  lettersTo,
  openBrowser,
  password,
  withSession,
  type Browser,
} from '../../../tests/sample/people.ts';
import { notifyOfOverdue } from '../editors/schedule.ts';
import { createContext } from '../request/context.ts';
import { setTerms } from '../account/users.ts';

let portal: TestPortal;
let editor: Browser;

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
});
afterAll(() => portal.close());

let people = 0;
async function doctor({ verified = true, speciality = '' } = {}) {
  people += 1;
  const user = await addPerson(portal, 'doctor', {
    email: `doctor${people}@example.ru`,
    ...(verified ? { verified_at: '2026-01-01T00:00:00.000Z' } : {}),
  });
  if (speciality)
    await portal.database.transaction((tx) => setTerms(tx, user.id, { specialization_id: [speciality] }));
  return { user, browser: await withSession(portal, user) };
}
/** Bell texts, latest first. */
const notificationsOf = async (browser: Browser): Promise<string[]> =>
  (await browser.get('/api/user/notifications')).data.items.map(({ title }: { title: string }) => title);

const content = (more: object = {}) => ({
  title: 'Тайное название',
  diseases: [portal.sample.gaucher],
  age_band: 'middle',
  sex: 'female',
  complaint: 'Тайная жалоба, слабость.',
  signs: [{ hpo: 'HP:0001744', title: 'Увеличение селезёнки', presence: 'yes' }],
  basis: 'anonymised',
  authorship: 'speciality',
  rarity_accepted: true,
  ...more,
});

async function submitted(author: Browser, more: object = {}) {
  const draft = await author.post('/api/cases/add', { content: content(more) }, 'json');
  const { id, version } = draft.data;
  const sent = await author.post(`/api/user/cases/${id}/submit`, { version }, 'json');
  expect(sent.data?.state, sent.text).toBe('review');
  return { id: id as number, version: sent.data.version as number };
}
async function published(author: Browser, more: object = {}) {
  const { id, version } = await submitted(author, more);
  const checks = Object.keys(checklist);
  const answer = await editor.post(`/api/editors/cases/${id}/accept`, { version, checks }, 'json');
  expect(answer.data?.state, answer.text).toBe('published');
  return id;
}

test(`editors are notified of a case, an application, a verification, a report and a draft in review (${dialect})`, async () => {
  const { browser } = await doctor();
  const { id } = await submitted(browser);
  expect(await notificationsOf(editor)).toContain(`Клинический случай № ${id} ждёт проверки`);
  const { data } = await browser.post('/api/applications', { type: 'correction', text: 'Исправьте.' });
  expect(await notificationsOf(editor)).toContain(`Новая заявка № ${data.id}`);
  await openBrowser(portal).post('/api/reports', {
    record_id: portal.sample.gaucher,
    text: 'Здесь опечатка.',
  });
  expect(await notificationsOf(editor)).toContain('Сообщение о неточности: «Болезнь Гоше»');
  const colleague = await withSession(
    portal,
    await addPerson(portal, 'editor', { email: 'colleague@example.ru' }),
  );
  const { data: record } = await colleague.post('/api/editors/records', {
    kind: 'news',
    fields: JSON.stringify({ title: 'Новость', date: '2026-11-20' }),
  });
  const review = await colleague.post(`/api/editors/records/${record.id}/submit`, {
    note: '',
    expected_version: record.draft?.version ?? 0,
  });
  expect(review.status, review.text).toBe(200);
  expect(await notificationsOf(editor)).toContain('«Новость» ждёт второго редактора');
  expect(await notificationsOf(colleague)).not.toContain('«Новость» ждёт второго редактора');
  const subjects = (await lettersTo(portal, 'editor@example.ru')).map(({ subject }) => subject);
  expect(subjects).toContain(`Клинический случай № ${id} ждёт проверки`);
  // Reports come daily unless an editor wants them at once.
  expect(subjects.join()).not.toContain('Сообщение о неточности');
});

test('authors are notified of remarks, acceptance and answers; colleagues, that they helped', async () => {
  const author = await doctor();
  const one = await submitted(author.browser);
  await editor.post(
    `/api/editors/cases/${one.id}/return`,
    { version: one.version, remarks: [{ field: 'complaint', text: 'Уточните.' }] },
    'json',
  );
  expect(await notificationsOf(author.browser)).toEqual([`Клинический случай № ${one.id}: нужны правки`]);
  const id = await published(author.browser, { question: 'Что дальше?' });
  const colleague = await doctor();
  const { data } = await colleague.browser.post(
    `/api/cases/${id}/answers`,
    { opinion: 'Тайное мнение.', next_steps: 'МРТ.', experience: 'seen' },
    'json',
  );
  expect(await notificationsOf(author.browser)).toContain(`Клинический случай № ${id}: новый ответ`);
  const another = await doctor();
  await another.browser.post(
    `/api/cases/${id}/answers`,
    { opinion: 'Другое тайное мнение.', next_steps: '', experience: 'opinion' },
    'json',
  );
  await author.browser.post(
    `/api/user/cases/${id}/close`,
    { outcome: 'Лучше.', answer: data.answers[0].id },
    'json',
  );
  expect(await notificationsOf(colleague.browser)).toEqual([`Клинический случай № ${id}: ваш ответ помог`]);
  expect((await lettersTo(portal, colleague.user.email)).map(({ subject }) => subject)).toEqual([
    `Клинический случай № ${id}: ваш ответ помог`,
  ]);
  // Another commenter is notified of the outcome without following.
  expect(await notificationsOf(another.browser)).toEqual([`Клинический случай № ${id}: известен исход`]);
  const letters = await lettersTo(portal, author.user.email);
  expect(letters).toHaveLength(4);
  for (const { text, html } of letters) expect(text + html).not.toContain('Тайн');
});

test("questions go to verified doctors by speciality and disease, cases to followers, without the author's text", async () => {
  const author = await doctor();
  const specialist = await doctor({ speciality: 'genetics' });
  const unverified = await doctor({ verified: false, speciality: 'genetics' });
  const follower = await doctor();
  await follower.browser.post('/api/subscribes/add', { id: portal.sample.gaucher });
  const id = await published(author.browser, { question: 'Тайный вопрос?', specialities: ['genetics'] });
  for (const { browser } of [specialist, follower])
    expect((await browser.get('/api/user/notifications')).data.items).toMatchObject([
      {
        title: `Клинический случай № ${id}: вопрос коллеги к вам`,
        more: expect.stringMatching(/^Пациент: женский, .* лет; спленомегалия\. Автор ждёт ответа до /),
      },
    ]);
  for (const { browser } of [author, unverified])
    expect((await notificationsOf(browser)).join()).not.toContain('вопрос коллеги');
  // Everyone sees the deadline and the notified circles: few matched, so others were added.
  const { data } = await unverified.browser.get(`/api/cases/${id}`);
  expect(Date.parse(data.term.due) - Date.parse(data.term.asked_at)).toBe(48 * 3_600_000);
  expect(data.asked).toMatchObject({ following: 1, speciality: 1 });
  const { data: list } = await follower.browser.get('/api/cases?question=open');
  expect(list.items.find((item: { id: number }) => item.id === id).term).toEqual(data.term);
  const without = await published(author.browser, {});
  expect((await notificationsOf(follower.browser))[0]).toBe(
    `Новый случай болезни, за которой вы следите: № ${without}`,
  );
  expect(await notificationsOf(specialist.browser)).toHaveLength(1);
  for (const { user } of [specialist, follower])
    for (const { text, html } of await lettersTo(portal, user.email))
      expect(text + html).not.toContain('Тайн');
});

test('few matches are supplemented by area and other specialities; a question in a later edition is sent too', async () => {
  const author = await doctor();
  const inArea = await doctor();
  await portal.database.transaction((tx) =>
    setTerms(tx, inArea.user.id, { therapeutic_area_id: ['hematology'] }),
  );
  const rare = { diseases: [], areas: ['hematology'], suspected: 'Неясная миопатия' };
  const id = await published(author.browser, rare);
  const before = (await author.browser.get(`/api/cases/${id}`)).data;
  expect(before).toMatchObject({ term: null, asked: null });
  const { data: own } = await author.browser.get(`/api/user/cases/${id}`);
  const next = content({ ...rare, question: 'Что дальше?' });
  const saved = await author.browser.put(`/api/user/cases/${id}`, { version: own.version, content: next });
  const { version } = saved.data;
  const sent = await author.browser.post(`/api/user/cases/${id}/submit`, { version }, 'json');
  await editor.post(
    `/api/editors/cases/${id}/accept`,
    { version: sent.data.version, checks: Object.keys(checklist) },
    'json',
  );
  expect(await notificationsOf(inArea.browser)).toEqual([`Клинический случай № ${id}: вопрос коллеги к вам`]);
  const { data } = await author.browser.get(`/api/cases/${id}`);
  // Doctors without a speciality are not notified.
  expect(data.asked).toEqual({ area: 1, others: 1 });
  await inArea.browser.post(
    `/api/cases/${id}/answers`,
    { opinion: 'ЭМГ.', next_steps: '', experience: 'seen' },
    'json',
  );
  const answered = (await author.browser.get(`/api/cases/${id}`)).data.term;
  expect(Date.parse(answered.answered_at)).toBeLessThan(Date.parse(answered.due));
});

test('owners are notified of new devices except the first, and of many wrong passwords once a day', async () => {
  const { user, browser } = await doctor();
  const signIn = (of: Browser, word: string) =>
    of.post('/api/auth/login', { email: user.email, password: word });
  const known = openBrowser(portal);
  expect((await signIn(known, password)).status).toBe(200);
  expect((await signIn(known, password)).status).toBe(200);
  expect(await notificationsOf(browser)).toEqual([]);
  await signIn(openBrowser(portal), password);
  expect(await notificationsOf(browser)).toEqual(['Вход с нового устройства']);
  const before = (await lettersTo(portal, user.email)).length;
  for (let guess = 0; guess < 14; guess += 1) {
    // Skips the wait between attempts.
    await portal.database.transaction((tx) => tx.updateTable('limits').set({ until: '2000' }).execute());
    await signIn(openBrowser(portal), 'не тот пароль');
  }
  expect(await notificationsOf(browser)).toEqual([
    'Много неверных паролей к вашей учётной записи',
    'Вход с нового устройства',
  ]);
  expect(await lettersTo(portal, user.email)).toHaveLength(before + 1);
});

test('sign-ins from new devices always ring, but only three letters a day are sent', async () => {
  const { user, browser } = await doctor();
  const enter = () => openBrowser(portal).post('/api/auth/login', { email: user.email, password });
  for (let device = 0; device < 6; device += 1) await enter();
  expect(await notificationsOf(browser)).toHaveLength(5);
  const letters = (await lettersTo(portal, user.email)).filter(({ kind }) => kind === 'new-device');
  expect(letters).toHaveLength(3);
  const choices = (await browser.get('/api/user/notifications/choices')).data;
  expect(choices).toContainEqual(
    expect.objectContaining({
      kind: 'new-device',
      note: expect.stringContaining('не больше 3 писем в день'),
    }),
  );
});

test('a changed role is notified by bell too', async () => {
  const { user } = await doctor();
  const admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'admin@example.ru' }));
  const answer = await admin.post(`/api/editors/users/${user.id}/role`, {
    type: 'editor',
    reason: 'Принята в редакцию.',
  });
  expect(answer.status, answer.text).toBe(200);
  const notified = await portal.database.kysely
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', user.id)
    .execute();
  expect(notified).toEqual([{ kind: 'role' }]);
});

test("editors are notified weekly of overdue records, and the desk's home lists every queue", async () => {
  await portal.database.transaction((tx) =>
    tx
      .updateTable('records')
      .set({ review_due: '2020-01-01' })
      .where('id', '=', portal.sample.fabry)
      .execute(),
  );
  for (let hour = 0; hour < 2; hour += 1) await notifyOfOverdue(createContext(portal));
  const overdue = (await notificationsOf(editor)).filter((title) => title.startsWith('Пора пересмотреть'));
  expect(overdue).toEqual(['Пора пересмотреть материалы: 1']);
  const before = (await editor.get('/api/editors/overview')).data;
  const applicant = await doctor({ verified: false });
  const work_email = 'doctor@hospital.example';
  const response = await applicant.browser.post('/api/user/verification', { work_email }, 'multipart');
  expect(response.status, response.text).toBe(200);
  expect((await notificationsOf(editor)).join()).not.toContain('просит подтверждения');
  const code = await codeIn(portal, work_email);
  await openBrowser(portal).post('/api/user/verification/confirm', { code });
  const { data } = await editor.get('/api/editors/overview');
  expect(data.applications).toMatchObject({
    total: before.applications.total + 1,
    due: expect.stringMatching(/^\d{4}-/),
  });
  expect((await notificationsOf(editor))[0]).toMatch(/^Врач просит подтверждения: заявка № /);
});
