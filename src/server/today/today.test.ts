import { msPerDay } from '#domain/durations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRecord } from '#server/catalogue/store.ts';
import type { Draft } from '#server/catalogue/draft.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { addPublishedCase } from '../../../tests/sample/cases.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { simplePdf } from '../../../tests/sample/pdf.ts';
import { setTerms } from '../account/users.ts';

let portal: TestPortal;
const verified = { verified_at: '2026-01-01T00:00:00.000Z' };
const inDays = (count: number) => new Date(Date.now() + count * msPerDay);

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off', CASES_READING: 'verified' } });
});
afterAll(() => portal.close());

let people = 0;
async function person(...[type, more]: [Parameters<typeof addPerson>[1], object?]) {
  people += 1;
  const user = await addPerson(portal, type, { email: `person${people}@example.ru`, ...more });
  return { user, browser: await withSession(portal, user) };
}
const todayOf = async (browser: Browser) => {
  const answer = await browser.get('/api/user/today');
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};
const follow = async (browser: Browser, fields: Record<string, unknown>) => {
  expect((await browser.post('/api/subscribes/add', fields)).status).toBe(200);
};
/** As if subscribed so many days later; on its publication day the sample is all new. */
const followedIn = (days: number, userId: number) =>
  portal.database.transaction((tx) =>
    tx
      .updateTable('preferences')
      .set({ created_at: inDays(days).toISOString() })
      .where('user_id', '=', userId)
      .execute(),
  );
const write = (kind: string, fields: Record<string, unknown>, at: Date, more: Partial<Draft> = {}) =>
  portal.database.transaction((tx) =>
    writeRecord(tx, { kind, fields, state: 'published', origins: 'editor', author: 'editor', ...more }, at),
  );
const publishCase = (content: Parameters<typeof addPublishedCase>[1], userId: number | null) =>
  portal.database.transaction((tx) => addPublishedCase(tx, content, { userId }));

test(`changes of followed records are described, without closed content (${dialect})`, async () => {
  const { gaucher, cerezyme, fabry, trial } = portal.sample;
  const { browser, user } = await person('patient');
  expect(await todayOf(browser)).toEqual({
    notifications: { total: 0, items: [] },
    changes: [],
    follows: 0,
    questions: null,
    cases: null,
    queues: null,
  });
  await follow(browser, { id: gaucher });
  expect(await todayOf(browser)).toMatchObject({ changes: [], follows: 1 });
  await followedIn(1, user.id);

  // Check days, closed texts and search words are no news, nor is an unfollowed disease.
  await write('disease', { aliases: ['пробное слово'] }, inDays(2), { id: gaucher });
  await write('research', { status_checked_at: '2026-11-20' }, inDays(2), { id: trial });
  await write('drug', { dosing: 'Только врачам' }, inDays(2), { id: cerezyme });
  await write('disease', { about: 'О другом.' }, inDays(2), { id: fabry });
  expect((await todayOf(browser)).changes).toEqual([]);

  await write('research', { status: 'completed' }, inDays(3), { id: trial });
  await write('disease', { about: 'Болезнь накопления.' }, inDays(3), { id: gaucher });
  const { id: news } = await write(
    'news',
    { title: 'Новость о Гоше', key: 'today', date: '2026-11-23', diseases: [gaucher] },
    inDays(3),
  );
  const { changes } = await todayOf(browser);
  expect(changes).toMatchObject([
    { id: news, what: 'Запись опубликована', through: 'Болезнь Гоше' },
    { id: gaucher, title: 'Болезнь Гоше', url: `/deseases/${gaucher}/`, what: 'Что это', through: null },
    { id: trial, url: `/research/${trial}/`, what: 'Статус', through: 'Болезнь Гоше' },
  ]);
  await write('news', {}, inDays(3), { id: news, state: 'archived' });
  expect((await todayOf(browser)).changes.map(({ id }: { id: number }) => id)).toEqual([gaucher, trial]);

  // A later subscriber gets no earlier changes.
  const late = await person('patient');
  await follow(late.browser, { kind: 'area', id: 'metabolic' });
  await followedIn(4, late.user.id);
  expect((await todayOf(late.browser)).changes).toEqual([]);
  await write('disease', { about: 'О другом, иначе.' }, inDays(5), { id: fabry });
  expect((await todayOf(late.browser)).changes).toMatchObject([{ id: fabry, what: 'Что это' }]);
});

