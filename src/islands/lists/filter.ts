import { formatNumber } from '#domain/numbers.ts';
import { narrowing, queryOf, readAsked, spelt, type Asked } from '#domain/lists/asked.ts';
import type { ListAnswer, ListFacts } from '#domain/lists/list.ts';
import { shadeTiles } from './map.ts';
import { partsOf, type Parts } from '#domain/lists/shown.ts';

/** What the page tells of its list. */
type Page = ListFacts & { total: number; isWhole: boolean };

const today = () => new Date().toISOString().slice(0, 10);

/** How long an answer is waited for. */
const patience = 8000;

/** Narrows the list of a page in place: the address is the state, so that links, going back and reloading agree. */
export function startFilter(region: HTMLElement): void {
  const page = JSON.parse(region.dataset['list'] ?? '') as Page;
  const form = region.querySelector<HTMLFormElement>('#filter');
  let asking: AbortController | undefined;
  /** The choice that is shown or asked for; nothing before the first. */
  let shown = 'filled' in region.dataset || !location.search ? location.search : undefined;

  const part = (name: keyof Parts) => region.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const askedIn = (search: string) => readAsked(new URLSearchParams(search), page.fields);

  /** The choice that stands in the form. */
  function askedInForm(): Asked {
    const parameters = new URLSearchParams();
    for (const [name, value] of new FormData(form ?? undefined))
      if (typeof value === 'string') parameters.append(name, value);
    return { ...askedIn(`?${parameters}`), page: 1 };
  }

  function go(asked: Asked): void {
    const search = queryOf(asked);
    // A list of one letter or value has a heading of its own: what narrows it further is another page.
    if (!page.isWhole) return location.assign(page.path + search);
    if (search === location.search) return;
    history.pushState(null, '', page.path + search);
    void show(asked);
  }

  async function show(asked: Asked): Promise<void> {
    asking?.abort();
    const mine = (asking = new AbortController());
    // From now on, not from the answer on: who goes back before it comes must not be taken for being there already.
    shown = location.search;
    reflect(asked);
    region.setAttribute('aria-busy', 'true');
    try {
      const answer = await ask(page, asked, AbortSignal.any([mine.signal, AbortSignal.timeout(patience)]));
      if (mine.signal.aborted) return;
      put(asked, answer);
    } catch {
      if (!mine.signal.aborted) tell(asked);
    }
    if (asking === mine) region.removeAttribute('aria-busy');
  }

  /** Boxes, views and the number of choices as the address has them. */
  function reflect(asked: Asked): void {
    for (const box of form?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])
      box.checked = (asked.facets[box.name] ?? []).some((value) => spelt(value) === box.value);
    for (const radio of region.querySelectorAll<HTMLInputElement>('input[name=view]'))
      radio.checked = radio.value === asked.view;
    const badge = form?.querySelector<HTMLElement>('.filter-chosen');
    const count = Object.values(asked.facets).flat().length;
    if (badge) {
      badge.textContent = String(count);
      badge.hidden = count === 0;
    }
  }

  function put(asked: Asked, answer: ListAnswer): void {
    const hadFocus = document.activeElement?.closest('[data-part]');
    for (const [name, html] of Object.entries(partsOf(page, asked, answer, today, page.total)))
      fill(part(name as keyof Parts), html);
    for (const facet of answer.facets) {
      const { field, values } = facet;
      shadeTiles(region, facet, asked.facets[field] ?? []);
      const counts = new Map(values.map(({ id, count }) => [spelt(id), count]));
      for (const box of form?.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(field)}"]`) ??
        []) {
        const number = box.parentElement?.querySelector('small');
        if (number) number.textContent = formatNumber(counts.get(box.value) ?? 0);
      }
    }
    const press = form?.querySelector('button');
    if (press) press.textContent = `Показать ${formatNumber(answer.total)}`;
    // What had the focus is gone: the reader goes on from the count.
    if (hadFocus) part('count')?.focus();
  }

  /** The list stays as it was; the reader may try again. */
  function tell(asked: Asked): void {
    const why = navigator.onLine ? 'Сервер не ответил.' : 'Нет соединения.';
    fill(
      part('count'),
      `<span class="list-trouble">${why} Показан прежний список. <button type="button" class="button" data-variant="secondary" data-size="small">Повторить</button></span>`,
    );
    part('count')
      ?.querySelector('button')
      ?.addEventListener('click', () => void show(asked));
  }

  /** Fields of the form, wherever on the page they stand. */
  const fields = () => [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
  region.addEventListener('change', ({ target }) => {
    if (fields().some((field) => field === target)) go(askedInForm());
  });
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    go(askedInForm());
    form.querySelector('details')?.removeAttribute('open');
    part('count')?.scrollIntoView();
    part('count')?.focus({ preventScroll: true });
  });
  region.addEventListener('click', (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin) return;
    const asked = askedByLink(link);
    if (!asked) return;
    event.preventDefault();
    go(asked);
    if (link.rel) part('count')?.scrollIntoView();
  });
  addEventListener('popstate', () => {
    if (location.pathname === page.path && location.search !== shown) void show(askedIn(location.search));
  });

  const finder = region.querySelector<HTMLElement>('[data-finder]');
  if (finder) void import('../finder/finder.ts').then(({ startFinder }) => startFinder(finder));

  /** Links of the list itself, and the tiles of a map, which choose their value beside what is chosen. */
  function askedByLink(link: HTMLAnchorElement): Asked | undefined {
    if (link.pathname === page.path && !link.hash) return askedIn(link.search);
    const { facet: field, value } = link.dataset;
    if (!field || !value || !page.isWhole) return undefined;
    const asked = askedIn(location.search);
    const chosen = asked.facets[field] ?? [];
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    const { [field]: _, ...others } = asked.facets;
    return { ...asked, facets: next.length ? { ...others, [field]: next } : others, page: 1 };
  }

  region.dataset['started'] = '';
  // A quick hand has chosen before this came.
  if (fields().some(({ checked, defaultChecked }) => checked !== defaultChecked)) go(askedInForm());
  else if (shown === undefined) void show(askedIn(location.search));
}

async function ask({ api }: Page, asked: Asked, signal: AbortSignal): Promise<ListAnswer> {
  const parameters = narrowing(asked);
  if (asked.page > 1) parameters.set('page', String(asked.page));
  const response = await fetch(`/api/${api}/filter?${parameters}`, { signal });
  const { status, data } = (await response.json()) as { status: string; data: ListAnswer };
  if (status !== 'success') throw new Error(`${api}: ${response.status}`);
  return data;
}

/** The markup is ours, made of escaped values; parsed apart, so that nothing in it runs. */
function fill(place: HTMLElement | null, html: string): void {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  place?.replaceChildren(...parsed.body.childNodes);
}
