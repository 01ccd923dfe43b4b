import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaseContentInput } from '#contract/forms/cases.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { addPublishedCase } from '../../../tests/sample/cases.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, lettersTo, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
interface Person {
  browser: Browser;
  id: number;
}
const people: Record<string, Person> = {};
const at = new Date().toISOString();

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const add = async (name: string, ...[type, more]: [Parameters<typeof addPerson>[1], object?]) => {
    const user = await addPerson(portal, type, { email: `${name}@example.ru`, ...more });
    people[name] = { id: user.id, browser: await withSession(portal, user) };
  };
  await add('author', 'doctor', { verified_at: at, last_name: 'Авторова', name: 'Анна', med: 'Центр' });
  await add('colleague', 'doctor', { verified_at: at, last_name: 'Коллегин', name: 'Олег' });
  await add('third', 'doctor', { verified_at: at, last_name: 'Третьякова', name: 'Ольга' });
  await add('fast', 'doctor', { verified_at: at, last_name: 'Быстрова', name: 'Вера' });
  await add('unverified', 'doctor');
  await add('editor', 'editor');
});
afterAll(() => portal.close());

const as = (name: string) => (people[name] as Person).browser;
const action = (name: string, url: string, fields: object = {}) =>
  as(name).post(`/api${url}`, fields as Record<string, unknown>, 'json');
const publish = async (more: CaseContentInput = {}) =>
  await portal.database.transaction((tx) =>
    addPublishedCase(
      tx,
      { title: 'Спленомегалия у взрослого', ...more },
      { userId: people['author']?.id ?? null },
    ),
  );
const notificationsOf = async (name: string, caseId: number): Promise<string[]> =>
  (await as(name).get('/api/user/notifications')).data.items
    .filter(({ url }: { url: string }) => url === `/cases/${caseId}/`)
    .map(({ kind }: { kind: string }) => kind);

test(`colleagues comment on a case without a question, the author replies, each is notified once (${dialect})`, async () => {
  const id = await publish({ authorship: 'speciality' });
  const words = { opinion: 'Проверили бы активность фермента.' };
  expect((await action('unverified', `/cases/${id}/answers`, words)).status).toBe(403);
  await action('third', `/user/saved/${id}`, { following: true });
  const first = await action('colleague', `/cases/${id}/answers`, words);
  expect([first.status, first.errors]).toEqual([200, undefined]);
  const [remark] = first.data.answers;
  expect(remark).toMatchObject({
    author: { title: 'Коллегин Олег' },
    experience: '',
    own: true,
    parent: null,
  });
  expect(await notificationsOf('author', id)).toEqual(['case-comment']);
  expect(await notificationsOf('third', id)).toEqual(['case-news']);

  const reply = await action('author', `/cases/${id}/answers`, { opinion: 'Проверили.', parent: remark.id });
  // Named by speciality only, as above the text.
  expect(reply.data.answers[1]).toMatchObject({
    parent: remark.id,
    is_author: true,
    author: { title: 'Врач', place: '' },
  });
  expect(await notificationsOf('colleague', id)).toEqual(['comment-reply']);
  // Nobody is notified of their own words.
  expect(await notificationsOf('author', id)).toEqual(['case-comment']);
  const deeper = await action('third', `/cases/${id}/answers`, {
    opinion: 'И я.',
    parent: reply.data.answers[1].id,
  });
  expect([deeper.status, deeper.errors[0]?.customData?.field]).toEqual([400, 'parent']);
  const { data: list } = await as('colleague').get('/api/cases');
  expect(list.items.find((item: { id: number }) => item.id === id).answers).toBe(2);
});

test('an answer to an open question states its basis; after the outcome the discussion continues', async () => {
  const id = await publish({ question: 'Какую дозу выбрать?' });
  const bare = await action('colleague', `/cases/${id}/answers`, { opinion: 'Меньшую.' });
  expect([bare.status, bare.errors[0]?.customData?.field]).toEqual([400, 'experience']);
  const answer = { opinion: 'Меньшую.', experience: 'seen' };
  const { data } = await action('colleague', `/cases/${id}/answers`, answer);
  expect(await notificationsOf('author', id)).toEqual(['case-answer']);
  await action('author', `/user/cases/${id}/close`, { outcome: 'Стало лучше.', answer: data.answers[0].id });
  const after = await action('third', `/cases/${id}/answers`, { opinion: 'Спасибо за исход.' });
  expect(after.data.answers.map(({ helped }: { helped: boolean }) => helped)).toEqual([true, false]);
});

