// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { portalDay } from '#domain/dates.ts';
import { begin, beginWithin } from './loader.ts';

afterEach(() => {
  document.body.innerHTML = '';
  delete document.documentElement.dataset['role'];
});

/** A page with this in it, its islands begun as the loader does it. */
function open(html: string): void {
  document.body.innerHTML = html;
  beginWithin(document);
}
const over = '<ul data-island="page/over"><li data-until="2020-01-31">Прежнее правило</li></ul>';
const rule = () => document.querySelector<HTMLElement>('[data-until]')!;

test('an island begins by itself where nothing says when', async () => {
  open(over);
  await expect.poll(() => rule().hidden).toBe(true);
});

test('a rule stands through its last day', async () => {
  open(`${over}<ul data-island="page/over"><li data-until="${portalDay(new Date())}">Нынешнее</li></ul>`);
  await expect.poll(() => rule().hidden).toBe(true);
  expect([...document.querySelectorAll('li')].map(({ hidden }) => hidden)).toEqual([true, false]);
});

test('what stands in a closed dialog begins when the dialog is open', async () => {
  open(`<dialog>${over}</dialog>`);
  await vi.dynamicImportSettled();
  expect(rule().hidden).toBe(false);
  const dialog = document.querySelector('dialog')!;
  dialog.open = true;
  beginWithin(dialog);
  await expect.poll(() => rule().hidden).toBe(true);
});

test('the contents mark the current section from the first scroll on', async () => {
  open(`
    <nav data-island="page/contents"><ol class="contents-text"><li><a href="#signs">Признаки</a></li></ol></nav>
    <section id="signs"></section>`);
  const link = document.querySelector('a')!;
  await vi.dynamicImportSettled();
  expect(link.getAttribute('aria-current')).toBeNull();
  dispatchEvent(new Event('scroll'));
  await expect.poll(() => link.getAttribute('aria-current')).toBe('true');
});

test('the list of regions is requested on the first intent to fill in the field, and once', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new Error('offline')));
  open(
    '<fieldset data-island="page/access"><input name="age" /><select name="region"></select><p role="status"></p></fieldset>',
  );
  await vi.dynamicImportSettled();
  expect(asked).not.toHaveBeenCalled();
  const [age, region] = ['input', 'select'].map((name) => document.querySelector<HTMLElement>(name)!);
  age!.focus();
  await expect.poll(() => asked).toHaveBeenCalledTimes(1);
  region!.focus();
  await vi.dynamicImportSettled();
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

test('an exception in the start of an island is reported, and the page is not loaded again', async () => {
  sessionStorage.removeItem('chunk-reload');
  await expect(begin('page/access', document.createElement('p'))).rejects.toThrow(TypeError);
  const broken = vi.spyOn(document, 'addEventListener').mockImplementation(() => {
    throw new Error('a broken start');
  });
  const reported: string[] = [];
  const report = (event: ErrorEvent) => {
    reported.push(event.message);
    event.preventDefault();
  };
  addEventListener('error', report);
  expect(await begin('account')).toBe(true);
  removeEventListener('error', report);
  broken.mockRestore();
  expect(reported.join()).toContain('a broken start');
  expect(sessionStorage.getItem('chunk-reload')).toBeNull();
});

test('G7 a page of cases stays as it is for anonymous visitors, and opens for those who enter on it', async () => {
  open('<div data-island="cases/list"></div>');
  const place = document.querySelector('[data-island]')!;
  await vi.dynamicImportSettled();
  expect(place.childElementCount).toBe(0);
  document.documentElement.dataset['role'] = 'doctor';
  await expect.poll(() => place.childElementCount).toBeGreaterThan(0);
});
