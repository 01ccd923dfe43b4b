import { askList } from '#contract/client/list.ts';
import { fromHtml } from '#domain/search/highlight.ts';
import type { Line } from '#stores/search.ts';

/** A line as it travels: its title is HTML with marks. */
interface Found {
  title: string;
  iblock: string;
  id: number;
  match: Line['match'];
  left_out: string[];
  why?: string;
}

export async function askServer(query: string, signal: AbortSignal): Promise<Line[]> {
  const found = await askList<Found>(`/api/fast-search?query=${encodeURIComponent(query)}`, signal);
  if (!found) throw new Error('The server gives no results');
  return found.map(({ title, iblock, id, match, left_out, why }) => ({
    iblock,
    id,
    pieces: fromHtml(title),
    match,
    leftOut: left_out,
    ...(why && { why: { label: '', pieces: fromHtml(why) } }),
  }));
}
