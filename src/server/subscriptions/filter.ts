import type { ListQuery } from '#contract/catalogue.ts';
import { isSeveral } from '#contract/query.ts';
import { listQuery } from '#contract/record.ts';
import { publicKinds, type Kind } from '#domain/kinds/index.ts';
import { vocabularies } from '#domain/vocabularies.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ReadDatabase } from '../database/database.ts';

/** A filtered list: `/research/?status=recruiting&phase=3`. */
export interface Filter {
  kind: Kind;
  query: ListQuery;
}

/** Parses the address of a list; undefined for others. Unknown parameters are dropped. */
export function readFilter(address: string): Filter | undefined {
  const [path, search = ''] = address.split(/\?(.*)/s, 2);
  const kind = publicKinds.find((one) => one.path === path && one.keyedBy !== 'code');
  if (!kind || search === '') return undefined;
  const schema = listQuery(kind);
  const shape: Record<string, unknown> = schema.shape;
  const given: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(search)) {
    const field = key.endsWith('[]') ? key.slice(0, -2) : key;
    if (!Object.hasOwn(shape, field) || ['page', 'page_size', 'sort'].includes(field)) continue;
    given[field] = isSeveral(shape[field]) ? [given[field] ?? [], value].flat() : value;
  }
  const parsed = schema.safeParse(given);
  return parsed.success ? { kind, query: parsed.data as ListQuery } : undefined;
}

export async function titleOf(db: ReadDatabase, { kind, query }: Filter): Promise<string> {
  const words: string[] = query.q ? [`«${query.q}»`] : [];
  for (const { field, vocabulary } of kind.facets) {
    const chosen = (query[field] as string[] | undefined) ?? [];
    if (chosen.length === 0) continue;
    const list = vocabulary ? vocabularies[vocabulary] : undefined;
    const terms = vocabulary && !list ? await termTitles(db, vocabulary) : undefined;
    words.push(...chosen.map((code) => list?.[code] ?? terms?.get(code) ?? code));
  }
  if (query.year) words.push(String(query.year));
  return `${kind.titles.many}: ${words.join(', ') || 'отбор'}`;
}
