import { formatNumber } from '#domain/numbers.ts';
import {
  queryOf,
  readListRequest,
  describeNarrowing,
  escapeValue,
  type ListRequest,
} from '#domain/lists/request.ts';
import type { ListFacts } from '#domain/lists/list-facts.ts';

/** The list as the site draws it for a choice. */
interface Drawn {
  /** Places of the page, by `data-part`, and the form with what each value would leave. */
  html: string;
  total: number;
}

/** Milliseconds without a letter after which the list follows what was typed. */
const pauseInTyping = 300;
/** How long an answer is waited for. */
const timeoutMs = 8000;

/** Narrows the list of a page in place: the address is the state, so that links, going back and reloading agree. */
export function startFilter(region: HTMLElement): void {
  const page = JSON.parse(region.dataset['list'] ?? '') as ListFacts;
  const { form, count } = partsOf(region);
  let asking: AbortController | undefined;
  let typing: number | undefined;
  /** Whether the address came by typing. */
  let isTyped = false;
  /** The choice that is shown or asked for: at first that for which the page was filled, whatever the address is by now. */
  let shown = region.dataset['filled'] ?? '';

  const askedIn = (search: string) => askedBy(search, page);

  function go(asked: ListRequest, isTyping = false): void {
    clearTimeout(typing);
    const search = queryOf(asked);
    // A list of one letter or value has a heading of its own: what narrows it further is another page.
    if (!page.isWhole) return location.assign(page.path + search);
    if (search === location.search) return;
    // The letters of a word are one step back.
    history[isTyping && isTyped ? 'replaceState' : 'pushState'](null, '', page.path + search);
    isTyped = isTyping;
    void show(asked);
  }

  async function show(asked: ListRequest): Promise<void> {
    asking?.abort();
    const mine = (asking = new AbortController());
    // From now on, not from the answer on: who goes back before it comes must not be taken for being there already.
    shown = location.search;
    reflect(region, asked, page);
    region.setAttribute('aria-busy', 'true');
    try {
      const drawn = await ask(page, asked, AbortSignal.any([mine.signal, AbortSignal.timeout(timeoutMs)]));
      if (mine.signal.aborted) return;
      put(region, drawn);
    } catch {
      if (!mine.signal.aborted) tell(region, () => void show(asked));
    }
    if (asking === mine) region.removeAttribute('aria-busy');
  }

  region.addEventListener('input', ({ target }) => {
    clearTimeout(typing);
    if (target === wordsIn(form) && page.isWhole)
      typing = window.setTimeout(() => go(askedInForm(form, page), true), pauseInTyping);
  });
  region.addEventListener('change', ({ target }) => {
    if (fieldsOf(form).some((field) => field === target)) go(askedInForm(form, page));
  });
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    go(askedInForm(form, page));
    form.querySelector('details')?.removeAttribute('open');
    count?.scrollIntoView();
    count?.focus({ preventScroll: true });
  });
  region.addEventListener('click', (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin) return;
    const asked = askedByLink(link, page);
    if (!asked) return;
    event.preventDefault();
    go(asked);
    if (link.closest('.pagination')) count?.scrollIntoView();
  });
  addEventListener('popstate', () => {
    isTyped = false;
    if (location.pathname === page.path && location.search !== shown) void show(askedIn(location.search));
  });

  region.dataset['started'] = '';
  // A quick hand has chosen before this came.
  if (fieldsOf(form).some(isTouched)) go(askedInForm(form, page), wordsIn(form) === document.activeElement);
  else if (shown !== queryOf(askedIn(location.search))) void show(askedIn(location.search));
}

const askedBy = (search: string, { fields }: ListFacts): ListRequest =>
  readListRequest(new URLSearchParams(search), fields);

/** The choice that stands in the form. */
function askedInForm(form: HTMLFormElement | null, page: ListFacts): ListRequest {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form ?? undefined))
    if (typeof value === 'string') parameters.append(name, value);
  return { ...askedBy(`?${parameters}`, page), page: 1 };
}

/** Links of the list itself, and the tiles of a map, which choose their value beside what is chosen. */
function askedByLink(link: HTMLAnchorElement, page: ListFacts): ListRequest | undefined {
  if (link.pathname === page.path && !link.hash) return askedBy(link.search, page);
  const { facet: field, value } = link.dataset;
  if (!field || !value || !page.isWhole) return undefined;
  const asked = askedBy(location.search, page);
  const chosen = asked.facets[field] ?? [];
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  const { [field]: _, ...others } = asked.facets;
  return { ...asked, facets: next.length ? { ...others, [field]: next } : others, page: 1 };
}

