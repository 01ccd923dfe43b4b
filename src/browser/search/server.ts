import { fetchList } from '#contract/client/list.ts';
import type { Output } from '#contract/client/call.ts';
import { fromHtml } from '#domain/search/highlight.ts';
import type { Answered } from '#stores/search.ts';
import type { SearchedKind } from './kinds.ts';

type Row = Output<'GET /api/fast-search'>[number];
type DetailedRow = Row & Required<Pick<Row, 'match' | 'left_out' | 'total'>>;

/** What the server knows of a query; its lines say each for themselves how sure the answer is. */
export async function askServer(
  query: string,
  kinds: readonly SearchedKind[],
  signal: AbortSignal,
): Promise<Answered> {
  const found = await fetchList<DetailedRow>(
    `/api/fast-search?query=${encodeURIComponent(query)}&details=1`,
    signal,
  );
  if (!found) throw new Error('The server gives no results');
  const lines = found.map(({ title, iblock, id, why, linked, total }) => ({
    kind: kinds.find((candidate) => candidate.iblock === iblock)?.name ?? iblock,
    id,
    total,
    pieces: fromHtml(title),
    why: why ? fromHtml(why) : undefined,
    linked,
  }));
  return {
    lines,
    totals: new Map(lines.map(({ kind, total }) => [kind, total])),
    match: found[0]?.match ?? 'nothing',
    leftOut: found[0]?.left_out ?? [],
    suggestions: [],
  };
}
