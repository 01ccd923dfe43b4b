import { msPerHour } from '#domain/durations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRecord } from '#server/catalogue/store.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { addPublishedCase } from '../../../tests/sample/cases.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  actionLettersTo,
  openBrowser,
  withSession,
  type Browser,
} from '../../../tests/sample/people.ts';
import { setTerms } from '../account/users.ts';
import { notify } from '../notifications/notify.ts';
import { sendDigests } from './send.ts';
import { nextSlot } from './slots.ts';

let portal: TestPortal;
/** The next Monday morning and times of the week before; calls use the real clock. */
const monday = nextSlot('weekly', new Date()).getTime();
const inWeek = new Date(monday - 2 * msPerHour);
const longAgo = new Date(monday - 15 * 24 * msPerHour);
const verified = { verified_at: '2026-01-01T00:00:00.000Z' };

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off', CASES_READING: 'verified' } });
});
afterAll(() => portal.close());

const send = (at = monday) => sendDigests({ ...portal, now: () => new Date(at) });
let people = 0;
async function person(...[type, more]: [Parameters<typeof addPerson>[1], object?]) {
  people += 1;
  const email = `week${people}@example.ru`;
  const user = await addPerson(portal, type, { email, ...more });
  const letters = async () => (await actionLettersTo(portal, email)).filter(({ kind }) => kind === 'digest');
  return { user, browser: await withSession(portal, user), letters };
}
const follow = async (browser: Browser, id: number) => {
  expect((await browser.post('/api/subscribes/add', { id })).status).toBe(200);
};
const specialise = (userId: number, code: string) =>
  portal.database.transaction((tx) => setTerms(tx, userId, { specialization_id: [code] }));
const publish = (more: object, userId: number | null = null, at = inWeek) =>
  portal.database.transaction((tx) =>
    addPublishedCase(
      tx,
      {
        title: 'Тайное название',
        complaint: 'Тайная жалоба',
        age_band: 'middle',
        sex: 'female',
        signs: [{ hpo: 'HP:0001744', title: 'Спленомегалия', presence: 'yes' }],
        ...more,
      },
      { userId, at },
    ),
  );
const notifyOf = (caseId: number, to: number[]) =>
  portal.database.transaction((tx) =>
    notify(tx, { ...portal, now: () => inWeek }, { kind: 'case-published', to, caseId }),
  );
const writeTrial = (fields: Record<string, unknown>, id?: number) =>
  portal.database.transaction((tx) =>
    writeRecord(
      tx,
      {
        kind: 'research',
        fields,
        state: 'published',
        origins: 'editor',
        author: 'editor',
        ...(id === undefined ? {} : { id }),
      },
      inWeek,
    ),
  );
const openTrial = (title: string, disease: number) =>
  writeTrial({
    title,
    status: 'recruiting',
    phase: '3',
    study_type: 'interventional',
    status_checked_at: '2026-11-20',
    diseases: [disease],
  });

test(`on Monday a doctor gets questions, new cases, a recruiting trial and own cases, once, without authors' text (${dialect})`, async () => {
  const { fabry, trial } = portal.sample;
  await writeTrial({ status: 'soon', diseases: [fabry] }, trial);
  const author = await person('doctor', verified);
  const { user, browser, letters } = await person('doctor', verified);
  await specialise(user.id, 'genetics');
  await follow(browser, fabry);
  const ofSpeciality = await publish({ question: 'Тайный вопрос?', specialities: ['genetics'] });
  const ofDisease = await publish({ question: 'Тайный вопрос?', diseases: [fabry] }, author.user.id);
  const earlier = await publish({ question: 'Тайный вопрос?', diseases: [fabry] }, null, longAgo);
  const other = await publish({ question: 'Тайный вопрос?', specialities: ['cardiology'] });
  const fresh = await publish({ diseases: [fabry] });
  for (const id of [fresh, ofDisease]) await notifyOf(id, [user.id]);
  await openTrial('Испытание при болезни Фабри', fabry);
  await writeTrial({ status: 'recruiting' }, trial);
  const answer = { opinion: 'Тайное мнение.', next_steps: 'МРТ.', experience: 'seen' };
  expect((await browser.get(`/api/cases/${ofDisease}`)).status).toBe(200);
  const given = await browser.post(`/api/cases/${ofDisease}/answers`, answer, 'json');
  expect(given.status, given.text).toBe(200);

  await send(monday - 60_000);
  expect(await letters()).toEqual([]);
  await Promise.all([send(), send()]);
  await send(monday + msPerHour);
  const [letter, ...more] = await letters();
  expect(more).toEqual([]);
  expect(letter?.subject).toMatch(/^2\sвопроса коллег, 1\sуведомление и \d\sизменени[ея]$/);
  const text = letter?.text ?? '';
  expect(text).toContain('Вопросы коллег к вам');
  expect(text).toContain('Всего открытых вопросов к вам: 3.');
  expect(text).toContain('Пациент: женский, 40–59 лет; спленомегалия.');
  expect(text).toMatch(/Уже есть 1\sответ\./);
  // Each case once: a question is not repeated as a new case.
  for (const id of [ofSpeciality, ofDisease, fresh]) expect(text.split(`/cases/${id}/`)).toHaveLength(2);
  for (const id of [earlier, other]) expect(text).not.toContain(`/cases/${id}/`);
  expect(text).toContain('Новое: клиническое исследование: Испытание при болезни Фабри\n  Набор открыт');
  const began = text.split('\n').find((line) => line.startsWith('Начался набор: '));
  expect(began).toBeDefined();

  const [own] = await author.letters();
  expect(own?.subject).toMatch(/^1\sваш случай с откликами на портале$/);
  expect(own?.text).toContain(`Клинический случай № ${ofDisease}`);
  expect(own?.text).toContain('Опубликован, вопрос открыт');
  expect(own?.text).toMatch(/Прочли: 1\sврач, за неделю 1/);
  expect(own?.text).toContain('Ответы: 1, за неделю 1');
  for (const { text: words, html } of [letter, own].filter((one) => one !== undefined))
    expect(words + html).not.toContain('Тайн');
});

