import { atom, computed } from 'nanostores';
import type { Piece } from '#domain/search/highlight.ts';
import type { Match } from '#domain/search/index.ts';
import { longestQuery, shortestQuery } from '#domain/search/limits.ts';

/** A line of results. */
export interface Line {
  iblock: string;
  id: number;
  pieces: Piece[];
  /** How sure the answer is of which it is a line. */
  match: Match;
  leftOut: readonly string[];
  /** The other name or code by which it was found. */
  why?: { label: string; pieces: Piece[] } | undefined;
  /** Codes, shown small below the title. */
  note?: string | undefined;
}

/** What the browser's own index says. */
export interface LocalAnswer {
  lines: Line[];
  /** The query on the other keyboard layout, when that was what was found. */
  readAs?: string | undefined;
  suggestions: string[];
}

export interface Sources {
  /** Answers at once, or nothing while there is no index yet. */
  askIndex: (query: string) => Promise<LocalAnswer | undefined>;
  askServer: (query: string, signal: AbortSignal) => Promise<Line[]>;
  /** Milliseconds of quiet after which the server is asked (B153, B250). */
  wait?: number;
}

const quiet = 500;
const nothing: LocalAnswer = { lines: [], suggestions: [] };

/**
 * The search box: the browser's index answers every key press, the server is asked once after a quiet moment and only
 * adds behind what is already shown.
 */
export function createSearch({ askIndex, askServer, wait = quiet }: Sources) {
  const $query = atom('');
  const $focus = atom(false);
  const $loading = atom(false);
  const $completed = atom(false);
  const $local = atom<LocalAnswer>(nothing);
  /** Lines that only the server knew. */
  const $added = atom<Line[]>([]);
  const $isServerAway = atom(false);

  const $lines = computed([$local, $added], (local, added) => [...local.lines, ...added]);
  const $isHintShown = computed($query, (query) => query.trim() === '');
  const $isNothingFound = computed(
    [$query, $completed, $lines],
    (query, isCompleted, lines) => query.trim() !== '' && isCompleted && lines.length === 0,
  );

  let asked = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: AbortController | undefined;

  /** Tells what stands in the field. Keys that leave it as it is, such as arrows, are not a new query (B155). */
  function type(text: string): void {
    $query.set(text);
    const query = text.trim().slice(0, longestQuery);
    if (query === asked) return;
    asked = query;
    stop();
    $completed.set(false);
    $isServerAway.set(false);
    if (query.length < shortestQuery) {
      $local.set(nothing);
      $added.set([]);
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

  /** The index has grown: what it did not find it may find now; what is shown stays. */
  function askAgain(): void {
    if (asked.length >= shortestQuery && $local.get().lines.length === 0) void findLocally(asked);
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
    // The newest answer wins; one that comes after the server's would move what is shown.
    if (query !== asked || !answer || ($completed.get() && $added.get().length > 0)) return;
    $added.set([]);
    $local.set(answer);
  }

  async function find(query: string): Promise<void> {
    timer = undefined;
    pending = new AbortController();
    const { signal } = pending;
    $loading.set(true);
    try {
      const lines = await askServer(query, signal);
      if (signal.aborted) return;
      const isSure = lines.some(isSureLine);
      const local = $local.get();
      // Guesses never stand beside what is sure, whoever knows it.
      if (isSure && local.lines.some((line) => !isSureLine(line))) $local.set(nothing);
      const shown = new Set($local.get().lines.map(keyOf));
      const further = local.lines.some(isSureLine) && !isSure ? [] : lines;
      $added.set(further.filter((line) => !shown.has(keyOf(line))));
    } catch {
      if (signal.aborted) return;
      $added.set([]);
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
    $lines,
    $local,
    $added,
    $isHintShown,
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

export type Search = ReturnType<typeof createSearch>;

const isSureLine = ({ match }: Line) => match === 'exact' || match === 'corrected';
const keyOf = ({ iblock, id }: Line) => `${iblock} ${id}`;
