import { afterAll, beforeAll, beforeEach, afterEach, expect, test, vi } from 'vitest';
import { call } from '#contract/client/call.ts';
import { startTestPortal, type TestPortal } from '../../tests/sample/application.ts';
import { openPage } from '../../tests/sample/page.ts';
import { addPerson, factorCode, password } from '../../tests/sample/people.ts';
import { createEditing } from './editing.ts';
import { lockDrafts } from './encrypted-drafts.ts';
import { afterSignIn } from './session.ts';

vi.hoisted(() =>
  Object.assign(globalThis, { addEventListener: () => undefined, removeEventListener: () => undefined }),
);
let portal: TestPortal;
let page: ReturnType<typeof openPage>;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  await addPerson(portal, 'editor', { email: 'editor@example.ru' });
  lockDrafts();
  page = openPage(portal);
  await call('POST /api/auth/login', { form: { email: 'editor@example.ru', password } });
  await call('POST /api/auth/second-factor', { json: { code: factorCode() } });
  await afterSignIn();
});
afterAll(async () => {
  page.undo();
  await portal.close();
});
let fetched: typeof globalThis.fetch;
beforeEach(() => {
  fetched = globalThis.fetch;
});
afterEach(() => {
  globalThis.fetch = fetched;
});

/** The answers to a name wait until they are let through; the server has given them already. */
function hold(name: string) {
  const through = globalThis.fetch;
  let pass: () => void = () => undefined;
  const open = new Promise<void>((resolve) => {
    pass = resolve;
  });
  let came: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    came = resolve;
  });
  globalThis.fetch = async (input, init) => {
    const answer = await through(input, init);
    if (`${init?.method ?? 'GET'} ${String(input)}` !== name) return answer;
    came();
    await open;
    return answer;
  };
  return { given, release: pass };
}

async function openRecord(id: number) {
  const editing = createEditing(id);
  await editing.open();
  return editing;
}

const draftOf = async (id: number) =>
  (await call('GET /api/editors/records/{id}', { path: { id } })).draft?.fields ?? {};

test('steps back over the whole form are saved like what is typed, and never take back what another has written', async () => {
  const id = portal.sample.gaucher;
  const editing = await openRecord(id);
  const before = editing.$values.get();
  editing.set('about', 'Новое описание.');
  editing.set('genes', []);
  expect(await editing.flush()).toBe(true);
  expect(await draftOf(id)).not.toHaveProperty('genes', before['genes']);
  expect(editing.undo()?.field).toBe('genes');
  expect(await editing.flush()).toBe(true);
  expect((await draftOf(id))['genes']).toEqual(before['genes']);
  expect(editing.redo()?.field).toBe('genes');
  editing.undo();
  expect(await editing.flush()).toBe(true);

  // Another editor writes over the description: it is theirs now.
  const { draft, version } = await call('GET /api/editors/records/{id}', { path: { id } });
  await call('POST /api/editors/records/{id}/draft', {
    path: { id },
    json: {
      fields: { about: 'Чужое описание.' },
      expected_version: draft?.version ?? 0,
      base_version: version,
    },
  });
  await editing.refresh();
  expect(editing.$values.get()['about']).toBe('Чужое описание.');
  expect(editing.undo()).toBeUndefined();
  expect(await editing.flush()).toBe(true);
  expect((await draftOf(id))['about']).toBe('Чужое описание.');
  editing.stop();
});

test('A33 an answer to «what have others saved» that comes late takes back no words saved since', async () => {
  const id = portal.sample.fabry;
  const editing = await openRecord(id);
  editing.set('about', 'Первое слово.');
  await editing.flush();
  const { given, release } = hold(`GET /api/editors/records/${id}`);
  const looked = editing.refresh();
  await given;
  editing.set('about', 'Первое слово. Второе слово.');
  const saved = editing.flush();
  // Whether the save waits for the answer or overtakes it, nothing typed may go.
  const otherCalls = async () => {
    for (let call = 0; call < 10; call += 1) await draftOf(portal.sample.gaucher);
  };
  await Promise.race([saved, otherCalls()]);
  release();
  await Promise.all([looked, saved]);
  expect(editing.$values.get()['about']).toBe('Первое слово. Второе слово.');
  expect(await editing.flush()).toBe(true);
  const { draft } = await call('GET /api/editors/records/{id}', { path: { id } });
  expect(draft?.fields['about']).toBe('Первое слово. Второе слово.');
  editing.stop();
});

test('an action on a record whose words are in conflict says so', async () => {
  const id = portal.sample.fabry;
  const editing = await openRecord(id);
  const { draft, version } = await call('GET /api/editors/records/{id}', { path: { id } });
  await call('POST /api/editors/records/{id}/draft', {
    path: { id },
    json: {
      fields: { about: 'Чужое.' },
      expected_version: draft?.version ?? 0,
      base_version: version,
    },
  });
  editing.set('about', 'Моё.');
  await expect(editing.runAction('POST /api/editors/records/{id}/submit', {})).rejects.toThrow(
    'Сначала сведите правки',
  );
  editing.stop();
});