test('patients, partners and doctors without access to cases never get a weekly letter', async () => {
  const { gaucher } = portal.sample;
  const people = [
    await person('patient'),
    await person('patient', { company: 'Фонд' }),
    await person('doctor'),
    await person('doctor', verified),
  ];
  for (const { user, browser } of people) {
    await specialise(user.id, 'genetics');
    await follow(browser, gaucher);
  }
  const id = await publish({ question: 'Что дальше?', diseases: [gaucher], specialities: ['genetics'] });
  // The last had access when the case was published.
  for (const { user } of people) await notifyOf(id, [user.id]);
  await portal.database.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ verified_at: null })
      .where('id', '=', people[3]?.user.id ?? 0)
      .execute(),
  );
  await openTrial('Испытание при болезни Гоше', gaucher);
  await send(monday + 2 * msPerHour);
  for (const { letters } of people) {
    const [letter, ...more] = await letters();
    expect(more).toEqual([]);
    expect(letter?.text).toContain('Испытание при болезни Гоше');
    expect(`${letter?.subject} ${letter?.text} ${letter?.html}`).not.toMatch(/\/cases\/|случа|вопрос/i);
  }
});

test('no news, no letter; one link ends questions, a disease or all', async () => {
  const { gaucher } = portal.sample;
  const quiet = await person('doctor', verified);
  await specialise(quiet.user.id, 'neurology');
  await publish({ question: 'Давний?', specialities: ['neurology'] }, null, longAgo);
  const silent = await person('doctor', verified);
  await silent.browser.post('/api/subscribes/add', { id: gaucher, frequency: 'off' });
  const recipient = await person('doctor', verified);
  await specialise(recipient.user.id, 'hematology');
  const away = await person('doctor', verified);
  await specialise(away.user.id, 'hematology');
  await away.browser.post('/api/user/frequency', { frequency: 'off' });
  await publish({ question: 'Что дальше?', specialities: ['hematology'], diseases: [gaucher] });
  await send(monday + 3 * msPerHour);
  for (const { letters } of [quiet, silent, away]) expect(await letters()).toEqual([]);
  const [letter] = await recipient.letters();
  const [, token] = /Не присылать вопросов коллег:\n\S+token=(\S+)/.exec(letter?.text ?? '') ?? [];
  const stopped = await openBrowser(portal).post('/api/unsubscribe', { token });
  expect(stopped.status, stopped.text).toBe(200);
  const week = 7 * 24 * msPerHour;
  const next = await person('doctor', verified);
  await specialise(next.user.id, 'hematology');
  await publish({ question: 'А теперь?', specialities: ['hematology'] }, null, new Date(monday + msPerHour));
  await send(monday + week);
  expect(await recipient.letters()).toHaveLength(1);
  expect(await next.letters()).toHaveLength(1);
});

test('questions and answers come to doctors with weekly letters', async () => {
  const weekly = await person('doctor', verified);
  const others = [await person('doctor', verified), await person('doctor', verified)];
  await others[0]?.browser.post('/api/user/frequency', { frequency: 'off' });
  await others[1]?.browser.post('/api/user/frequency', { frequency: 'daily' });
  for (const { user } of [weekly, ...others]) await specialise(user.id, 'ophthalmology');
  await publish({ question: 'Что дальше?', specialities: ['ophthalmology'] });
  await send(monday + 4 * msPerHour);
  expect(await weekly.letters()).toHaveLength(1);
  for (const { letters } of others) expect(await letters()).toEqual([]);
});

test('the link of the letter ends it, and another click restores the former state', async () => {
  const { browser, user, letters } = await person('doctor', verified);
  await specialise(user.id, 'dermatology');
  await publish({ question: 'Что дальше?', specialities: ['dermatology'] });
  await send(monday + 5 * msPerHour);
  const [letter] = await letters();
  const token = /Больше не присылать таких писем:\n\S+token=(\S+)/.exec(letter?.text ?? '')?.[1];
  expect(letter?.unsubscribe).toBe(token);
  const press = async (undo = '') => {
    const answer = await openBrowser(portal).post(`/api/unsubscribe${undo}`, { token });
    expect(answer.status, answer.text).toBe(200);
    return answer.data;
  };
  const state = async () => [
    (await browser.get('/api/user/notifications/choices')).data,
    (await browser.get('/api/user')).data,
  ];
  const before = await state();
  expect(await press()).toMatchObject({ state: 'off' });
  await publish({ question: 'А теперь?', specialities: ['dermatology'] }, null, new Date(monday + msPerHour));
  await send(monday + 7 * 24 * msPerHour);
  expect(await letters()).toHaveLength(1);
  expect(await press('/undo')).toMatchObject({ state: 'on' });
  expect(await state()).toEqual(before);
});
