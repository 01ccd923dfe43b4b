// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Dialog } from '#ui/Dialog.tsx';
import { useMenu } from '#ui/useMenu.ts';
import { confirmAction } from '#app/chrome/confirmAction.ts';
import { startDialogs } from './dialogs.ts';

// What browsers do and jsdom does not.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    this.querySelector<HTMLElement>('button, input, [tabindex]')?.focus();
  };
  HTMLDialogElement.prototype.close = function close(value = '') {
    if (!this.open) return;
    this.open = false;
    this.returnValue = value;
    this.dispatchEvent(new Event('close'));
  };
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    const { submitter } = event;
    submitter?.closest('dialog')?.close((submitter as HTMLButtonElement).value);
  });
  startDialogs();
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('a dialog has its content while it is open, and says when the reader has closed it', async () => {
  let closed = 0;
  function Note() {
    const [isOpen, setOpen] = useState(false);
    const close = () => {
      closed += 1;
      setOpen(false);
    };
    return (
      <>
        <button onClick={() => setOpen(true)}>Открыть</button>
        <Dialog aria-label="Заметка" isOpen={isOpen} onClose={close}>
          <button onClick={() => setOpen(false)}>Готово</button>
        </Dialog>
      </>
    );
  }
  render(<Note />);
  expect(screen.queryByText('Готово')).toBeNull();
  await press('Открыть');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Готово' }));
  await press('Готово');
  expect(screen.queryByRole('dialog', { name: 'Заметка' })).toBeNull();
  expect(closed).toBe(0);
  await press('Открыть');
  // As Escape does.
  act(() => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Заметка' }).close());
  expect([closed, screen.queryByText('Готово')]).toEqual([1, null]);
});

describe('a menu', () => {
  function Menu({ name }: { name: string }) {
    const { close, place, button, list } = useMenu();
    return (
      <div {...place}>
        <button {...button}>{name}</button>
        <ul {...list}>
          <li>
            <button onClick={close}>{name}: первое</button>
          </li>
        </ul>
      </div>
    );
  }
  const isOpen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded');

  test('has its list while it is open, and the focus goes back to its button', async () => {
    render(<Menu name="Ещё" />);
    expect(screen.queryByRole('list')).toBeNull();
    await press('Ещё');
    expect(screen.getByRole('list').id).toBe(
      screen.getByRole('button', { name: 'Ещё' }).getAttribute('aria-controls'),
    );
    await press('Ещё: первое');
    expect(isOpen('Ещё')).toBe('false');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ещё' }));
    await press('Ещё');
    fireEvent.keyDown(screen.getByRole('button', { name: 'Ещё: первое' }), { key: 'Escape' });
    expect(isOpen('Ещё')).toBe('false');
  });

  test('closes by a press elsewhere, and when the focus goes elsewhere', async () => {
    render(
      <>
        <Menu name="Один" />
        <Menu name="Другой" />
      </>,
    );
    await press('Один');
    await press('Другой');
    expect([isOpen('Один'), isOpen('Другой')]).toEqual(['false', 'true']);
    const first = screen.getByRole('button', { name: 'Другой: первое' });
    fireEvent.blur(first, { relatedTarget: screen.getByRole('button', { name: 'Один' }) });
    expect(isOpen('Другой')).toBe('false');
  });
});

describe('a confirmation', () => {
  const question = `
    <dialog id="question" aria-label="Подтвердите действие">
      <p data-text hidden></p>
      <form method="dialog">
        <button type="submit" value="cancel">Отмена</button>
        <button type="submit" value="ok">Ок</button>
      </form>
    </dialog>`;

  test.each([
    ['Ок', true],
    ['Отмена', false],
  ])('says what it asks about; «%s» answers %j', async (button, isSure) => {
    document.body.innerHTML = question;
    const answer = confirmAction('Удалить файл?');
    await expect.poll(() => screen.queryByRole('dialog')?.textContent).toContain('Удалить файл?');
    await press(button);
    expect(await answer).toBe(isSure);
  });

  test('one that is dismissed is not agreed to, whatever was answered before', async () => {
    document.body.innerHTML = question;
    const first = confirmAction('Первое?');
    await expect.poll(() => screen.queryByRole('dialog')).toBeTruthy();
    await press('Ок');
    expect(await first).toBe(true);
    const second = confirmAction();
    await expect.poll(() => screen.queryByRole('dialog')).toBeTruthy();
    expect(screen.getByRole('dialog').textContent).not.toContain('Первое?');
    screen.getByRole<HTMLDialogElement>('dialog').close();
    expect(await second).toBe(false);
  });
});
