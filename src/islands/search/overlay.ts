/**
 * The search overlay: a combobox after the ARIA pattern in a native dialog. Plain script: React alone would weigh as
 * much as the whole budget from the first focus to the answers.
 */
import { counted } from '#domain/plural.ts';
import { cautionOf, withoutWord } from '#domain/search/sureness.ts';
import { createSearch, type Line } from '#stores/search.ts';
import { element, marked } from './dom.ts';
import { startLocalIndex } from './local.ts';
import { forgetQueries, recentQueries, rememberQuery } from './recent.ts';
import { askServer } from './server.ts';

// One file for both: each file more is a request more before the first answer.
export { fillResults } from './results.ts';

/** What the page says of a search category. */
export interface Block {
  iblock: string;
  kind: string;
  label: string;
  path: string;
}

export function startOverlay(dialog: HTMLDialogElement): { open: (text: string) => void } {
  const blocks = JSON.parse(dialog.dataset['blocks'] ?? '[]') as Block[];
  const part = <E extends HTMLElement>(name: string) => dialog.querySelector<E>(`[data-part="${name}"]`)!;
  const input = part<HTMLInputElement>('input');
  const list = part('list');
  const note = part('note');
  const status = part('status');

  const local = startLocalIndex(
    (kind) => blocks.find((block) => block.kind === kind)?.iblock ?? '',
    () => search.askAgain(),
  );
  const search = createSearch({ askIndex: (query) => local.ask(query), askServer });
  let active = -1;
  let speaking: ReturnType<typeof setTimeout> | undefined;

  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];

  function activate(next: number): void {
    const all = options();
    active = all.length === 0 || next < 0 ? -1 : next % all.length;
    all.forEach((option, i) => option.setAttribute('aria-selected', String(i === active)));
    const option = all[active];
    if (option) {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  }

  /** Lines by category, those of the index first; a category that the server adds to comes once more at the end. */
  function draw(): void {
    const { lines, readAs, suggestions } = search.$local.get();
    const kept = list.childElementCount > 0 && options()[active]?.href;
    list.replaceChildren(...groupsOf(lines, 'local'), ...groupsOf(search.$added.get(), 'added'));
    list.hidden = list.childElementCount === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    activate(kept ? options().findIndex((option) => option.href === kept) : -1);
    drawNote(readAs, suggestions);
    speak();
  }

  function groupsOf(lines: readonly Line[], source: string): HTMLElement[] {
    const iblocks = [...new Set(lines.map(({ iblock }) => iblock))];
    return iblocks.flatMap((iblock) => {
      const block = blocks.find((candidate) => candidate.iblock === iblock);
      if (!block) return [];
      const own = lines.filter((line) => line.iblock === iblock);
      return element('div', { role: 'group', class: 'overlay-group', 'aria-label': block.label }, [
        element('span', { class: 'overlay-label', 'aria-hidden': 'true' }, [block.label]),
        ...own.map((line) => optionOf(line, block, source)),
      ]);
    });
  }

  function optionOf(
    { id, pieces, why, note: codes }: Line,
    { iblock, path }: Block,
    source: string,
  ): HTMLElement {
    const attributes = {
      role: 'option',
      id: `search-${source}-${iblock}-${id}`,
      class: 'overlay-option',
      href: `${path}${id}/`,
      tabindex: '-1',
      'aria-selected': 'false',
    };
    return element('a', attributes, [
      element('span', {}, marked(pieces)),
      ...(why
        ? [
            element('small', { class: 'overlay-codes' }, [
              why.label && `${why.label} `,
              ...marked(why.pieces),
            ]),
          ]
        : []),
      ...(codes ? [element('small', { class: 'overlay-codes' }, [codes])] : []),
    ]);
  }

  /** Hint, recent queries, the other layout, nothing found, the server away: whatever there is to say. */
  function drawNote(readAs: string | undefined, suggestions: readonly string[]): void {
    const query = search.$query.get().trim();
    const said: (HTMLElement | string)[] = [];
    if (search.$isHintShown.get()) {
      said.push(element('p', {}, ['Начните вводить название препарата или болезни.']));
      const recent = recentQueries();
      if (recent.length > 0) said.push(chips('Недавние запросы', recent, forgetButton()));
    }
    if (readAs && search.$lines.get().length > 0)
      said.push(element('p', {}, ['Показано для «', element('strong', {}, [readAs]), '».']));
    const lines = search.$lines.get();
    const [first] = lines;
    const diseases = blocks.find(({ kind }) => kind === 'disease')?.iblock;
    const caution =
      first &&
      cautionOf(
        first.match,
        first.leftOut,
        lines.some(({ iblock }) => iblock === diseases),
      );
    if (caution) {
      said.push(
        element('p', {}, [
          element('strong', {}, [caution.heading]),
          ...(caution.text ? [` ${caution.text}`] : []),
        ]),
      );
      const shorter = first.leftOut
        .map((word) => withoutWord(query, word))
        .filter((text) => text && text !== query);
      if (shorter.length > 0) said.push(chips('Искать', shorter));
    }
    if (search.$isNothingFound.get()) {
      said.push(element('p', {}, [`Ничего не нашлось по запросу «${query}».`]));
      if (suggestions.length > 0) said.push(chips('Возможно, вы искали', suggestions));
    }
    if (search.$isServerAway.get())
      said.push(
        element('p', {}, ['Поиск на сервере недоступен: показаны названия, сохранённые на этой странице.']),
      );
    note.replaceChildren(...said);
    note.hidden = said.length === 0;
  }

  function chips(title: string, texts: readonly string[], more?: HTMLElement): HTMLElement {
    const buttons = texts.map((text) => {
      const button = element('button', { type: 'button', class: 'overlay-chip' }, [text]);
      button.addEventListener('click', () => enter(text));
      return button;
    });
    return element('div', { class: 'overlay-chips' }, [
      element('span', {}, [title]),
      ...buttons,
      ...(more ? [more] : []),
    ]);
  }

  function forgetButton(): HTMLElement {
    const button = element('button', { type: 'button', class: 'overlay-forget' }, ['Забыть']);
    button.addEventListener('click', () => {
      forgetQueries();
      draw();
      input.focus();
    });
    return button;
  }

  function enter(text: string): void {
    input.value = text;
    input.focus();
    search.type(text);
  }

  /** Said after a quiet moment, or a reader would hear every key press. */
  function speak(): void {
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      const lines = search.$lines.get();
      const count = lines.length;
      const isSure = lines[0]?.match === 'exact';
      const title = lines[0]?.pieces.map(({ text }) => text).join('') ?? '';
      status.textContent = search.$isHintShown.get()
        ? ''
        : count > 0
          ? `${isSure ? '' : 'Точного совпадения нет. '}${counted(count, ['результат', 'результата', 'результатов'])}, первый: ${title}`
          : search.$isNothingFound.get()
            ? 'Ничего не нашлось'
            : '';
    }, 500);
  }

  input.addEventListener('input', () => search.type(input.value));
  input.addEventListener('focus', search.focus);
  input.addEventListener('blur', search.blur);
  input.addEventListener('keydown', (event) => {
    // While letters are being composed the keys belong to the composition.
    if (event.isComposing) return;
    const count = options().length;
    const moves: Record<string, () => number> = {
      ArrowDown: () => (active + 1) % count,
      ArrowUp: () => (active <= 0 ? count : active) - 1,
      Home: () => 0,
      End: () => count - 1,
    };
    const move = moves[event.key];
    // Home and End move the caret until a result is chosen.
    if (move && count > 0 && (active >= 0 || event.key.startsWith('Arrow'))) {
      event.preventDefault();
      activate(move());
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      const option = options()[active];
      if (event.ctrlKey || event.metaKey) window.open(option?.href, '_blank', 'noopener');
      else option?.click();
    } else if (event.key === 'Escape' && input.value !== '') {
      event.preventDefault();
      enter('');
    }
  });
  // A pointer over a line must not take the focus from the field.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', () => rememberQuery(input.value));
  part<HTMLFormElement>('form').addEventListener('submit', (event) => {
    if (input.value.trim() === '') event.preventDefault();
    search.submit();
    rememberQuery(input.value);
  });
  for (const store of [search.$local, search.$added, search.$completed, search.$isHintShown])
    store.listen(draw);
  search.$loading.listen((isLoading) => dialog.toggleAttribute('data-loading', isLoading));

  return {
    open(text) {
      enter(text);
      draw();
    },
  };
}
