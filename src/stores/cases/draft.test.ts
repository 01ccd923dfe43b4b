import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { call } from '#contract/client/call.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { openPage } from '../../../tests/sample/page.ts';
import { addPerson, password } from '../../../tests/sample/people.ts';
import { lockDrafts } from '../encrypted-drafts.ts';
import { afterSignIn } from '../session.ts';
import { emptyContent, type CaseContent } from './content.ts';
import { checkDraft, draft, openDraft } from './draft.ts';

let portal: TestPortal;
let page: ReturnType<typeof openPage>;
// The store listens to the window from its first line on.
vi.hoisted(() =>
  Object.assign(globalThis, {
    location: new URL('http://portal.example/profile/cases/create/'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
);
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
  lockDrafts();
  page = openPage(portal);
  await call('POST /api/auth/login', { form: { email: 'doctor@example.ru', password } });
  await afterSignIn();
});
afterAll(async () => {
  page.undo();
  await portal.close();
});
// No saving waits for a later test.
afterEach(() => draft.stop());

const history = 'Кузнецова Мария Ивановна осмотрена 14.02.2020. Печень увеличена.';
const masked = '▒имя▒ осмотрена ▒дата▒. Печень увеличена.';
const opened = () => {
  const remote = draft.$opened.get();
  if (remote.state !== 'success' || !remote.data) throw new Error(remote.state);
  return remote.data;
};
const onServer = async () =>
  (await call('GET /api/user/cases/{id}', { path: { id: opened().id } })).content.history;

async function write(content: Partial<CaseContent>): Promise<CaseContent> {
  await openDraft(null);
  const whole = { ...emptyContent(), ...content };
  draft.set(whole);
  expect(await draft.flush()).toBe(true);
  return whole;
}

test('A18 what looks like personal data is not sent, and the state tells how many places have stayed', async () => {
  const whole = await write({ title: 'Печень', history });
  expect(await onServer()).toBe(masked);
  expect(draft.$saving.get()).toMatchObject({ state: 'saved', withheld: 2 });
  expect(draft.$values.get().history).toBe(history);
  expect((await checkDraft())?.findings.map(({ words }) => words)).toEqual(['▒имя▒', '▒дата▒']);

  // Cleared and replaced, the words go out.
  draft.set({
    ...whole,
    history: history.replace('Кузнецова Мария Ивановна', 'Пациентка'),
    cleared: [{ field: 'history', words: '14.02.2020' }],
  });
  await draft.flush();
  expect(await onServer()).toBe('Пациентка осмотрена 14.02.2020. Печень увеличена.');
  expect(draft.$saving.get()).toMatchObject({ state: 'saved', withheld: 0 });
});

test('A18 where the browser keeps nothing the page asks before it is left', async () => {
  await write({ title: 'Печень', history });
  await expect.poll(() => draft.wouldLose()).toBe(true);
});

test('A18 of a case that was saved elsewhere the words that stayed come back into what is chosen', async () => {
  const whole = await write({ title: 'Печень', history });
  const { id, version, content } = opened();
  await call('PUT /api/user/cases/{id}', {
    path: { id },
    json: { version, content: { ...content, history: `В 5 лет ${masked}`, complaint: 'Слабость.' } },
  });
  draft.set({ ...whole, title: 'Большая печень' });
  expect(await draft.flush()).toBe(false);
  expect(draft.$conflict.get()?.fields.toSorted()).toEqual(['complaint', 'history', 'title']);
  await draft.resolve({ history: 'theirs', complaint: 'theirs' });
  expect(draft.$incoming.get()).toMatchObject({
    title: 'Большая печень',
    complaint: 'Слабость.',
    history: `В 5 лет ${history}`,
  });
  expect(await onServer()).toBe(`В 5 лет ${masked}`);
  expect(draft.$saving.get()).toMatchObject({ state: 'saved', withheld: 2 });
});
