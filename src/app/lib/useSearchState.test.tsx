// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { casesFields, toggled } from '../cases/list/useCasesSearch.ts';
import { oneOf, pageNumber, readSearch, text, useSearchState, writeSearch } from './useSearchState.ts';

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

test('what is chosen stands in the address and comes back from it', () => {
  const search = '?areas=metabolic&areas=neurology&sex=female&question=open&sort=title&page=3';
  expect(writeSearch(casesFields, readSearch(casesFields, search), search)).toBe(search);
});

test.each(['?sort=password&page=-1', '?page=0.5', '?page=x', '?query='])(
  'an address that means nothing is the usual list: %s',
  (search) => {
    expect(writeSearch(casesFields, readSearch(casesFields, search), search)).toBe('');
  },
);

test('a value of a filter is added to others, and taken away again', () => {
  const state = readSearch(casesFields, '?sex=female');
  expect(toggled({ state }, 'sex', 'male')).toEqual({ sex: ['female', 'male'] });
  expect(toggled({ state }, 'sex', 'female')).toEqual({ sex: [] });
});

const fields = { state: oneOf(['', 'open', 'closed']), query: text, page: pageNumber };

function List({ prefix }: { prefix?: string }) {
  const { state, query, hrefOf, change } = useSearchState(fields, prefix);
  return (
    <>
      <p role="status">{JSON.stringify(query)}</p>
      <input
        aria-label="Слова"
        value={state.query}
        onChange={({ target }) => change({ query: target.value }, 'replace')}
      />
      <a href={hrefOf({ page: 2 })}>Страница 2</a>
      <button onClick={() => change({ page: 2 })}>На вторую</button>
      <button onClick={() => change({ state: 'open' })}>Открытые</button>
    </>
  );
}
const shown = () => screen.getByRole('status').textContent;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a condition leads to the first page, Back to what was before', async () => {
  history.replaceState(null, '', '/list/?id=7');
  render(<List />);
  press('На вторую');
  expect(location.search).toBe('?id=7&page=2');
  press('Открытые');
  expect(location.search).toBe('?id=7&state=open');
  expect(screen.getByRole('link').getAttribute('href')).toBe('?id=7&state=open&page=2');
  history.back();
  await expect.poll(shown).toBe('{"page":2}');
});

test('typing takes no steps back, and is a condition once it has paused', async () => {
  const { length } = history;
  render(<List />);
  for (const words of ['г', 'го', 'гоше '])
    fireEvent.change(screen.getByLabelText('Слова'), { target: { value: words } });
  expect([history.length, shown()]).toEqual([length, '{}']);
  await expect.poll(shown).toBe('{"query":"гоше"}');
});

test('lists of one screen are told apart', () => {
  history.replaceState(null, '', '?page=3');
  render(<List prefix="reports_" />);
  press('На вторую');
  expect(location.search).toBe('?page=3&reports_page=2');
});