test('commenters are mentioned by name and notified once; the name is not personal data there', async () => {
  const id = await publish();
  const anonymous = await action('third', `/cases/${id}/answers`, { opinion: '@Коллегин Олег, посмотрите.' });
  expect([anonymous.status, anonymous.errors[0]?.customData?.field]).toEqual([400, 'opinion']);
  const first = await action('colleague', `/cases/${id}/answers`, { opinion: 'Проверили бы ферменты.' });
  const call = { opinion: 'Снимок у вас? @Коллегин Олег и @автор, взгляните.' };
  const called = await action('third', `/cases/${id}/answers`, call);
  expect([called.status, called.errors]).toEqual([200, undefined]);
  expect(await notificationsOf('colleague', id)).toEqual(['mention']);
  expect(await notificationsOf('author', id)).toEqual(['mention', 'case-comment']);
  // New mentions of an edit are notified, earlier ones not again.
  await as('colleague').post('/api/user/notifications/seen', {}, 'json');
  const own = first.data.answers[0].id;
  const edit = (opinion: string) => action('colleague', `/cases/${id}/answers/${own}`, { opinion });
  await edit('Проверили бы ферменты, @Третьякова Ольга.');
  expect(await notificationsOf('third', id)).toEqual(['mention']);
  const repeated = await edit('Проверили бы и ген, @Третьякова Ольга.');
  expect(repeated.data.answers[0].editions).toHaveLength(2);
  expect(await notificationsOf('third', id)).toEqual(['mention']);
});

test('edits have a history, agreement counts once, and personal data is checked each time', async () => {
  const id = await publish();
  const { data } = await action('colleague', `/cases/${id}/answers`, { opinion: 'Доза 30 ЕД/кг.' });
  const url = `/cases/${id}/answers/${data.answers[0].id}`;
  const named = await action('colleague', url, { opinion: 'Позвоните Петровой Марии Ивановне.' });
  expect([named.status, named.errors[0]?.customData?.field]).toEqual([400, 'opinion']);
  expect((await action('third', url, { opinion: 'Чужое.' })).status).toBe(404);
  await action('colleague', url, { opinion: 'Доза 60 ЕД/кг.' });
  const repeated = await action('colleague', url, { opinion: 'Доза 60 ЕД/кг.' });
  expect(repeated.data.answers[0]).toMatchObject({
    opinion: 'Доза 60 ЕД/кг.',
    editions: [{ opinion: 'Доза 30 ЕД/кг.', next_steps: '' }],
  });

  expect((await action('colleague', `${url}/agree`, { agreeing: true })).status).toBe(409);
  await action('third', `${url}/agree`, { agreeing: true });
  const agreed = await action('third', `${url}/agree`, { agreeing: true });
  expect(agreed.data.answers[0]).toMatchObject({ agreed: 1, agreeing: true });
  expect(await notificationsOf('colleague', id)).toEqual(['agreement']);
  // The author hears of the first, the fifth, the twentieth, not of each.
  await as('colleague').post('/api/user/notifications/seen', {}, 'json');
  await action('fast', `${url}/agree`, { agreeing: true });
  expect(await notificationsOf('colleague', id)).toEqual(['agreement']);
  await action('fast', `${url}/agree`, { agreeing: false });
  const taken = await action('third', `${url}/agree`, { agreeing: false });
  expect(taken.data.answers[0]).toMatchObject({ agreed: 0, agreeing: false });
});

test('a mention that comes and goes is one letter, and versions are limited', async () => {
  const id = await publish();
  const { data } = await action('colleague', `/cases/${id}/answers`, { opinion: 'Версия 0' });
  const before = await lettersTo(portal, 'author@example.ru');
  const statuses = [];
  for (let version = 1; version <= 21; version++) {
    const opinion = `Версия ${version}${version % 2 ? ', @автор' : ''}`;
    statuses.push(
      (await action('colleague', `/cases/${id}/answers/${data.answers[0].id}`, { opinion })).status,
    );
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 409]);
  const letters = (await lettersTo(portal, 'author@example.ru')).slice(before.length);
  expect(letters.map(({ kind }) => kind)).toEqual(['mention']);
});

