/**
 * The search overlay: a combobox after the ARIA pattern in a native dialog. Plain script: React alone would weigh as
 * much as the whole budget from the first focus to the answers.
 */
import { portalPages } from '#domain/search/portal.ts';
import {
  cautionWords,
  countedResults,
  nothingWords,
  queriesWords,
  readAsWords,
  tooShort,
} from '#domain/search/results.ts';
import { begun } from '#domain/search/match-quality.ts';
import { createSearch, type Answered, type SearchStore } from '#stores/search.ts';
import { copyOf, fill } from './fill.ts';
import { readKinds } from './kinds.ts';
import { markKept, notKept } from './kept.ts';
import { createList, type ResultList } from './list.ts';
import { startLocalIndex } from './local.ts';
import { forgetQueries, recentQueries, rememberQuery } from './recent.ts';
import { askServer } from './server.ts';

// One file for both: each file more is a request more before the first answer.
export { fillResults } from './results.ts';

export function startOverlay(dialog: HTMLDialogElement): { open: (text: string) => void } {
  const part = <E extends HTMLElement>(name: string) => dialog.querySelector<E>(`[data-part="${name}"]`)!;
  const kinds = readKinds(dialog.dataset['kinds'] ?? '');
  const input = part<HTMLInputElement>('input');
  const [listbox, note, status] = [part('list'), part('note'), part('status')];
  const local = startLocalIndex(() => search.askAgain());
  const search = createSearch({
    askIndex: (query) => local.ask(query),
    askServer: (query, signal) => askServer(query, kinds, signal),
  });
  const list = createList(listbox, input, kinds);
  const say = createVoice(status);

  function draw(): void {
    // What a reader walks through does not move under their hands.
    if (list.active >= 0) return;
    const answer = search.$answer.get();
    list.draw(answer, search.$query.get().trim());
    void markKept(list.options());
    const words = noteWords(search);
    note.replaceChildren(fill(copyOf('search-note'), words));
    note.hidden = Object.values(words).every((word) => word === undefined);
    say(statusOf(search, answer));
  }

  function enter(text: string): void {
    input.value = text;
    input.focus();
    typed();
  }
  function typed(): void {
    list.activate(-1);
    search.type(input.value);
  }

  input.addEventListener('input', typed);
  input.addEventListener('focus', search.focus);
  input.addEventListener('blur', search.blur);
  input.addEventListener('keydown', (event) => pressKey(event, input, list, () => enter('')));
  // A pointer over a line must not take the focus from the field.
  listbox.addEventListener('pointerdown', (event) => event.preventDefault());
  listbox.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[aria-disabled=true]')) {
      event.preventDefault();
      return say(notKept);
    }
    return rememberQuery(input.value);
  });
  note.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-forget]')) {
      forgetQueries();
      input.focus();
      return draw();
    }
    const query = queryOf(event.target.closest('a'));
    if (query === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    enter(query);
  });
  part<HTMLFormElement>('form').addEventListener('submit', (event) => {
    const isAway = !navigator.onLine && !navigator.serviceWorker?.controller;
    if (input.value.trim() === '' || isAway) event.preventDefault();
    if (isAway) say(notKept);
    search.submit();
    rememberQuery(input.value);
  });
  for (const store of [search.$answer, search.$completed, search.$isHintShown, search.$isTooShort])
    store.listen(draw);
  for (const change of ['online', 'offline']) addEventListener(change, draw);
  search.$loading.listen((isLoading) => dialog.toggleAttribute('data-loading', isLoading));

  return {
    open(text) {
      enter(text);
      draw();
    },
  };
}

/** The query of a link to other results. */
function queryOf(link: HTMLAnchorElement | null): string | undefined {
  const { pathname, searchParams } = new URL(link?.href ?? '/', location.href);
  return pathname === '/search/' ? (searchParams.get('q') ?? undefined) : undefined;
}

/** Hint, recent queries, the other layout, nothing found, the server away: whatever there is to say. */
function noteWords(search: SearchStore): Record<string, unknown> {
  const query = search.$query.get().trim();
  const { lines, match, leftOut, used, guessed, readAs, suggestions } = search.$answer.get();
  const isHint = search.$isHintShown.get();
  const recent = isHint ? recentQueries() : [];
  return {
    hint: isHint
      ? 'Начните вводить название препарата или болезни.'
      : search.$isTooShort.get()
        ? tooShort
        : undefined,
    recent: queriesWords(recent),
    readAs: readAs && lines.length > 0 ? readAsWords(readAs) : undefined,
    begun: lines.length > 0 && match === 'begun' ? `${begun.heading}.` : undefined,
    caution:
      lines.length > 0 && match !== 'begun'
        ? cautionWords(
            query,
            match,
            { used, leftOut, guessed },
            lines.some(({ kind }) => kind === 'disease'),
          )
        : undefined,
    nothing:
      search.$isNothingFound.get() && portalPages(query).length === 0
        ? nothingWords(query, suggestions)
        : undefined,
    away: search.$isServerAway.get()
      ? navigator.onLine
        ? 'Поиск на сервере недоступен: показаны названия, сохранённые на этой странице.'
        : 'Нет соединения: поиск идёт по названиям, сохранённым в браузере.'
      : undefined,
  };
}

function statusOf(search: SearchStore, { lines, match, totals }: Answered): string {
  const [first] = lines;
  if (!first) return search.$isNothingFound.get() ? 'Ничего не нашлось' : '';
  const count = [...totals.values()].reduce((sum, total) => sum + total, 0);
  const caution =
    match === 'exact' ? '' : match === 'begun' ? `${begun.heading}. ` : 'Точного совпадения нет. ';
  const title = first.pieces.map(({ text }) => text).join('');
  return `${caution}${countedResults(Math.max(count, lines.length))}, первый: ${title}`;
}

/** Says after a quiet moment, or a reader would hear every key press; what is no longer true goes at once. */
function createVoice(status: HTMLElement): (text: string) => void {
  let speaking: ReturnType<typeof setTimeout> | undefined;
  return (text) => {
    clearTimeout(speaking);
    if (status.textContent !== text) status.textContent = '';
    if (text !== '') speaking = setTimeout(() => (status.textContent = text), 500);
  };
}

function pressKey(event: KeyboardEvent, input: HTMLInputElement, list: ResultList, clear: () => void): void {
  // While letters are being composed the keys belong to the composition.
  if (event.isComposing) return;
  const { active } = list;
  const options = list.options();
  const moves: Record<string, () => number> = {
    ArrowDown: () => (active + 1) % options.length,
    ArrowUp: () => (active <= 0 ? options.length : active) - 1,
    Home: () => 0,
    End: () => options.length - 1,
  };
  const move = moves[event.key];
  // Home and End move the caret until a result is chosen.
  if (move && options.length > 0 && (active >= 0 || event.key.startsWith('Arrow'))) {
    event.preventDefault();
    list.activate(move());
  } else if (event.key === 'Enter' && active >= 0) {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) window.open(options[active]?.href, '_blank', 'noopener');
    else options[active]?.click();
  } else if (event.key === 'Escape' && input.value !== '') {
    event.preventDefault();
    clear();
  }
}
