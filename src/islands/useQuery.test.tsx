// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { CallError } from '#contract/client/call.ts';
import { Async } from './LoadError.tsx';
import { useMutation } from './useMutation.ts';
import { useQuery } from './useQuery.ts';

afterEach(cleanup);

/** Questions that wait for their answers. */
function desk() {
  const waiting: { question: string; answer(words: string): void; refuse(why: string): void }[] = [];
  const ask = (question: string) =>
    new Promise<string>((resolve, reject) => {
      waiting.push({
        question,
        answer: resolve,
        refuse: (why) => reject(new CallError(500, [{ message: why }])),
      });
    });
  return { waiting, ask };
}

function Part({ ask }: { ask(question: string): Promise<string> }) {
  const [question, setQuestion] = useState('первый');
  const { query, refetch, replace } = useQuery(() => ask(question), question);
  return (
    <>
      <Async query={query} refetch={refetch}>
        {(words) => <p>{words}</p>}
      </Async>
      <button onClick={() => setQuestion('второй')}>Другой вопрос</button>
      <button onClick={refetch}>Ещё раз</button>
      <button onClick={() => replace('Из ответа на действие')}>Заменить</button>
    </>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a part of a page says that it loads, shows what has come, and keeps it while it asks again', async () => {
  const { waiting, ask } = desk();
  render(<Part ask={ask} />);
  expect(screen.getByRole('status').textContent).toBe('Загружаем…');
  await act(async () => waiting[0]!.answer('Ответ'));
  expect(screen.getByText('Ответ')).toBeTruthy();
  press('Ещё раз');
  expect(screen.getByText('Ответ')).toBeTruthy();
  await act(async () => waiting[1]!.answer('Новый ответ'));
  expect(screen.getByText('Новый ответ')).toBeTruthy();
});

test('an older answer never overtakes a newer question', async () => {
  const { waiting, ask } = desk();
  render(<Part ask={ask} />);
  press('Другой вопрос');
  expect(waiting.map(({ question }) => question)).toEqual(['первый', 'второй']);
  await act(async () => waiting[1]!.answer('О втором'));
  await act(async () => waiting[0]!.answer('О первом'));
  expect(screen.getByText('О втором')).toBeTruthy();
});

test('what failed says why, and is asked again by a press', async () => {
  const { waiting, ask } = desk();
  render(<Part ask={ask} />);
  await act(async () => waiting[0]!.refuse('Портал не ответил.'));
  expect(screen.getByRole('alert').textContent).toContain('Портал не ответил.');
  press('Повторить');
  await act(async () => waiting[1]!.answer('Ответ'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Ответ')).toBeTruthy();
});

test('what a mutation has answered stands in the place of what was asked', async () => {
  const { waiting, ask } = desk();
  render(<Part ask={ask} />);
  await act(async () => waiting[0]!.answer('Ответ'));
  press('Заменить');
  expect(screen.getByText('Из ответа на действие')).toBeTruthy();
  expect(waiting).toHaveLength(1);
});

test('a button waits for its mutation, and a refusal is a sentence until the next try', async () => {
  const { waiting, ask } = desk();
  const results: unknown[] = [];
  function Button() {
    const { run, isBusy, message } = useMutation();
    return (
      <>
        <button
          disabled={isBusy}
          onClick={() => void run(() => ask('сохранить')).then((one) => results.push(one))}
        >
          Сохранить
        </button>
        <p role="alert">{message}</p>
      </>
    );
  }
  render(<Button />);
  const button = screen.getByRole<HTMLButtonElement>('button');
  press('Сохранить');
  expect(button.disabled).toBe(true);
  await act(async () => waiting[0]!.refuse('Запись изменил другой редактор.'));
  expect(button.disabled).toBe(false);
  expect(screen.getByRole('alert').textContent).toBe('Запись изменил другой редактор.');
  press('Сохранить');
  expect(screen.getByRole('alert').textContent).toBe('');
  await act(async () => waiting[1]!.answer('Сохранено'));
  press('Сохранить');
  // An empty answer is an answer.
  await act(async () => waiting[2]!.answer(''));
  expect(results).toEqual([{ ok: false }, { ok: true, data: 'Сохранено' }, { ok: true, data: '' }]);
});
