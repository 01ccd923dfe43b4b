import { atom } from 'nanostores';
import { call, type Output } from '#contract/client/call.ts';
import { caseFilterNames, type CaseFilter } from '#domain/cases.ts';
import { afterFailure, type RemoteData } from '../remote-data.ts';

export const sortings = {
  '-published_at': 'Сначала новые',
  '-revised_at': 'Недавно дополненные',
  '-answers': 'Больше ответов',
  title: 'По названию',
} as const;
export type Sorting = keyof typeof sortings;

/** What the reader has chosen; it stands in the address, so that it can be sent and come back to. */
export interface Chosen {
  /** Words to be found in the text; nothing when none are looked for. */
  query?: string | undefined;
  filters: Partial<Record<CaseFilter, string[]>>;
  sort: Sorting;
  page: number;
}

type Found = Output<'GET /api/cases/filter'>;

export const $chosen = atom<Chosen>({ filters: {}, sort: '-published_at', page: 1 });
export const $found = atom<RemoteData<Found>>({ state: 'pending' });

let asking: AbortController | undefined;

/** Reads the choice from an address; what it does not know is left out. */
export function readChosen(search: string): Chosen {
  const query = new URLSearchParams(search);
  const filters: Chosen['filters'] = {};
  for (const field of caseFilterNames) {
    const values = query
      .getAll(field)
      .flatMap((text) => text.split(','))
      .filter(Boolean);
    if (values.length > 0) filters[field] = values;
  }
  const words = query.get('query')?.trim();
  const sort = query.get('sort') ?? '';
  const page = Number(query.get('page'));
  return {
    ...(words && { query: words }),
    filters,
    sort: sort in sortings ? (sort as Sorting) : '-published_at',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The same as the query of an address, the usual left out. */
export function writeChosen({ query: words, filters, sort, page }: Chosen): string {
  const query = new URLSearchParams();
  if (words) query.set('query', words);
  for (const field of caseFilterNames) for (const value of filters[field] ?? []) query.append(field, value);
  if (sort !== '-published_at') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text && `?${text}`;
}

/** A new choice: the address tells it, and the list follows. */
export async function choose(chosen: Chosen): Promise<void> {
  history.pushState(null, '', location.pathname + writeChosen(chosen));
  $chosen.set(chosen);
  await loadCases();
}

/** The list for the address as it is: when the page opens, and when the reader goes back. */
export async function followAddress(): Promise<void> {
  $chosen.set(readChosen(location.search));
  await loadCases();
}

export async function loadCases(): Promise<void> {
  asking?.abort();
  const own = new AbortController();
  asking = own;
  if ($found.get().state !== 'success') $found.set({ state: 'pending' });
  const { query, filters, sort, page } = $chosen.get();
  // What words name best comes first, unless another order was chosen.
  const order = query && sort === '-published_at' ? undefined : sort;
  try {
    const found = await call('GET /api/cases/filter', {
      query: { ...filters, ...(query && { query }), ...(order && { sort: order }), page },
      signal: own.signal,
    });
    $found.set({ state: 'success', data: found });
  } catch (error) {
    if (own.signal.aborted) return;
    $found.set(afterFailure(error));
  }
}

/** With one value of a filter added or taken away; the list begins again. */
export function toggled({ query, filters, sort }: Chosen, field: CaseFilter, value: string): Chosen {
  const values = filters[field] ?? [];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return { query, filters: { ...filters, [field]: next.length > 0 ? next : undefined }, sort, page: 1 };
}
