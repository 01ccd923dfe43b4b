import { fromHtml } from '#domain/search/highlight.ts';
import type { Line } from '#stores/search.ts';

/** A line as it travels: its title is HTML with marks. */
interface Found {
  title: string;
  iblock: string;
  id: number;
}

export async function askServer(query: string, signal: AbortSignal): Promise<Line[]> {
  const response = await fetch(`/api/fast-search?query=${encodeURIComponent(query)}`, { signal });
  if (!response.ok) throw new Error(`fast-search: ${response.status}`);
  const { data } = (await response.json()) as { data?: Found[] };
  return (data ?? []).map(({ title, iblock, id }) => ({ iblock, id, pieces: fromHtml(title) }));
}
