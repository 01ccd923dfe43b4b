import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { call } from '#contract/client/call.ts';
import { startTestPortal, type TestPortal } from '../../tests/sample/application.ts';
import { openPage } from '../../tests/sample/page.ts';
import { addPerson, factorCode, password } from '../../tests/sample/people.ts';
import { createEditing } from './editing.ts';
import { afterSignIn } from './session.ts';

let portal: TestPortal;
let page: ReturnType<typeof openPage>;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  await addPerson(portal, 'editor', { email: 'editor@example.ru' });
});
afterAll(() => portal.close());
beforeEach(() => {
  page = openPage(portal);
});
afterEach(() => page.undo());

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

test('A33 an answer to «what have others saved» that comes late takes back no words saved since', async () => {
  await call('POST /api/auth/login', { form: { email: 'editor@example.ru', password } });
  await call('POST /api/auth/second-factor', { json: { code: factorCode() } });
  await afterSignIn();
  const id = portal.sample.fabry;
  const editing = createEditing(id);
  await editing.load();
  editing.set('about', 'Первое слово.');
  await editing.flush();
  const { given, release } = hold(`GET /api/editors/records/${id}`);
  const looked = editing.refresh();
  await given;
  editing.set('about', 'Первое слово. Второе слово.');
  const saved = editing.flush();
  // Whether the save waits for the answer or overtakes it, nothing typed may go.
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, 300))]);
  release();
  await Promise.all([looked, saved]);
  expect(editing.$values.get()['about']).toBe('Первое слово. Второе слово.');
  expect(await editing.flush()).toBe(true);
  const { draft } = await call('GET /api/editors/records/{id}', { path: { id } });
  expect(draft?.fields['about']).toBe('Первое слово. Второе слово.');
  editing.stop();
});
