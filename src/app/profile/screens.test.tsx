// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { call } from '#contract/client/call.ts';
import { $hasSessionFailed, $user } from '#stores/session.ts';
import { follow, loadSubscriptions } from '#stores/subscriptions.ts';
import { password } from '../../../tests/sample/people.ts';
import { openSignedIn, stubLayout } from '../../../tests/sample/signed-in.ts';
import { ApplicationScreen } from './ApplicationScreen.tsx';
import { EmailConfirmation } from './Email.tsx';
import { MainScreen } from './MainScreen.tsx';
import { NotificationsScreen } from './NotificationsScreen.tsx';
import { SettingsScreen } from './SettingsScreen.tsx';
import { SubscribesScreen } from './SubscribesScreen.tsx';

let signedIn: Awaited<ReturnType<typeof openSignedIn>>;
beforeAll(async () => {
  signedIn = await openSignedIn('doctor');
});
beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  globalThis.fetch = signedIn.fetchFromPortal;
  history.replaceState(null, '', '/');
});
afterAll(() => signedIn.close());

const patience = { timeout: 30_000 };
const find = (text: string | RegExp) => screen.findByText(text, {}, patience);
const panel = (title: string) =>
  within(screen.getByRole('heading', { level: 2, name: title }).closest('section')!);
type Place = Pick<typeof screen, 'getByRole' | 'queryAllByRole'>;
/** What is told at once; a place that is ready for it is empty. */
const alerts = (place: Place = screen) =>
  place.queryAllByRole('alert').flatMap(({ textContent }) => textContent || []);
const press = (name: string, place: Place = screen) => fireEvent.click(place.getByRole('button', { name }));

/** What each screen says to a doctor who has just come, in the panel of this title. */
const screens: [title: string, Screen: FunctionComponent, text: string | RegExp][] = [
  ['Сегодня для вас', MainScreen, 'Открытых вопросов к вам нет.'],
  ['Уведомления', NotificationsScreen, /^Пока ничего нового/],
  ['Где выполнен вход', SettingsScreen, /Этот браузер/],
  ['Мои данные', SettingsScreen, 'Никто из редакторов и администраторов их не открывал.'],
  ['Мои заявки', ApplicationScreen, 'Заявок пока нет.'],
];

test.each(screens)('«%s» shows what the portal knows', async (title, Screen, text) => {
  render(<Screen />);
  const place = panel(title);
  expect(place.getByText('Загружаем…')).toBeTruthy();
  expect(await place.findByText(text, {}, patience)).toBeTruthy();
  expect(alerts()).toEqual([]);
});

test.each(screens)(
  '«%s» says why it has not come, and comes when asked again',
  async (title, Screen, text) => {
    globalThis.fetch = async () =>
      Response.json({ status: 'error', errors: [{ message: 'Портал перегружен.' }] }, { status: 503 });
    render(<Screen />);
    const place = panel(title);
    await expect.poll(() => alerts(place).join(), patience).toContain('Портал перегружен.');
    globalThis.fetch = signedIn.fetchFromPortal;
    press('Повторить', place);
    expect(await place.findByText(text, {}, patience)).toBeTruthy();
  },
);

test('a page whose reader is not known yet shows lines, and says when it cannot be known', async () => {
  const user = $user.get();
  $user.set(undefined);
  const { unmount } = render(<MainScreen />);
  expect(screen.getByRole('status', { name: 'Загружаем' })).toBeTruthy();
  unmount();
  $hasSessionFailed.set(true);
  render(<MainScreen />);
  expect(screen.getByRole('alert').textContent).toContain('нет связи с порталом');
  press('Повторить');
  expect(await screen.findByRole('heading', { name: 'Личные данные' }, patience)).toBeTruthy();
  $user.set(user);
});