test('questions are those of others for my speciality or disease, and my cases show their readers', async () => {
  const { gaucher, fabry } = portal.sample;
  const author = await person('doctor', verified);
  const colleague = await person('doctor', verified);
  for (const { user } of [author, colleague])
    await portal.database.transaction((tx) => setTerms(tx, user.id, { specialization_id: ['genetics'] }));
  await follow(colleague.browser, { id: fabry });
  const publishQuestion = (title: string, more: object) =>
    publishCase({ title, question: 'Что дальше?', ...more }, author.user.id);
  const ofSpeciality = await publishQuestion('Вопрос специальности', { specialities: ['genetics'] });
  const ofDisease = await publishQuestion('Вопрос о болезни', { diseases: [fabry] });
  await publishQuestion('Вопрос о другом', { diseases: [gaucher], specialities: ['cardiology'] });
  await publishCase({ title: 'Без вопроса', diseases: [fabry] }, author.user.id);

  const { questions, cases } = await todayOf(colleague.browser);
  expect(questions.total).toBe(2);
  expect(questions.items.map(({ id }: { id: number }) => id).toSorted()).toEqual(
    [ofSpeciality, ofDisease].toSorted(),
  );
  expect(cases).toEqual({ total: 0, items: [] });
  expect((await colleague.browser.get(`/api/cases/${ofDisease}`)).status).toBe(200);
  const answer = { opinion: 'Видел такое.', next_steps: 'МРТ.', experience: 'seen' };
  const given = await colleague.browser.post(`/api/cases/${ofDisease}/answers`, answer, 'json');
  expect(given.status, given.text).toBe(200);
  const own = await todayOf(author.browser);
  expect(own.questions).toEqual({ total: 0, items: [] });
  expect(own.cases.total).toBe(4);
  expect(own.cases.items.find(({ id }: { id: number }) => id === ofDisease)).toMatchObject({
    readers: 1,
    answers: 1,
    published: true,
  });
  // The author's first notification.
  expect(own.notifications.items[0]).toMatchObject({ url: `/cases/${ofDisease}/` });

  // Without access to cases there are no questions.
  const unverified = await person('doctor');
  expect(await todayOf(unverified.browser)).toMatchObject({ questions: null, cases: { total: 0 } });
});

test('editors see their queues with the longest wait and nearest deadline', async () => {
  const editor = await person('editor');
  const doctor = await person('doctor');
  const before = await todayOf(editor.browser);
  expect(before).toMatchObject({ questions: null, cases: { total: 0 } });
  const response = await doctor.browser.post(
    '/api/user/verification',
    { files: [new File([await simplePdf()], 'diploma.pdf', { type: 'application/pdf' })] },
    'multipart',
  );
  expect(response.status, response.text).toBe(200);
  await portal.database.transaction((tx) =>
    tx
      .updateTable('records')
      .set({ review_due: '2020-01-01' })
      .where('id', '=', portal.sample.fabry)
      .execute(),
  );
  const { queues } = await todayOf(editor.browser);
  const queue = (code: string) => queues.find((one: { code: string }) => one.code === code);
  expect(queue('applications')).toMatchObject({ count: 1, since: expect.any(String), over: false });
  expect(queue('applications').due > new Date().toISOString()).toBe(true);
  expect(queue('due')).toMatchObject({ due: '2020-01-01', over: true });
  expect(queue('reports')).toBeUndefined();
  expect((await todayOf(doctor.browser)).queues).toBeNull();
});