test('a user who edits too often waits', async () => {
  const id = await publish();
  const { data } = await action('fast', `/cases/${id}/answers`, { opinion: 'Одно и то же' });
  const edit = async () =>
    (await action('fast', `/cases/${id}/answers/${data.answers[0].id}`, { opinion: 'Одно и то же' })).status;
  const statuses = [];
  for (let turn = 0; turn < 61; turn++) statuses.push(await edit());
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
});

test('a reported comment is removed with its history; replies keep their place', async () => {
  const id = await publish();
  const { data } = await action('colleague', `/cases/${id}/answers`, { opinion: 'Грубость.' });
  const message = data.answers[0].id;
  await action('colleague', `/cases/${id}/answers/${message}`, { opinion: 'Другая грубость.' });
  await action('third', `/cases/${id}/answers`, { opinion: 'Не соглашусь.', parent: message });
  await action('third', `/cases/${id}/report`, { text: 'Оскорбление.', answer: message });
  const { data: problems } = await as('editor').get('/api/editors/cases/problems?state=new');
  expect(problems.items).toContainEqual(
    expect.objectContaining({
      case_id: id,
      text: 'Оскорбление.',
      answer: { id: message, opinion: 'Другая грубость.', next_steps: '' },
    }),
  );
  expect((await action('third', `/editors/cases/answers/${message}/remove`)).status).toBe(403);
  expect((await action('editor', `/editors/cases/answers/${message}/remove`)).status).toBe(200);
  const { data: shown } = await as('third').get(`/api/cases/${id}`);
  expect(shown.answers[0]).toMatchObject({ removed_by: 'editor', opinion: '', editions: [] });
  expect(JSON.stringify(shown)).not.toContain('рубость');
  // Whoever no longer takes part cannot be called; the name would be personal data.
  const called = await action('third', `/cases/${id}/answers`, { opinion: '@Коллегин Олег, взгляните.' });
  expect([called.status, called.errors[0]?.customData?.field]).toEqual([400, 'opinion']);
  expect(shown.answers[1].opinion).toBe('Не соглашусь.');
  expect((await action('editor', '/editors/cases/problems/999999', { state: 'closed' })).status).toBe(404);
  const { data: left } = await as('editor').get('/api/editors/cases/problems?state=new');
  expect(left.items.filter(({ case_id }: { case_id: number }) => case_id === id)).toEqual([]);
  // One's own comment without replies is deleted.
  const reply = shown.answers[1].id;
  const own = await action('third', `/cases/${id}/answers/${reply}/remove`);
  expect(own.data.answers).toHaveLength(1);
});

test('A-7 comments of an erased author stay without the name, and agreement goes', async () => {
  const id = await publish();
  const user = await addPerson(portal, 'doctor', {
    email: 'leaving@example.ru',
    verified_at: at,
    last_name: 'Уходящая',
  });
  const browser = await withSession(portal, user);
  const { data: before } = await action('colleague', `/cases/${id}/answers`, { opinion: 'Первое.' });
  await browser.post(`/api/cases/${id}/answers/${before.answers[0].id}/agree`, { agreeing: true }, 'json');
  await browser.post(`/api/cases/${id}/answers`, { opinion: 'Второе.' }, 'json');
  await portal.database.transaction((tx) => tx.deleteFrom('users').where('id', '=', user.id).execute());
  const { data } = await as('colleague').get(`/api/cases/${id}`);
  expect(data.answers.map(({ opinion }: { opinion: string }) => opinion)).toEqual(['Первое.', 'Второе.']);
  expect(data.answers[0].agreed).toBe(0);
  expect(data.answers[1].author).toEqual({ title: 'Удалённый пользователь', place: '' });
});

test('an editor who archives a case is not shown what its author has not sent', async () => {
  const id = await publish({ basis: 'anonymised' });
  const { data: own } = await as('author').get(`/api/user/cases/${id}`);
  const unsent = { ...own.content, title: 'Черновик, который видит только автор' };
  const { data: edited } = await action('author', `/user/cases/${id}`, {
    version: own.version,
    content: unsent,
  });
  const archived = await action('editor', `/editors/cases/${id}/archive`, {
    version: edited.version,
    reason: 'off-topic',
  });
  expect([archived.status, archived.errors]).toEqual([200, undefined]);
  expect(archived.data).toMatchObject({ state: 'archived', content: { title: own.content.title } });
  const { data: kept } = await as('author').get(`/api/user/cases/${id}`);
  expect(kept.content.title).toBe(unsent.title);
});
