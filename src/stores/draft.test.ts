import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '#contract/client/call.ts';
import { startTestPortal, type TestPortal } from '../../tests/sample/application.ts';
import { openPage } from '../../tests/sample/page.ts';
import { addPerson, factorCode, password } from '../../tests/sample/people.ts';
import { openStorage } from '../../tests/sample/storage.ts';
import { draft as caseDraft, openDraft } from './cases/draft.ts';
import type { Draft } from './draft.ts';
import { createEditing } from './editing.ts';
import { deleteDraftsOf, loadDraft, lockDrafts, saveDraft } from './encrypted-drafts.ts';
import { $user, afterSignIn } from './session.ts';

// The case's store listens to the window from its first line on.
const browser = vi.hoisted(() => {
  const events = new EventTarget();
  Object.assign(globalThis, {
    location: new URL('http://portal.example/profile/cases/create/'),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  });
  return { events, network: { onLine: true } };
});
vi.stubGlobal('navigator', browser.network);

/** A user of createDraft as the tests use it: one text of one document. */
interface Writer {
  /** Opens the page anew: after a reload nothing is left but what the browser stores. */
  open(): Promise<
    Pick<
      Draft<unknown, object>,
      '$values' | '$incoming' | '$saving' | '$conflict' | 'flush' | 'resolve' | 'wouldLose' | 'stop'
    >
  >;
  text(): unknown;
  write(text: string): void;
  onServer(): Promise<unknown>;
  writeElsewhere(text: string): Promise<void>;
}

let portal: TestPortal;
let page: ReturnType<typeof openPage>;
let storage: ReturnType<typeof openStorage>;

async function signIn(type: 'editor' | 'doctor'): Promise<void> {
  lockDrafts();
  page = openPage(portal);
  globalThis.isSecureContext = true;
  await call('POST /api/auth/login', { form: { email: `${type}@example.ru`, password } });
  if (type === 'editor') await call('POST /api/auth/second-factor', { json: { code: factorCode() } });
  await afterSignIn();
}

function record(): Writer {
  const path = { id: portal.sample.gaucher };
  let editing: ReturnType<typeof createEditing>;
  const get = () => call('GET /api/editors/records/{id}', { path });
  return {
    async open() {
      editing = createEditing(path.id);
      await editing.open();
      return editing;
    },
    text: () => editing.$values.get()['about'],
    write: (text) => editing.set('about', text),
    onServer: async () => (await get()).draft?.fields['about'],
    async writeElsewhere(text) {
      const { draft, version } = await get();
      await call('POST /api/editors/records/{id}/draft', {
        path,
        json: { fields: { about: text }, expected_version: draft?.version ?? 0, base_version: version },
      });
    },
  };
}

function ownCase(): Writer {
  let made: number | undefined;
  const get = async () => await call('GET /api/user/cases/{id}', { path: { id: made! } });
  return {
    async open() {
      made ??= (
        await call('POST /api/cases/add', {
          json: { content: { title: 'Случай' } },
          headers: { 'idempotency-key': crypto.randomUUID() },
        })
      ).id;
      await openDraft(made);
      return caseDraft;
    },
    text: () => caseDraft.$values.get().complaint,
    write: (text) => caseDraft.set({ ...caseDraft.$values.get(), complaint: text }),
    onServer: async () => (await get()).content.complaint,
    async writeElsewhere(text) {
      const { id, version, content } = await get();
      await call('PUT /api/user/cases/{id}', {
        path: { id },
        json: { version, content: { ...content, complaint: text } },
      });
    },
  };
}

beforeAll(async () => {
  storage = openStorage();
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  await addPerson(portal, 'editor', { email: 'editor@example.ru' });
  await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  storage.undo();
  await portal.close();
});

/** The network is cut for calls that write. */
function cutNetwork(): () => void {
  const through = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (init?.method && init.method !== 'GET') throw new TypeError('Failed to fetch');
    return await through(input, init);
  };
  return () => (globalThis.fetch = through);
}

