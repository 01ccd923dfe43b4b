import { atom, computed } from 'nanostores';
import type { HighlightSpan } from '#domain/search/highlight.ts';
import type { MatchQuality } from '#domain/search/index.ts';
import type { LinkedList } from '#domain/search/lists.ts';
import { maxQueryLength, maxUnsure, shortestQuery } from '#domain/search/limits.ts';
import { isSure, surest } from '#domain/search/match-quality.ts';

/** A line of results. */
export interface ResultLine {
  /** Name of the kind. */
  kind: string;
  id: number;
  pieces: readonly HighlightSpan[];
  /** The other name or code by which it was found. */
  why?: readonly HighlightSpan[] | undefined;
  /** Codes, shown small below the title. */
  note?: string | undefined;
  /** What else there is for a disease that is the sure answer. */
  linked?: readonly LinkedList[] | undefined;
}

/** What is known of a query, by the browser's own index or by the server. */
export interface Answered {
  /** Best first, the first few of each kind. */
  lines: readonly ResultLine[];
  /** How many of a kind there are in all. */
  totals: ReadonlyMap<string, number>;
  match: MatchQuality | 'nothing';
  leftOut: readonly string[];
  used?: readonly string[] | undefined;
  guessed?: readonly string[] | undefined;
  /** Kinds that the words of the query ask for. */
  wish?: { groups: readonly string[] } | undefined;
  /** The query on the other keyboard layout, when that was what was found. */
  readAs?: string | undefined;
  suggestions: readonly string[];
}

interface Sources {
  /** Answers at once, or nothing while there is no index yet. */
  askIndex: (query: string) => Promise<Answered | undefined>;
  askServer: (query: string, signal: AbortSignal) => Promise<Answered>;
  /** Milliseconds of quiet after which the server is asked (B153, B250). */
  wait?: number;
}

const quiet = 500;
const nothing: Answered = { lines: [], totals: new Map(), match: 'nothing', leftOut: [], suggestions: [] };

/** The search box: the browser's index answers every key press, the server is asked once after a quiet moment. */
export function createSearch({ askIndex, askServer, wait = quiet }: Sources) {
  const $query = atom('');
  const $focus = atom(false);
  const $loading = atom(false);
  const $completed = atom(false);
  const $local = atom(nothing);
  const $server = atom(nothing);
  const $isServerAway = atom(false);

  const $answer = computed([$local, $server], together);
  const $isHintShown = computed($query, (query) => query.trim() === '');
  const $isTooShort = computed($query, (query) => query.trim() !== '' && query.trim().length < shortestQuery);
  const $isNothingFound = computed(
    [$query, $completed, $answer],
    (query, isCompleted, { lines }) => query.trim() !== '' && isCompleted && lines.length === 0,
  );

  let asked = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: AbortController | undefined;

  /** Tells what stands in the field. Keys that leave it as it is, such as arrows, are not a new query (B155). */
  function type(text: string): void {
    $query.set(text);
    const query = text.trim().slice(0, maxQueryLength);
    if (query === asked) return;
    asked = query;
    stop();
    $completed.set(false);
    $isServerAway.set(false);
    if (query.length < shortestQuery) {
      $local.set(nothing);
      $server.set(nothing);
      return;
    }
    void findLocally(query);
    timer = setTimeout(() => void find(query), wait);
  }

  /** Asks the server without waiting for quiet. */
  function submit(): void {
    if (timer === undefined) return;
    stop();
    void find(asked);
  }

  /** The index has grown: it may know better now. */
  function askAgain(): void {
    if (asked.length >= shortestQuery) void findLocally(asked);
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    pending?.abort();
    pending = undefined;
    $loading.set(false);
  }

  async function findLocally(query: string): Promise<void> {
    const answer = await askIndex(query);
    if (query !== asked || !answer) return;
    // What the server said of an older query goes with the first words about the newer one.
    if (!$completed.get()) $server.set(nothing);
    $local.set(answer);
  }

  async function find(query: string): Promise<void> {
    timer = undefined;
    pending = new AbortController();
    const { signal } = pending;
    $loading.set(true);
    try {
      const answer = await askServer(query, signal);
      if (signal.aborted) return;
      $server.set(answer);
    } catch {
      if (signal.aborted) return;
      $server.set(nothing);
      $isServerAway.set(true);
    }
    pending = undefined;
    $loading.set(false);
    $completed.set(true);
  }

  return {
    $query,
    $focus,
    $loading,
    $completed,
    $answer,
    $isHintShown,
    $isTooShort,
    $isNothingFound,
    $isServerAway,
    type,
    submit,
    askAgain,
    clear: () => type(''),
    focus: () => $focus.set(true),
    blur: () => $focus.set(false),
  };
}

export type SearchStore = ReturnType<typeof createSearch>;

/** The surer of two answers: a guess never stands beside what is sure. Of equally sure ones the second adds to the first. */
function together(one: Answered, other: Answered): Answered {
  const [surer, equal] = surest(one, other);
  if (!equal) {
    const { readAs, suggestions, wish } = one;
    return surer === one ? one : { readAs, wish, ...other, suggestions };
  }
  const others = new Map(other.lines.map((line) => [keyOf(line), line]));
  const own = one.lines.map((line) => {
    const { linked } = others.get(keyOf(line)) ?? line;
    others.delete(keyOf(line));
    return linked ? { ...line, linked } : line;
  });
  const lines = [...own, ...others.values()];
  const totals = new Map(one.totals);
  for (const [kind, total] of other.totals) totals.set(kind, Math.max(total, totals.get(kind) ?? 0));
  return { ...one, lines: isSure(one) ? lines : lines.slice(0, maxUnsure), totals };
}

const keyOf = ({ kind, id }: ResultLine) => `${kind} ${id}`;
