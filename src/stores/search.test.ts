import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SearchIndex, fromHtml, toHtml } from '#domain/search/index.ts';
import { createSearch, type Answered } from './search.ts';

const records = ['Болезнь Гоше', 'Болезнь Фабри', 'Муковисцидоз'].map((title, id) => ({
  id,
  group: 'diseases',
  title,
  synonyms: [],
  codes: [],
}));

/** Answers as the server does: titles in HTML, read back into pieces; it knows one record more. */
const onServer = new SearchIndex([
  ...records,
  { id: 7, group: 'drugs', title: 'Церезим при болезни Гоше', synonyms: [], codes: [] },
]);
const answerOf = (index: SearchIndex, query: string): Answered => {
  const { hits, ...answer } = index.search(query);
  return {
    ...answer,
    lines: hits.map(({ group, id, pieces }) => ({ kind: group, id, pieces: fromHtml(toHtml(pieces)) })),
  };
};

function start(server?: (query: string, signal: AbortSignal) => Promise<Answered>, hasIndex = true) {
  const index = new SearchIndex(records);
  const queries: string[] = [];
  const search = createSearch({
    askIndex: async (query) => (hasIndex ? answerOf(index, query) : undefined),
    askServer(query, signal) {
      queries.push(query);
      return server ? server(query, signal) : Promise.resolve(answerOf(onServer, query));
    },
  });
  return { search, queries };
}

const titles = ({ $answer }: ReturnType<typeof createSearch>) =>
  $answer.get().lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('the wait', () => {
  test('B153 B250 after 500 ms of quiet exactly one query is sent', async () => {
    const { search, queries } = start();
    search.type('гоше');
    await pass(499);
    expect(queries).toEqual([]);
    await pass(1);
    expect(queries).toEqual(['гоше']);
    await pass(5000);
    expect(queries).toHaveLength(1);
  });

  test('B154 typing again inside the wait restarts it', async () => {
    const { search, queries } = start();
    search.type('го');
    await pass(400);
    search.type('гош');
    await pass(400);
    expect(queries).toEqual([]);
    await pass(100);
    expect(queries).toEqual(['гош']);
  });

  test('B155 keys that leave the text as it is do not search', async () => {
    const { search, queries } = start();
    search.type('гоше');
    await pass(600);
    search.type('гоше');
    search.type(' гоше ');
    await pass(600);
    expect(queries).toHaveLength(1);
  });

  test('G26 one letter is no query, an empty field cancels the wait', async () => {
    const { search, queries } = start();
    search.type('г');
    await pass(600);
    search.type('гоше');
    await pass(100);
    search.clear();
    await pass(600);
    expect(queries).toEqual([]);
    expect(titles(search)).toEqual([]);
  });

  test('G27 submitting does not wait', async () => {
    const { search, queries } = start();
    search.type('гоше');
    search.submit();
    await pass(0);
    expect(queries).toEqual(['гоше']);
  });
});

describe('answers', () => {
  test('B156 the flags tell of focus, loading and completion', async () => {
    const { search } = start(
      () => new Promise((resolve) => setTimeout(() => resolve(answerOf(onServer, 'швамбрания')), 200)),
    );
    search.focus();
    expect(search.$focus.get()).toBe(true);
    search.type('гоше');
    await pass(500);
    expect([search.$loading.get(), search.$completed.get()]).toEqual([true, false]);
    await pass(200);
    expect([search.$loading.get(), search.$completed.get()]).toEqual([false, true]);
    search.blur();
    expect(search.$focus.get()).toBe(false);
  });

  test('the index answers at once, the server adds behind without moving anything', async () => {
    const { search } = start();
    search.type('гоше');
    await pass(0);
    expect(titles(search)).toEqual(['Болезнь Гоше']);
    await pass(500);
    expect(titles(search)).toEqual(['Болезнь Гоше', 'Церезим при болезни Гоше']);
  });

  test('the newest answer wins over an older one that comes late', async () => {
    const { search } = start(
      (query) =>
        new Promise((resolve) =>
          setTimeout(() => resolve(answerOf(onServer, query)), query === 'фабри' ? 2000 : 10),
        ),
      false,
    );
    search.type('фабри');
    await pass(600);
    search.type('муковисцидоз');
    await pass(5000);
    expect(titles(search)).toEqual(['Муковисцидоз']);
  });

  test('with the server away the local answers stay and it is said', async () => {
    const { search } = start(() => Promise.reject(new Error('offline')));
    search.type('гоше');
    await pass(600);
    expect(titles(search)).toEqual(['Болезнь Гоше']);
    expect(search.$isServerAway.get()).toBe(true);
    expect(search.$completed.get()).toBe(true);
  });

  test('without an index the server answers alone', async () => {
    const { search } = start(undefined, false);
    search.type('гоше');
    await pass(600);
    expect(titles(search)).toContain('Болезнь Гоше');
  });
});