test('personal data are changed and shown', async () => {
  render(<MainScreen />);
  press('Изменить', panel('Личные данные'));
  const name = await screen.findByLabelText<HTMLInputElement>('Имя', {}, patience);
  expect(name.value).toBe('Мария');
  fireEvent.change(name, { target: { value: 'Марина' } });
  press('Сохранить');
  expect(await screen.findByRole('link', { name: 'Укажите город.' }, patience)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Город'), { target: { value: 'Москва' } });
  fireEvent.change(screen.getByLabelText('Медицинское учреждение'), { target: { value: 'Больница' } });
  press('Сохранить');
  await expect.poll(() => document.body.textContent, patience).toContain('Изменения сохранены.');
});

test('a new address asks for the password, and tells which letters to open', async () => {
  render(<SettingsScreen />);
  press('Изменить', panel('Электронная почта'));
  const form = within(screen.getByRole('form', { name: 'Новый адрес почты' }));
  press('Отправить письма', form);
  expect((await screen.findByRole('group', { name: 'Адрес не изменён' }, patience)).textContent).toBeTruthy();
  fireEvent.change(form.getByLabelText('Новый адрес'), { target: { value: 'new@example.ru' } });
  fireEvent.change(form.getByLabelText('Ваш пароль'), { target: { value: password } });
  press('Отправить письма', form);
  expect(await find(/Отправили письма на прежний адрес и на new@example\.ru/)).toBeTruthy();
});

test('a password that is not repeated is refused; a form is left without a change', async () => {
  render(<SettingsScreen />);
  const place = panel('Пароль');
  press('Изменить', place);
  fireEvent.change(screen.getByLabelText('Нынешний пароль'), { target: { value: password } });
  press('Сохранить', within(screen.getByRole('form', { name: 'Новый пароль' })));
  expect(await screen.findByRole('group', { name: 'Пароль не изменён' }, patience)).toBeTruthy();
  press('Отменить', place);
  expect(screen.queryByRole('form', { name: 'Новый пароль' })).toBeNull();
});

test('letters of one kind come as often as chosen', async () => {
  render(<SettingsScreen />);
  const letters = panel('Письма');
  const [, choice] = await waitFor(() => {
    const found = letters.getAllByRole<HTMLSelectElement>('combobox');
    if (found.length < 2) throw new Error('Not there yet');
    return found;
  }, patience);
  const chosen = choice!.value === 'week' ? 'day' : [...choice!.options].at(-1)!.value;
  fireEvent.change(choice!, { target: { value: chosen } });
  await expect
    .poll(
      async () => (await call('GET /api/user/notifications/choices')).map(({ frequency }) => frequency),
      patience,
    )
    .toContain(chosen);
});

test('an account is erased only after a second press and a password', async () => {
  render(<SettingsScreen />);
  press('Удалить…', panel('Удаление учётной записи'));
  const form = within(screen.getByRole('form', { name: 'Удаление учётной записи' }));
  press('Удалить учётную запись', form);
  expect(await screen.findByRole('group', { name: 'Учётная запись не удалена' }, patience)).toBeTruthy();
  press('Не удалять', form);
  expect(screen.getByRole('button', { name: 'Удалить…' })).toBeTruthy();
});

test('a doctor becomes a partner from the settings, or stays one', async () => {
  render(<SettingsScreen />);
  press('Стать партнёром', panel('Тип учётной записи'));
  expect(await screen.findByRole('form', { name: 'Смена типа учётной записи' }, patience)).toBeTruthy();
  press('Отменить', panel('Тип учётной записи'));
  expect(screen.queryByRole('form', { name: 'Смена типа учётной записи' })).toBeNull();
});

test('the link of a letter that is too old is told so', async () => {
  render(<EmailConfirmation code="old" />);
  expect(screen.getByText('Подтверждаем адрес…')).toBeTruthy();
  expect(await screen.findByRole('alert', {}, patience)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'К настройкам' })).toBeTruthy();
});

test('who follows nothing reads how to, and sees what is followed', async () => {
  await loadSubscriptions();
  render(<SubscribesScreen />);
  expect(await find(/^Вы пока ни за чем не следите\. Кнопка/)).toBeTruthy();
  cleanup();
  await follow({ kind: 'disease', id: String(signedIn.portal.sample.gaucher) });
  render(<SubscribesScreen />);
  expect(await screen.findByRole('link', { name: 'Болезнь Гоше' }, patience)).toBeTruthy();
});

test('a doctor asks to be known as one by an address at work or by a document', async () => {
  render(<ApplicationScreen />);
  await screen.findByRole('heading', { name: 'Подтвердить, что я врач' }, patience);
  const place = panel('Подтвердить, что я врач');
  press('Отправить на проверку', place);
  expect((await place.findAllByText('Укажите адрес рабочей почты.', {}, patience)).length).toBeGreaterThan(0);
  fireEvent.click(place.getByLabelText('По документу'));
  expect(place.getByLabelText(/^Диплом/)).toBeTruthy();
});
