import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#contract/client/call.ts';
import { startTestPortal, type TestPortal } from '../../tests/sample/application.ts';
import { openPage } from '../../tests/sample/page.ts';
import { createCaptcha } from './captcha.ts';
import { $dictionaries, loadDictionary, sortedByValue } from './dictionaries.ts';
import { $isProgressShown, progressThrottle } from './progress.ts';

let portal: TestPortal;
let page: ReturnType<typeof openPage>;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(() => {
  page = openPage(portal);
});
afterEach(() => {
  page.undo();
  vi.useRealTimers();
});
const names = () => page.asked.map(({ name }) => name);

test('B192 a filled dictionary is not asked for again, and those who ask at once share a request', async () => {
  const [one, other] = await Promise.all([loadDictionary('subject'), loadDictionary('subject')]);
  await loadDictionary('subject');
  expect(one).toBe(other);
  expect(names()).toEqual(['GET /api/dict/subject']);
  expect($dictionaries.get().subject?.length).toBeGreaterThan(0);
});

test('B192 an empty dictionary is asked for again', async () => {
  $dictionaries.setKey('specialization', []);
  await loadDictionary('specialization');
  expect(names()).toEqual(['GET /api/dict/specialization']);
});

test('B143 diseases are sorted by the Russian alphabet', () => {
  const values = ['Яя', 'Ёлка', 'Ель', 'абв'].map((value, id) => ({ id, value }));
  expect(sortedByValue(values).map(({ value }) => value)).toEqual(['абв', 'Ёлка', 'Ель', 'Яя']);
});

test('B190 B191 the captcha is asked for, and again when its reader wishes', async () => {
  const captcha = createCaptcha('doctor');
  await captcha.refresh();
  const first = captcha.$picture.get();
  expect(first?.picture).toMatch(/^data:image\//);
  await captcha.refresh();
  expect(captcha.$picture.get()?.ssid).not.toBe(first?.ssid);
});

test('G16 the check without a picture is solved by the browser beside the page, for the domain that is typed', async () => {
  const captcha = createCaptcha('partner');
  captcha.$email.set('somebody@example.ru');
  await captcha.solve();
  expect(JSON.parse(atob(captcha.$solution.get() ?? ''))).toMatchObject({
    challenge: { parameters: { algorithm: 'SCRYPT', data: { domain: 'example.ru', hardness: 1 } } },
  });
});

test('where no picture is needed the form waits for no check of the browser, which goes on beside it (B189)', async () => {
  portal.settings.CAPTCHA = 'off';
  const captcha = createCaptcha('doctor');
  await captcha.refresh();
  portal.settings.CAPTCHA = 'picture';
  expect([captcha.isNeeded(), captcha.$isSolving.get(), captcha.$solution.get()]).toEqual([
    false,
    true,
    undefined,
  ]);
  await expect.poll(() => captcha.$solution.get(), { timeout: 60_000 }).toBeTruthy();
}, 70_000);

test('B212 B240 B259 the bar appears after 200 ms, and never for dictionaries and the search', async () => {
  vi.useFakeTimers();
  let answer: (response: Response) => void = () => {};
  globalThis.fetch = () => new Promise((resolve) => (answer = resolve));
  const slow = call('GET /api/user');
  await vi.advanceTimersByTimeAsync(progressThrottle - 1);
  expect($isProgressShown.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect($isProgressShown.get()).toBe(true);
  answer(new Response('{"status":"success","data":null}'));
  await slow;
  expect($isProgressShown.get()).toBe(false);
  const quiet = loadDictionary('diseases');
  await vi.advanceTimersByTimeAsync(1000);
  expect($isProgressShown.get()).toBe(false);
  answer(new Response('{"status":"success","data":[]}'));
  await quiet;
  expect(progressThrottle).toBe(200);
});