function setOnline(isOnline: boolean): void {
  browser.network.onLine = isOnline;
  browser.events.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

describe.each([
  ['a record', 'editor', record],
  ['a case', 'doctor', ownCase],
] as const)('the draft of %s', (_name, type, make) => {
  let writer: Writer;
  let draft: Awaited<ReturnType<Writer['open']>>;
  const open = async () => (draft = await writer.open());
  const state = () => draft.$saving.get().state;
  beforeAll(async () => {
    await signIn(type);
    writer = make();
  });
  beforeEach(open);
  afterEach(async () => {
    draft.stop();
    await deleteDraftsOf($user.get()!.id);
  });
  afterAll(() => page.undo());

  test('is saved with its time, after which leaving loses nothing', async () => {
    writer.write('Слабость.');
    expect([state(), draft.wouldLose()]).toEqual(['changed', true]);
    expect(await draft.flush()).toBe(true);
    expect(draft.$saving.get()).toMatchObject({ state: 'saved', at: expect.any(String), withheld: 0 });
    expect([await writer.onServer(), draft.wouldLose()]).toEqual(['Слабость.', false]);
  });

  test('sends nothing when the words are taken back', async () => {
    const before = String(writer.text());
    page.asked.length = 0;
    writer.write(`${before} И ещё.`);
    writer.write(before);
    expect([state(), draft.wouldLose(), await draft.flush()]).toEqual(['saved', false, true]);
    expect(page.asked.filter(({ name }) => !name.startsWith('GET'))).toEqual([]);
  });

  test('is saved by itself when the network is back', async () => {
    const mend = cutNetwork();
    writer.write('Без сети.');
    expect(await draft.flush()).toBe(false);
    expect([state(), draft.wouldLose()]).toEqual(['offline', true]);
    mend();
    setOnline(false);
    setOnline(true);
    await expect.poll(state).toBe('saved');
    expect(await writer.onServer()).toBe('Без сети.');
  });

  test('comes back after a reload, encrypted until then', async () => {
    const mend = cutNetwork();
    writer.write('Перед самым сбоем.');
    await draft.flush();
    draft.stop();
    await expect.poll(() => storage.kept.size).toBe(1);
    expect(JSON.stringify([...storage.kept])).not.toContain('сбоем');
    mend();
    await open();
    expect([writer.text(), state()]).toEqual(['Перед самым сбоем.', 'changed']);
    expect(await draft.flush()).toBe(true);
    expect(await writer.onServer()).toBe('Перед самым сбоем.');
    await expect.poll(() => storage.kept.size).toBe(0);
  });

  test('says what the server refuses, and is saved once it is mended', async () => {
    writer.write('Я'.repeat(200_000));
    expect(await draft.flush()).toBe(false);
    expect(draft.$saving.get()).toMatchObject({ state: 'failed', isFinal: true });
    writer.write('Короче.');
    expect(await draft.flush()).toBe(true);
    expect(await writer.onServer()).toBe('Короче.');
  });

  test.each([
    ['mine', 'Из первого окна.'],
    ['theirs', 'Из второго окна.'],
  ] as const)('meets another writer: %s is chosen and saved', async (side, text) => {
    await writer.writeElsewhere('Из второго окна.');
    writer.write('Из первого окна.');
    expect(await draft.flush()).toBe(false);
    expect([state(), draft.wouldLose()]).toEqual(['conflict', true]);
    expect(await writer.onServer()).toBe('Из второго окна.');
    const [field] = draft.$conflict.get()?.fields ?? [];
    await draft.resolve({ [field!]: side });
    expect([writer.text(), await writer.onServer(), state()]).toEqual([text, text, 'saved']);
    await writer.writeElsewhere('Слабость.');
  });

  test('finds a conflict again after a reload, words typed during it included', async () => {
    await writer.writeElsewhere('Чужие слова.');
    writer.write('Мои слова.');
    await draft.flush();
    writer.write('Мои слова и ещё.');
    draft.stop();
    for (let reload = 0; reload < 2; reload += 1) {
      await open();
      expect([state(), writer.text()]).toEqual(['conflict', 'Мои слова и ещё.']);
      writer.write('Мои слова и ещё');
      writer.write('Мои слова и ещё.');
      draft.stop();
    }
    expect(await writer.onServer()).toBe('Чужие слова.');
  });

  test('takes over what another has saved when nothing waits here', async () => {
    await writer.writeElsewhere('Сохранено в другом окне.');
    await open();
    expect([writer.text(), state()]).toEqual(['Сохранено в другом окне.', 'saved']);
  });

  test('is removed from the page when another user signs in', async () => {
    writer.write('Только моё.');
    const user = $user.get()!;
    $user.set({ ...user, id: user.id + 100 });
    expect(writer.text() ?? '').toBe('');
    // A form that is drawn anew begins with these.
    expect(draft.$incoming.get()).toEqual(draft.$values.get());
    expect(await draft.flush()).toBe(false);
    $user.set(user);
  });
});

describe('the draft of a case', () => {
  beforeAll(() => signIn('doctor'));
  afterEach(() => caseDraft.stop());
  afterAll(() => page.undo());
  const history = 'Кузнецова Мария Ивановна осмотрена 14.02.2020. Печень увеличена.';

  async function writeCase() {
    await openDraft(null);
    caseDraft.set({ ...caseDraft.$values.get(), title: 'Печень', history });
    expect(await caseDraft.flush()).toBe(true);
    return caseDraft.$opened.get().data!;
  }

  test('A18 words that stayed return to their places in what was saved elsewhere', async () => {
    const { id, version, content } = await writeCase();
    await expect.poll(() => loadDraft(`${id}`)).toBeTruthy();
    await call('PUT /api/user/cases/{id}', {
      path: { id },
      json: { version, content: { ...content, complaint: 'Слабость.' } },
    });
    await openDraft(id);
    expect(caseDraft.$values.get()).toMatchObject({ history, complaint: 'Слабость.' });
    expect(caseDraft.$saving.get()).toMatchObject({ state: 'saved', withheld: 2 });
  });

  test('A18 words kept by an older version of the site come back', async () => {
    const { id, content } = await writeCase();
    await saveDraft(`${id}`, { content: { ...content, history }, version: 1, saved: content });
    await openDraft(id);
    expect(caseDraft.$values.get().history).toBe(history);
    expect(caseDraft.$saving.get()).toMatchObject({ state: 'saved', withheld: 2 });
  });

  test('a case on review is refused once, and nothing is sent again and again', async () => {
    const { id } = await writeCase();
    const through = globalThis.fetch;
    let saves = 0;
    globalThis.fetch = async (input, init) => {
      if (init?.method !== 'PUT') return await through(input, init);
      saves += 1;
      const current = await call('GET /api/user/cases/{id}', { path: { id } });
      return Response.json(
        { status: 'error', errors: [{ message: 'Случай на проверке.' }], data: { current } },
        { status: 409 },
      );
    };
    caseDraft.set({ ...caseDraft.$values.get(), complaint: 'Поздно.' });
    expect(await caseDraft.flush()).toBe(false);
    expect([caseDraft.$saving.get(), saves]).toMatchObject([{ message: 'Случай на проверке.' }, 2]);
    globalThis.fetch = through;
  });
});
