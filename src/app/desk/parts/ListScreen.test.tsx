// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useQuery } from '../../lib/useQuery.ts';
import { pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { ListScreen } from './ListScreen.tsx';

const { fetch } = globalThis;
let answer: () => Response;
beforeEach(() => {
  globalThis.fetch = async () => answer();
});
const found = (...titles: string[]) =>
  Response.json({
    status: 'success',
    data: { items: titles.map((title) => ({ title })), total: titles.length, page_size: 30 },
  });
afterEach(() => {
  cleanup();
  globalThis.fetch = fetch;
});

const fields = { page: pageNumber };
function Files({ name }: { name: string }) {
  const search = useSearchState(fields);
  const { query, refetch } = useQuery('GET /api/editors/files', { query: search.query, key: name });
  return (
    <ListScreen
      title="Файлы"
      actions={<button>Добавить</button>}
      filters={<p>Адрес файла ставят в ссылку.</p>}
      query={query}
      refetch={refetch}
      search={search}
      forms={['файл', 'файла', 'файлов']}
      empty="Файлов пока нет."
    >
      {({ items }) => (
        <ul>
          {items.map(({ title }) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
    </ListScreen>
  );
}

test('a list says that it loads, why it has not loaded, and shows its rows when it is asked again', async () => {
  answer = () => Response.json({ status: 'error', errors: [{ message: 'База занята.' }] }, { status: 503 });
  render(<Files name="refused" />);
  expect(screen.getByText('Загружаем…')).toBeTruthy();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('База занята.');
  expect(screen.getByRole('heading', { name: 'Файлы' })).toBeTruthy();
  answer = () => found('Политика', 'Согласие');
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Политика',
    'Согласие',
  ]);
  expect(screen.getByRole('status').textContent).toBe('2 файла');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a list without rows says so, below its conditions', async () => {
  answer = () => found();
  render(<Files name="empty" />);
  expect(await screen.findByText('Файлов пока нет.')).toBeTruthy();
  expect(screen.getByText('Адрес файла ставят в ссылку.')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Страницы списка' })).toBeNull();
});
