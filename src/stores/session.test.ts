import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { call, type SentValues } from '#contract/client/call.ts';
import { readUser, type User } from '#contract/client/user.ts';
import { startTestPortal, type TestPortal } from '../../tests/sample/application.ts';
import { openPage } from '../../tests/sample/page.ts';
import { addPerson, password } from '../../tests/sample/people.ts';
import {
  $isAuthorised,
  $isSessionLoading,
  $user,
  afterSignIn,
  changeProfile,
  loadUser,
  signOut,
} from './session.ts';
import { $areSubscriptionsLoading, $subscriptions, follow, unfollow } from './subscriptions.ts';

let portal: TestPortal;
let page: ReturnType<typeof openPage>;
beforeAll(async () => {
  portal = await startTestPortal();
  await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
  await addPerson(portal, 'patient', { email: 'partner@example.ru', company: 'ООО «Пример»' });
});
afterAll(() => portal.close());

let visits = 0;
beforeEach(() => {
  visits += 1;
  page = openPage(portal, `198.51.100.${visits}`);
  $user.set(undefined);
});
afterEach(() => page.undo());

const signIn = async (email = 'doctor@example.ru') => {
  await call('POST /api/auth/login', { form: { email, password } });
  await afterSignIn();
  page.asked.length = 0;
};
const names = () => page.asked.map(({ name }) => name);

test('B176 B177 B178 after a sign-in all dialogs close, then the user is asked for, then what they follow', async () => {
  const order: string[] = [];
  page.events.addEventListener('dialog-close-all', () => order.push(...names(), 'dialogs closed'));
  await call('POST /api/auth/login', { form: { email: 'doctor@example.ru', password } });
  await afterSignIn();
  expect([...order, ...names().slice(1)]).toEqual([
    'POST /api/auth/login',
    'dialogs closed',
    'GET /api/user',
    'GET /api/subscribes',
  ]);
  expect($user.get()?.email).toBe('doctor@example.ru');
  expect($subscriptions.get()).toEqual([]);
});

test('B179 one is authorised when a user with an id is there', async () => {
  expect($isAuthorised.get()).toBe(false);
  await loadUser();
  expect($user.get()).toBeNull();
  expect($isAuthorised.get()).toBe(false);
  await signIn();
  expect($isAuthorised.get()).toBe(true);
});

test('B180 signing out tells the server, then the page is loaded again', async () => {
  await signIn();
  const order: string[] = [];
  await signOut(() => order.push(...names(), 'reloaded'));
  expect(order).toEqual(['POST /api/auth/logout', 'reloaded']);
  expect(await call('GET /api/user')).toBeNull();
});

test.each([
  ['B181', 'doctor', 'POST /api/doctor/update', { form: { city: 'Томск' } }, 'Томск'],
  ['B182', 'partner', 'POST /api/patient/update', { form: { position: 'Директор' } }, 'Директор'],
  ['B184', 'doctor', 'POST /api/user/subscribe/set', { form: { id: ['news'] } }, 'news'],
  ['B185', 'doctor', 'POST /api/user/terra/set', { form: { id: ['hematology'] } }, 'hematology'],
] as const)(
  '%s after a %s changes something by %s the user is requested again',
  async (_, type, name, sent, value) => {
    await signIn(`${type}@example.ru`);
    await changeProfile(name, sent as SentValues<typeof name>);
    expect(names()).toEqual([name, 'GET /api/user']);
    expect(JSON.stringify($user.get())).toContain(value);
  },
);

test('B183 after a new picture the user is asked for again', async () => {
  await signIn();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  await changeProfile('POST /api/user/avatar/update', {
    form: { avatar: new File([png], 'avatar.png', { type: 'image/png' }) },
  });
  expect(names()).toEqual(['POST /api/user/avatar/update', 'GET /api/user']);
  expect($user.get()?.avatar).toMatch(/^\/api\/user\/avatar/);
});

test('a change that is refused asks for nothing and leaves what is known', async () => {
  await signIn();
  await expect(changeProfile('POST /api/doctor/update', { form: { city: ' ' } })).rejects.toThrow(
    'Укажите город.',
  );
  expect(names()).toEqual(['POST /api/doctor/update']);
});

test('B186 following and ceasing to follow ask for the list again', async () => {
  await signIn();
  const target = { kind: 'disease', id: String(portal.sample.gaucher) };
  await follow(target);
  expect(names()).toEqual(['POST /api/subscribes/add', 'GET /api/subscribes']);
  expect($subscriptions.get()).toMatchObject([target]);
  await unfollow(target);
  expect(names().slice(2)).toEqual(['POST /api/subscribes/remove', 'GET /api/subscribes']);
  expect($subscriptions.get()).toEqual([]);
});

test('B187 the stores say that they are loading while they ask', async () => {
  const seen: boolean[] = [];
  const stops = [$isSessionLoading, $areSubscriptionsLoading].map((store) =>
    store.listen((isLoading) => void seen.push(isLoading)),
  );
  await signIn();
  for (const stop of stops) stop();
  expect(seen).toEqual([true, false, true, false]);
});

test.each([
  ['patient', 'patient'],
  ['parient', 'patient'],
  ['doctor', 'doctor'],
  ['somebody', 'patient'],
])('B138 G3 the type %s is read as %s', (type, read) => {
  expect(readUser({ id: 1, type } as User)?.type).toBe(read);
});

test('B177 when the portal is away, what is known stays', async () => {
  await signIn();
  page.undo();
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  globalThis.document = page.events as Document;
  await loadUser();
  expect($user.get()?.email).toBe('doctor@example.ru');
});
