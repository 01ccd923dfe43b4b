// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportErrors } from '#stores/errors.ts';
import { $notices, addNotice, removeNotice } from '#stores/notices.ts';
import { Frame } from './Frame.tsx';

function open(usual: number) {
  document.body.innerHTML = `<div class="notices" data-timeout="${usual}"><div role="status"></div><div role="alert"></div></div>`;
  render(<Frame />);
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  act(() => {
    for (const { id } of $notices.get()) removeNotice(id);
  });
  vi.useRealTimers();
});
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const add = (...notice: Parameters<typeof addNotice>) => act(() => void addNotice(...notice));

describe('notices', () => {
  test.each([6000, 5000])(
    'B166 B243 B251 a generic notice stays %i ms, as its layout says',
    async (usual) => {
      open(usual);
      add({ html: 'Сохранено' });
      await pass(usual - 1);
      expect(screen.getByText('Сохранено')).toBeTruthy();
      await pass(1);
      expect(screen.queryByText('Сохранено')).toBeNull();
    },
  );

  test('B136 B243 a notice without an icon has the icon «notice», and all its parts are shown', () => {
    open(6000);
    const press = vi.fn<() => void>();
    add({
      title: 'Подписка',
      html: 'Вы <b>следите</b>',
      className: 'own',
      buttons: [{ title: 'Вернуть', press }],
    });
    const card = screen.getByText('Подписка').closest('.notice');
    expect(card?.getAttribute('data-icon')).toBe('notice');
    expect(card?.classList.contains('own')).toBe(true);
    expect(card?.querySelector('b')?.textContent).toBe('следите');
    fireEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(press).toHaveBeenCalledOnce();
    expect($notices.get()).toEqual([]);
  });

  test('B242 B251 what is reported as an error is an error notice of 4 s with message and title', async () => {
    open(6000);
    act(() => reportErrors([{ message: 'Слишком <b>часто</b>', customData: { title: 'Не получилось' } }]));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Не получилось');
    expect(alert.textContent).toContain('Слишком <b>часто</b>');
    expect(alert.querySelector('.notice')?.getAttribute('data-icon')).toBe('error');
    await pass(3999);
    expect(alert.querySelector('.notice')).toBeTruthy();
    await pass(1);
    expect(alert.querySelector('.notice')).toBeNull();
  });

  test('of two errors that are reported one after the other each is shown once', () => {
    open(6000);
    act(() => reportErrors([{ message: 'Первая' }]));
    act(() => reportErrors([{ message: 'Вторая' }]));
    expect(screen.getByRole('alert').querySelectorAll('.notice')).toHaveLength(2);
  });

  test('its time stands still while the tab is hidden', async () => {
    open(6000);
    add({ html: 'Сохранено' });
    await pass(5000);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(60_000);
    expect(screen.getByText('Сохранено')).toBeTruthy();
    hidden.mockRestore();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(999);
    expect(screen.getByText('Сохранено')).toBeTruthy();
    await pass(1);
    expect(screen.queryByText('Сохранено')).toBeNull();
  });

  test('B165 notices stack, the newest last', () => {
    open(6000);
    add({ html: 'Первое' });
    add({ html: 'Второе' });
    expect([...document.querySelectorAll('.notice')].map((card) => card.textContent)).toEqual([
      'Первое',
      'Второе',
    ]);
  });

  test('B167 a notice goes when it is closed', () => {
    open(6000);
    add({ html: 'Сохранено' });
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть уведомление' }));
    expect(screen.queryByText('Сохранено')).toBeNull();
  });

  test('G29 its time stands still while it is pointed at', async () => {
    open(6000);
    add({ html: 'Сохранено' });
    const card = screen.getByText('Сохранено').closest('.notice') as HTMLElement;
    await pass(4000);
    fireEvent.pointerEnter(card);
    await pass(60_000);
    expect(card.isConnected).toBe(true);
    fireEvent.pointerLeave(card);
    await pass(2000);
    expect(card.isConnected).toBe(false);
  });
});
