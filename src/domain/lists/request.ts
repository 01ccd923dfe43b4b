import { maxQueryLength, shortestQuery } from '../search/limits.ts';

/** A list request in its address: /research/?status=recruiting&q=фабри&view=table&page=2 */
export interface ListRequest {
  /** Chosen values by facet. */
  facets: Readonly<Record<string, readonly string[]>>;
  q?: string | undefined;
  letter?: string | undefined;
  year?: string | undefined;
  /** A city to measure distances from, nearest first: «Томск», or «Киров 43» if ambiguous. */
  near?: string | undefined;
  view: View;
  page: number;
}

/** Views of lists; each kind has some of them. */
export const views = ['list', 'table', 'time'] as const;
export type View = (typeof views)[number];

/** Parameters that are not facets. */
const listParameters = ['q', 'letter', 'year', 'near', 'view', 'page', 'page_size', 'sort'] as const;
export type OwnWord = (typeof listParameters)[number];
export const isOwnWord = (word: string): word is OwnWord => listParameters.some((one) => one === word);

/** Parses the parameters of a list; others, such as advertising tags, are ignored. */
export function readListRequest(parameters: URLSearchParams, fields: readonly string[]): ListRequest {
  const facets: Record<string, string[]> = {};
  for (const [key, given] of parameters) {
    const field = key.replace(/\[\]$/, '');
    if (!fields.includes(field) || isOwnWord(field)) continue;
    const chosen = new Set([...(facets[field] ?? []), ...valuesIn(given)]);
    if (chosen.size > 0) facets[field] = [...chosen];
  }
  const page = Number(parameters.get('page'));
  const view = views.find((name) => name === parameters.get('view')) ?? 'list';
  return {
    facets,
    q: wordsIn(parameters.get('q')),
    letter: parameters.get('letter') ?? undefined,
    year: parameters.get('year') ?? undefined,
    near: fields.includes('near') ? wordsIn(parameters.get('near')) : undefined,
    view,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The query, if long enough. */
function wordsIn(typed: string | null): string | undefined {
  const words = typed?.trim().slice(0, maxQueryLength);
  return words && words.length >= shortestQuery ? words : undefined;
}

/** Whether any filter is set. */
export const isNarrowed = ({ facets, q, letter, year }: ListRequest) =>
  Boolean(q) || Boolean(letter) || Boolean(year) || Object.keys(facets).length > 0;
export const isPlain = (request: ListRequest) =>
  !isNarrowed(request) && !request.near && request.view === 'list' && request.page === 1;

/** Filter parameters in a stable order: one address for each choice. */
export function narrowing({ facets, q, letter, year }: ListRequest): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const field of Object.keys(facets).toSorted())
    for (const value of facets[field]!.toSorted()) parameters.append(field, escapeValue(value));
  if (q) parameters.set('q', q);
  if (letter) parameters.set('letter', letter);
  if (year) parameters.set('year', year);
  return parameters;
}

/** Escapes a value: commas separate values (ruling G32). */
export const escapeValue = (value: string) => value.replaceAll('%', '%25').replaceAll(',', '%2C');

/** Values of a parameter: `1,2` are two. */
export const valuesIn = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim().replaceAll('%2C', ',').replaceAll('%25', '%'))
    .filter(Boolean);

/** Query string of a list: '' for the plain list. */
export function queryOf(request: ListRequest): string {
  const parameters = narrowing(request);
  if (request.near) parameters.set('near', request.near);
  if (request.view !== 'list') parameters.set('view', request.view);
  if (request.page > 1) parameters.set('page', String(request.page));
  const query = parameters.toString();
  return query && `?${query}`;
}

/** Removes one facet value, or the query, letter or year. */
export function without(request: ListRequest, field: string, value: string): ListRequest {
  if (field === 'q' || field === 'letter' || field === 'year')
    return { ...request, [field]: undefined, page: 1 };
  const rest = (request.facets[field] ?? []).filter((chosen) => chosen !== value);
  const { [field]: _, ...others } = request.facets;
  return { ...request, facets: rest.length ? { ...others, [field]: rest } : others, page: 1 };
}

/** All chosen values, one by one. */
export function choices({ facets, q, letter, year }: ListRequest): { field: string; value: string }[] {
  return [
    ...Object.entries(facets).flatMap(([field, values]) => values.map((value) => ({ field, value }))),
    ...(q ? [{ field: 'q', value: q }] : []),
    ...(letter ? [{ field: 'letter', value: letter }] : []),
    ...(year ? [{ field: 'year', value: year }] : []),
  ];
}

/** As many as fit into a tab title. */
const maxShown = 3;

/** The title of a filtered list: «Исследования: Набор открыт, Фаза III». */
export function describeNarrowing(title: string, words: readonly string[]): string {
  if (words.length === 0) return title;
  const rest = words.length - maxShown;
  return `${title}: ${words.slice(0, maxShown).join(', ')}${rest > 0 ? ` и ещё ${rest}` : ''}`;
}
