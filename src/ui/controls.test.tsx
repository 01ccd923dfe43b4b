// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Combobox } from './Combobox.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { TextField } from './Field.tsx';
import { FilesField } from './FilesField.tsx';
import { MultiSelect } from './MultiSelect.tsx';
import { matching, summaryOf } from './options.ts';
import { PasswordField } from './PasswordField.tsx';
import { SuggestField } from './SuggestField.tsx';

afterEach(cleanup);
const areas = [
  'Аллергология',
  'Гематология',
  'Дерматология',
  'Иммунология',
  'Кардиология',
  'Неврология',
  'Онкология',
].map((value, id) => ({ id: String(id), value }));

function Many({ first = [] }: { first?: string[] }) {
  const [value, setValue] = useState<string[]>(first);
  return (
    <MultiSelect id="areas" label="Области" options={areas} value={value} onChange={setValue} required />
  );
}

function One() {
  const [value, setValue] = useState('');
  return (
    <>
      <Combobox id="area" label="Область" options={areas} value={value} onChange={setValue} required />
      <output>{value}</output>
    </>
  );
}

const list = () => screen.getByRole('listbox');

describe('multiple choice', () => {
  test('B252 B253 five chosen are named, six are counted', () => {
    expect(summaryOf(areas.slice(0, 5))).toBe(
      'Аллергология, Гематология, Дерматология, Иммунология, Кардиология',
    );
    expect(summaryOf(areas.slice(0, 6))).toBe('Выбрано 6');
    render(<Many first={['0', '1', '2', '3', '4']} />);
    expect(screen.getByRole('button', { name: 'Убрать: Кардиология' })).toBeTruthy();
    fireEvent.click(screen.getByRole('combobox'));
    fireEvent.click(within(list()).getByRole('option', { name: 'Неврология' }));
    expect(screen.getByRole('combobox').getAttribute('placeholder')).toBe('Выбрано 6');
  });

  test('B160 B161 the list opens on a click, stays open while one chooses, and closes on a click outside', () => {
    render(<Many />);
    const input = screen.getByRole('combobox');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(input);
    expect(input.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(screen.getByRole('option', { name: 'Гематология' }));
    expect(input.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('option', { name: 'Гематология' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.mouseDown(document.body);
    fireEvent.mouseUp(document.body);
    fireEvent.blur(input);
    expect(input.getAttribute('aria-expanded')).toBe('false');
  });

  test('a chosen line is taken back by its chip', () => {
    render(<Many first={['1']} />);
    fireEvent.click(screen.getByRole('button', { name: 'Убрать: Гематология' }));
    expect(screen.queryByRole('button', { name: 'Убрать: Гематология' })).toBeNull();
  });

  test('after a choice by a word the whole list stands there for the next, and goes on from the line that was chosen', () => {
    render(<Many />);
    const input = screen.getByRole<HTMLInputElement>('combobox');
    fireEvent.change(input, { target: { value: 'невр' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(input.value).toBe('');
    expect(screen.getAllByRole('option')).toHaveLength(areas.length);
    expect(screen.getByRole('option', { name: 'Неврология' }).dataset['active']).toBe('true');
  });

  test('its list, which scrolls when it is long, is no stop of the Tab key', () => {
    render(<Many />);
    fireEvent.click(screen.getByRole('combobox'));
    expect(list().getAttribute('tabindex')).toBe('-1');
  });
});

/** As a hand types that does not wait for React. */
function type(input: HTMLInputElement, text: string): void {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  for (const letter of text) {
    set!.call(input, input.value + letter);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  environment.IS_REACT_ACT_ENVIRONMENT = true;
}

test.each([
  ['one of a list', One],
  ['multiple choice', Many],
])('no letter of a quick hand is lost: %s', (_, Choice) => {
  render(<Choice />);
  const input = screen.getByRole<HTMLInputElement>('combobox');
  type(input, 'неврология');
  expect(input.value).toBe('неврология');
});

describe('found by typing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const lines = () =>
    within(list())
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  test('while it waits and asks it says so, and «Ничего не нашлось» only after an answer', async () => {
    const asked: string[] = [];
    const suggest = async (query: string) => {
      asked.push(query);
      await new Promise((resolve) => void setTimeout(resolve, 1000));
      return query === 'гоше' ? ['Болезнь Гоше'] : [];
    };
    render(<SuggestField id="sign" label="Признак" suggest={suggest} titleOf={String} pick={() => {}} />);
    const input = screen.getByRole('combobox');
    fireEvent.change(input, { target: { value: 'гош' } });
    expect(lines()).toEqual(['Ищем…']);
    await pass(300);
    expect(lines()).toEqual(['Ищем…']);
    await pass(1000);
    expect(lines()).toEqual(['Ничего не нашлось']);
    fireEvent.change(input, { target: { value: 'гоше' } });
    expect(lines()).toEqual(['Ищем…']);
    await pass(1300);
    expect(lines()).toEqual(['Болезнь Гоше']);
    expect(asked).toEqual(['гош', 'гоше']);
  });

  test('an answer that comes late does not overtake a newer question', async () => {
    const suggest = async (query: string) => {
      await new Promise((resolve) => void setTimeout(resolve, query === 'го' ? 3000 : 100));
      return [`${query}!`];
    };
    render(<SuggestField id="sign" label="Признак" suggest={suggest} titleOf={String} pick={() => {}} />);
    const input = screen.getByRole('combobox');
    fireEvent.change(input, { target: { value: 'го' } });
    await pass(300);
    fireEvent.change(input, { target: { value: 'гоше' } });
    await pass(5000);
    expect(lines()).toEqual(['гоше!']);
  });

  test('without a response it says why the list is empty', async () => {
    const suggest = () => Promise.reject(new Error('offline'));
    render(<SuggestField id="sign" label="Признак" suggest={suggest} titleOf={String} pick={() => {}} />);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'гоше' } });
    await pass(300);
    expect(lines()).toEqual(['Не удалось спросить портал. Проверьте соединение.']);
  });
});

describe('one of a list', () => {
  test('it is found by the beginning of a word and chosen by keys', () => {
    render(<One />);
    const input = screen.getByRole('combobox');
    fireEvent.change(input, { target: { value: 'невр' } });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Неврология']);
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(screen.getByRole('status').textContent).toBe('5');
    expect((input as HTMLInputElement).value).toBe('Неврология');
  });

  test('B198 a dropdown says that it is required', () => {
    render(<One />);
    expect(screen.getByRole('combobox').getAttribute('aria-required')).toBe('true');
  });

  test('what was typed without a choice does not look like one', () => {
    render(<One />);
    const input = screen.getByRole<HTMLInputElement>('combobox');
    fireEvent.change(input, { target: { value: 'невр' } });
    fireEvent.blur(input);
    expect(input.value).toBe('');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  test('ё and е are one letter', () => {
    expect(matching([{ id: 1, value: 'Пёстрая' }], 'пест')).toHaveLength(1);
  });
});

test('B199 a password is shown and hidden', () => {
  render(<PasswordField id="p" label="Пароль" defaultValue="тайна" />);
  const input = screen.getByLabelText('Пароль');
  expect(input.getAttribute('type')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Показать: пароль' }));
  expect(input.getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Скрыть: пароль' }));
  expect(input.getAttribute('type')).toBe('password');
});

test('a field is tied to its hint and its error', () => {
  render(<TextField id="city" label="Город" hint="Где вы работаете" error="Укажите город." />);
  const input = screen.getByLabelText('Город');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const said = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(said).toEqual(['Где вы работаете', 'Укажите город.']);
});

describe('a field of files', () => {
  function Files({ isSingle = false }) {
    const [value, setValue] = useState<File[]>([]);
    return (
      <FilesField
        id="files"
        label="Файлы"
        accept="application/pdf"
        isSingle={isSingle}
        value={value}
        onChange={setValue}
      />
    );
  }
  const file = (name: string) => new File(['%PDF'], name, { lastModified: 1 });
  const choose = (...files: File[]) =>
    fireEvent.change(screen.getByLabelText('Файлы'), { target: { files } });
  const names = () => screen.queryAllByRole('listitem').map((row) => row.firstChild?.textContent);

  test('takes the same file once, and tells a screen reader what is chosen', () => {
    render(<Files />);
    choose(file('а.pdf'));
    choose(file('а.pdf'), file('б.pdf'));
    expect(names()).toEqual(['а.pdf', 'б.pdf']);
    const said = screen.getByLabelText('Файлы').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(said)).toBe(screen.getByRole('list'));
    expect(screen.queryByRole('button', { name: 'Выбрать файлы' })).toBeNull();
  });

  test('has the focus after a file is taken back', () => {
    render(<Files />);
    choose(file('а.pdf'), file('б.pdf'));
    const remove = screen.getByRole('button', { name: 'Убрать файл а.pdf' });
    remove.focus();
    fireEvent.click(remove);
    expect(names()).toEqual(['б.pdf']);
    expect(document.activeElement).toBe(screen.getByLabelText('Файлы'));
  });

  test('for one file, puts another in its place', () => {
    render(<Files isSingle />);
    choose(file('а.pdf'));
    choose(file('б.pdf'));
    expect(names()).toEqual(['б.pdf']);
  });
});

test('each error summary on a page is named by its own title', () => {
  const problems = [{ message: 'Заполните поле.' }];
  render(
    <>
      <ErrorSummary title="Ответ не отправлен" problems={problems} takesFocus={false} />
      <ErrorSummary title="Сообщение не отправлено" problems={problems} takesFocus={false} />
    </>,
  );
  expect(screen.getByRole('group', { name: 'Ответ не отправлен' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Сообщение не отправлено' })).toBeTruthy();
});