/** Boxes, views and the number of choices as the address has them. */
function reflect(region: HTMLElement, asked: ListRequest, page: ListFacts): void {
  const { form } = partsOf(region);
  for (const box of boxesOf(form))
    box.checked = (asked.facets[box.name] ?? []).some((value) => escapeValue(value) === box.value);
  const words = wordsIn(form);
  // Anyone who is typing goes on, even if one letter asks for nothing yet.
  if (words && askedInForm(form, page).q !== asked.q) words.value = asked.q ?? '';
  const city = form?.elements.namedItem('near');
  if (city instanceof HTMLInputElement) city.value = asked.near ?? '';
  for (const radio of region.querySelectorAll<HTMLInputElement>('input[name=view]'))
    radio.checked = radio.value === asked.view;
  const badge = form?.querySelector<HTMLElement>('.filter-chosen');
  const chosen = Object.values(asked.facets).flat().length;
  if (badge) {
    badge.textContent = String(chosen);
    badge.hidden = chosen === 0;
  }
}

function put(region: HTMLElement, { html, total }: Drawn): void {
  const { form, count } = partsOf(region);
  const held = document.activeElement;
  // Parsed apart, so that nothing in it runs.
  const drawn = new DOMParser().parseFromString(html, 'text/html');
  for (const place of region.querySelectorAll<HTMLElement>('[data-part]'))
    place.replaceChildren(...(drawn.querySelector(partOf(place))?.childNodes ?? []));
  const chosen = [...region.querySelectorAll('.chip')].map(({ textContent }) => textContent.trim());
  const heading = document.querySelector('h1')?.textContent ?? '';
  document.title = `${describeNarrowing(heading, chosen)} — ${document.title.split(' — ').at(-1)}`;
  const counts = new Map(boxesOf(drawn).map((box) => [keyOf(box), numberOf(box)?.textContent]));
  for (const box of boxesOf(form)) numberOf(box)?.replaceChildren(counts.get(keyOf(box)) ?? '0');
  form?.querySelector('button')?.replaceChildren(`Показать ${formatNumber(total)}`);
  if (!(held instanceof HTMLElement) || held.isConnected) return;
  // What had the focus is gone: the reader goes on from the same tile of a map, or from the count.
  const { value } = held.dataset;
  const same = value && region.querySelector<HTMLElement>(`a[data-value="${CSS.escape(value)}"]`);
  (same || count)?.focus();
}

/** The list stays as it was; the reader may try again. */
function tell(region: HTMLElement, retry: () => void): void {
  const why = navigator.onLine ? 'Фильтр работает через сервер, а он сейчас не отвечает.' : 'Нет соединения.';
  const shown = region.querySelector('.chip') ? 'прежний список' : 'весь список';
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button',
    textContent: 'Повторить',
    onclick: retry,
  });
  Object.assign(button.dataset, { variant: 'secondary', size: 'small' });
  const trouble = Object.assign(document.createElement('span'), { className: 'list-trouble' });
  trouble.append(`${why} Показан ${shown}. `, button);
  partsOf(region).count?.replaceChildren(trouble);
}

const partsOf = (region: HTMLElement) => ({
  form: region.querySelector<HTMLFormElement>('#filter'),
  count: region.querySelector<HTMLElement>('[data-part=count]'),
});

/** Fields of the form, wherever on the page they stand. */
const fieldsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
const isTouched = ({ checked, defaultChecked, value, defaultValue }: HTMLInputElement) =>
  checked !== defaultChecked || value !== defaultValue;
const wordsIn = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('input[type=search]');
const partOf = ({ dataset }: HTMLElement) => `[data-part="${dataset['part']}"]`;
const boxesOf = (part: ParentNode | null) => [
  ...(part?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? []),
];
const keyOf = ({ name, value }: HTMLInputElement) => `${name} ${value}`;
const numberOf = (box: HTMLInputElement) => box.parentElement?.querySelector('small');

async function ask({ api }: ListFacts, asked: ListRequest, signal: AbortSignal): Promise<Drawn> {
  const response = await fetch(`/api/${api}/drawn${queryOf(asked)}`, { signal });
  const { status, data } = (await response.json()) as { status: string; data: Drawn };
  if (status !== 'success') throw new Error(`${api}: ${response.status}`);
  return data;
}
