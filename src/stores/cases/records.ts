import { map } from 'nanostores';
import { call } from '#contract/client/call.ts';

/** Titles of diseases and drugs that a case names by their ids, `diseases 17`. */
export const $titles = map<Record<string, string>>({});

export type Linking = 'diseases' | 'drugs';
interface Suggested {
  id: number;
  title: string;
}

/** Records of the catalogue for what was typed, as the fast search finds them. */
export async function suggestRecords(
  kind: Linking,
  query: string,
  signal: AbortSignal,
): Promise<Suggested[]> {
  if (query.trim().length < 2) return [];
  const found = await call('GET /api/fast-search', { query: { query: query.trim() }, isQuiet: true, signal });
  return found
    .filter(({ iblock }) => iblock === kind)
    .map(({ id, title }) => ({ id, title: title.replaceAll(/<[^<>]*>/g, '') }));
}

export function rememberTitle(kind: Linking, { id, title }: Suggested): void {
  $titles.setKey(`${kind} ${id}`, title);
}

/** Asks for the titles that are not known yet; one that is gone keeps its number. */
export async function learnTitles(kind: Linking, ids: readonly number[]): Promise<void> {
  const unknown = ids.filter((id) => $titles.get()[`${kind} ${id}`] === undefined);
  await Promise.all(
    unknown.map(async (id) => {
      const path = { path: { id }, isQuiet: true };
      const record = await (
        kind === 'diseases' ? call('GET /api/diseases/{id}', path) : call('GET /api/drugs/{id}', path)
      ).catch(() => undefined);
      rememberTitle(kind, { id, title: record?.title ?? `№ ${id}` });
    }),
  );
}