describe('which answer is shown', () => {
  const answer = (match: Answered['match'], title: string, kind = 'disease'): Answered => ({
    lines: [{ kind, id: title.length, pieces: [{ text: title, isMarked: false }] }],
    totals: new Map([[kind, 7]]),
    match,
    leftOut: [],
    suggestions: [],
  });
  const shown = async (local: Answered, server: Answered) => {
    const search = createSearch({ askIndex: async () => local, askServer: async () => server });
    search.type('гоше');
    await pass(600);
    return titles(search);
  };

  test('a guess gives way to what the other knows exactly, whichever of the two it is', async () => {
    const [sure, guess] = [answer('exact', 'Фонд', 'resource'), answer('similar', 'Синдром')];
    expect(await shown(guess, sure)).toEqual(['Фонд']);
    expect(await shown(sure, guess)).toEqual(['Фонд']);
  });

  test('guesses of both together are no more than five', async () => {
    const many = (from: number): Answered => ({
      ...answer('similar', ''),
      lines: [1, 2, 3, 4].map((id) => ({ kind: 'disease', id: from + id, pieces: [] })),
    });
    expect(await shown(many(0), many(10))).toHaveLength(5);
  });

  test('an index that has grown answers again, though it had an answer', async () => {
    let index = answer('exact', 'Регистр болезни Гоше', 'research');
    const search = createSearch({
      askIndex: async () => index,
      askServer: () => new Promise(() => undefined),
    });
    search.type('гоше');
    await pass(1);
    index = answer('exact', 'Болезнь Гоше');
    search.askAgain();
    await pass(1);
    expect(titles(search)).toEqual(['Болезнь Гоше']);
  });
});

describe('messages', () => {
  test('B157 nothing found is said only of a query, when the search is completed, without results', async () => {
    const { search } = start();
    expect(search.$isNothingFound.get()).toBe(false);
    search.type('швамбрания');
    await pass(100);
    expect(search.$isNothingFound.get()).toBe(false);
    await pass(500);
    expect(search.$isNothingFound.get()).toBe(true);
    search.type('гоше');
    await pass(600);
    expect(search.$isNothingFound.get()).toBe(false);
  });

  test('B158 the hint appears with an empty query', () => {
    const { search } = start();
    expect(search.$isHintShown.get()).toBe(true);
    search.type('г');
    expect(search.$isHintShown.get()).toBe(false);
    search.type('  ');
    expect(search.$isHintShown.get()).toBe(true);
  });
});

test('names that come after the server has failed are shown', async () => {
  let bring: (answer: Answered) => void = () => undefined;
  const search = createSearch({
    askIndex: () =>
      new Promise((resolve) => {
        bring = resolve;
      }),
    askServer: () => Promise.reject(new Error('away')),
  });
  search.type('гоше');
  await pass(600);
  expect(search.$isServerAway.get()).toBe(true);
  bring(answerOf(onServer, 'гоше'));
  await pass(1);
  expect(titles(search)).toContain('Болезнь Гоше');
});
