/** Fills the page of results where no server has done it: a host of files, the API away, no network. */
import { toHtml } from '#domain/search/highlight.ts';
import { maxQueryLength, shortestQuery } from '#domain/search/limits.ts';
import { resultsWords, type SearchRequest, type ResultsPage } from '#domain/search/results.ts';
import type { Answered } from '#stores/search.ts';
import { copyOf, fill } from './fill.ts';
import { addressIn, readKinds, type SearchedKind } from './kinds.ts';
import { startLocalIndex } from './local.ts';

const timeoutMs = 4000;
/** Results of each kind that the browser's index gives, all on one page. */
const localOfKind = 20;

export async function fillResults(place: HTMLElement, kinds: string): Promise<void> {
  const asked = askedIn(location.search);
  if (asked.query === '') return;
  const field = document.querySelector<HTMLInputElement>('#search-page');
  if (field) field.value = asked.query;
  place.setAttribute('aria-busy', 'true');
  const put = (results: ResultsPage) => {
    place.replaceChildren(fill(copyOf('results'), resultsWords(asked, results)));
    place.removeAttribute('aria-busy');
  };
  if (asked.query.length < shortestQuery) return put(nothing);
  const known = await askServer(asked).catch(() => undefined);
  if (known) return put(known);
  const local = startLocalIndex(() => void askIndex().then(put));
  const askIndex = async () => fromIndex(asked, readKinds(kinds), await local.ask(asked.query, localOfKind));
  put(await askIndex());
}

function askedIn(search: string): SearchRequest {
  const parameters = new URLSearchParams(search);
  const page = Number(parameters.get('page'));
  return {
    query: (parameters.get('q') ?? '').trim().slice(0, maxQueryLength),
    kind: parameters.get('kind') ?? undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

async function askServer({ query, kind, page }: SearchRequest): Promise<ResultsPage> {
  const parameters = new URLSearchParams({ query, page: String(page), ...(kind ? { kind } : {}) });
  const response = await fetch(`/api/search?${parameters}`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`search: ${response.status}`);
  const { data } = (await response.json()) as { data: ResultsPage };
  return data;
}

const nothing: ResultsPage = {
  items: [],
  total: 0,
  page: 1,
  page_size: 1,
  kinds: [],
  match: 'nothing',
  left_out: [],
  used: [],
  guessed: [],
  wish: null,
  read_as: null,
  suggestions: [],
  portal: [],
};

function fromIndex(
  { kind: wanted }: SearchRequest,
  kinds: readonly SearchedKind[],
  answer: Answered | undefined,
): ResultsPage {
  if (!answer) return nothing;
  const items = answer.lines.flatMap(({ kind: name, id, pieces, note, why }) => {
    const kind = kinds.find((candidate) => candidate.name === name);
    if (!kind || (wanted && wanted !== name)) return [];
    return [
      {
        kind: name,
        what: kind.label,
        url: addressIn(kind, id),
        title: toHtml(pieces),
        hint: note ?? '',
        ...(why && { why: toHtml(why) }),
      },
    ];
  });
  return {
    ...nothing,
    items,
    total: items.length,
    page_size: Math.max(1, items.length),
    match: answer.match,
    left_out: answer.leftOut,
    used: answer.used ?? [],
    guessed: answer.guessed ?? [],
    read_as: answer.readAs ?? null,
    suggestions: answer.suggestions,
  };
}
