// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, CallError } from '#contract/client/call.ts';
import { invalidate } from '#stores/queries.ts';
import { Async } from './LoadError.tsx';
import { useMutation } from './useMutation.ts';
import { useQuery } from './useQuery.ts';

const { fetch } = globalThis;
/** Requests that wait for their answers. */
let waiting: {
  address: string;
  answer(title: string): void;
  refuse(message: string): void;
  signal: AbortSignal;
}[];
beforeEach(() => {
  waiting = [];
  globalThis.fetch = (address, init) =>
    new Promise((resolve) => {
      waiting.push({
        address: String(address),
        signal: init!.signal!,
        answer: (title) => resolve(Response.json({ status: 'success', data: { items: [{ title }] } })),
        refuse: (message) =>
          resolve(Response.json({ status: 'error', errors: [{ message }] }, { status: 500 })),
      });
    });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = fetch;
});

function Part({ first = 1 }: { first?: number }) {
  const [page, setPage] = useState(first);
  const { query, refetch, replace } = useQuery('GET /api/editors/files', { query: { page } });
  return (
    <>
      <Async query={query} refetch={refetch}>
        {({ items }) => <p>{items[0]?.title}</p>}
      </Async>
      <button onClick={() => setPage(2)}>Другой вопрос</button>
      <button onClick={refetch}>Ещё раз</button>
      <button onClick={() => query.data && replace({ ...query.data, items: [] })}>Заменить</button>
    </>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const settle = (turn: () => void) =>
  act(async () => {
    turn();
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  });

test('a part of a page says that it loads, shows what has come, and keeps it while it asks again', async () => {
  render(<Part />);
  expect(screen.getByRole('status').textContent).toBe('Загружаем…');
  await settle(() => waiting[0]!.answer('Ответ'));
  expect(screen.getByText('Ответ')).toBeTruthy();
  press('Ещё раз');
  expect(screen.getByText('Ответ')).toBeTruthy();
  await settle(() => waiting[1]!.answer('Новый ответ'));
  expect(screen.getByText('Новый ответ')).toBeTruthy();
});

test('an older answer never overtakes a newer question', async () => {
  render(<Part />);
  press('Другой вопрос');
  expect(waiting.map(({ address }) => address)).toEqual([
    '/api/editors/files?page=1',
    '/api/editors/files?page=2',
  ]);
  await settle(() => waiting[1]!.answer('О втором'));
  await settle(() => waiting[0]!.answer('О первом'));
  expect(screen.getByText('О втором')).toBeTruthy();
});

test('the data of a question stay until another is answered', async () => {
  render(<Part />);
  await settle(() => waiting[0]!.answer('О первом'));
  press('Другой вопрос');
  expect(screen.getByText('О первом')).toBeTruthy();
  await settle(() => waiting[1]!.answer('О втором'));
  expect(screen.getByText('О втором')).toBeTruthy();
});

test('what failed says why, and is asked again by a press', async () => {
  render(<Part />);
  await settle(() => waiting[0]!.refuse('Портал не ответил.'));
  expect(screen.getByRole('alert').textContent).toContain('Портал не ответил.');
  press('Повторить');
  await settle(() => waiting[1]!.answer('Ответ'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Ответ')).toBeTruthy();
});

test('those who ask the same share a request, an answer, and what replaces it', async () => {
  render(
    <>
      <Part />
      <Part />
    </>,
  );
  await settle(() => waiting[0]!.answer('Ответ'));
  expect(screen.getAllByText('Ответ')).toHaveLength(2);
  fireEvent.click(screen.getAllByRole('button', { name: 'Заменить' })[0]!);
  expect(screen.queryByText('Ответ')).toBeNull();
  expect(waiting).toHaveLength(1);
});

test('whatever was asked by a call is asked again by its name', async () => {
  render(
    <>
      <Part />
      <Part first={2} />
    </>,
  );
  await settle(() => waiting.forEach(({ answer }, page) => answer(`Страница ${page + 1}`)));
  await settle(() => invalidate('GET /api/editors/purges'));
  expect(waiting).toHaveLength(2);
  await settle(() => invalidate('GET /api/editors/files'));
  expect(waiting).toHaveLength(4);
});

test('a request is given up with its last reader, and nothing is kept for the next', async () => {
  const { unmount } = render(<Part />);
  await settle(unmount);
  expect(waiting[0]!.signal.aborted).toBe(true);
  render(<Part />);
  expect(waiting).toHaveLength(2);
});

test('a button waits for its mutation, and a refusal is a sentence until the next try', async () => {
  const results: unknown[] = [];
  function Button() {
    const { run, isBusy, message } = useMutation();
    return (
      <>
        <button
          disabled={isBusy}
          onClick={() =>
            void run(() => call('GET /api/editors/files', { signal: new AbortController().signal })).then(
              (one) => results.push(one),
            )
          }
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
  await settle(() => waiting[0]!.refuse('Запись изменил другой редактор.'));
  expect(button.disabled).toBe(false);
  expect(screen.getByRole('alert').textContent).toBe('Запись изменил другой редактор.');
  press('Сохранить');
  expect(screen.getByRole('alert').textContent).toBe('');
  await settle(() => waiting[1]!.answer('Сохранено'));
  expect(results).toEqual([
    { ok: false, error: expect.any(CallError) as CallError },
    { ok: true, data: { items: [{ title: 'Сохранено' }] } },
  ]);
});
