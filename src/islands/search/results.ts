/** Fills the page of results where no server has done it: a host of files, the API away, no network. */
import { fromHtml, toHtml } from '#domain/search/highlight.ts';
import { longestQuery, shortestQuery } from '#domain/search/limits.ts';
import { resultsHtml, type Asked, type ResultsPage } from '#domain/search/results.ts';
import { startLocalIndex } from './local.ts';
import type { Block } from './overlay.ts';

const patience = 4000;
/** Results of each kind that the browser's index gives, all on one page. */
const localOfKind = 20;

export async function fillResults(place: HTMLElement, blocks: readonly Block[]): Promise<void> {
  const asked = askedIn(location.search);
  if (asked.query.length < shortestQuery) return;
  const field = document.querySelector<HTMLInputElement>('#search-page');
  if (field) field.value = asked.query;
  place.setAttribute('aria-busy', 'true');
  const results = await askServer(asked).catch(() => askIndex(asked, blocks));
  const page = new DOMParser().parseFromString(resultsHtml(asked, results), 'text/html');
  place.replaceChildren(...page.body.childNodes);
  place.removeAttribute('aria-busy');
}

function askedIn(search: string): Asked {
  const parameters = new URLSearchParams(search);
  const page = Number(parameters.get('page'));
  return {
    query: (parameters.get('q') ?? '').trim().slice(0, longestQuery),
    kind: parameters.get('kind') ?? undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

async function askServer({ query, kind, page }: Asked): Promise<ResultsPage> {
  const parameters = new URLSearchParams({ query, page: String(page), ...(kind ? { kind } : {}) });
  const response = await fetch(`/api/search?${parameters}`, { signal: AbortSignal.timeout(patience) });
  if (!response.ok) throw new Error(`search: ${response.status}`);
  const { data } = (await response.json()) as { data: ResultsPage };
  // Nothing but marks comes through, whoever answered.
  const marksOnly = (html: string) => toHtml(fromHtml(html));
  return {
    ...data,
    items: data.items.map((item) => ({
      ...item,
      title: marksOnly(item.title),
      ...(item.why && { why: marksOnly(item.why) }),
    })),
  };
}

async function askIndex({ query, kind }: Asked, blocks: readonly Block[]): Promise<ResultsPage> {
  const local = startLocalIndex(
    (name) => name,
    () => undefined,
  );
  const answer = await local.ask(query, localOfKind);
  const lines = answer?.lines ?? [];
  const items = lines.flatMap(({ iblock, id, pieces, note, why }) => {
    const block = blocks.find((candidate) => candidate.kind === iblock);
    if (!block || (kind && kind !== iblock)) return [];
    return [
      {
        kind: iblock,
        what: block.label,
        url: `${block.path}${id}/`,
        title: toHtml(pieces),
        hint: note ?? '',
        ...(why && { why: `${why.label} ${toHtml(why.pieces)}` }),
      },
    ];
  });
  return {
    items,
    total: items.length,
    page: 1,
    page_size: Math.max(1, items.length),
    kinds: [],
    match: lines[0]?.match ?? 'nothing',
    left_out: lines[0]?.leftOut ?? [],
    read_as: answer?.readAs ?? null,
    suggestions: answer?.suggestions ?? [],
  };
}
