import { describeKind } from '#domain/kinds/describe.ts';
import { getKind, publicKinds } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';

/** An external link and its field. */
interface LinkUse {
  url: string;
  field: string;
}

const address = /https?:\/\/[^\s<>"'`\\^{}|]+/g;

export function linksIn(data: string, sources: string): LinkUse[] {
  const uses = new Map<string, LinkUse>();
  const walk = (field: string, value: unknown): void => {
    if (typeof value === 'string')
      for (const [found] of value.matchAll(address)) {
        const url = trimLink(found);
        if (url) uses.set(`${field} ${url}`, { url, field });
      }
    else if (Array.isArray(value)) for (const one of value) walk(field, one);
    else if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) walk(field, one);
  };
  for (const [field, value] of Object.entries(JSON.parse(data) as object)) walk(field, value);
  walk('sources', JSON.parse(sources));
  return [...uses.values()];
}

/** Strips surrounding punctuation and the fragment. */
function trimLink(found: string): string | undefined {
  let depth = 0;
  const end = [...found].findIndex((sign) => {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    return depth < 0;
  });
  const url = (end === -1 ? found : [...found].slice(0, end).join('')).replace(/[.,;:!?»”*_[\]]+$/, '');
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href.length <= 2000 ? parsed.href : undefined;
}

export const fieldTitle = (kind: string, field: string): string =>
  field === 'sources'
    ? 'Источники'
    : (describeKind(getKind(kind)).fields.find(({ name }) => name === field)?.title ?? field);

/** Links of all published records, in batches. */
export async function* linksOfRecords(db: ReadDatabase): AsyncGenerator<{ id: number; uses: LinkUse[] }[]> {
  const kinds = publicKinds.map(({ name }) => name);
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('records')
      .select(['id', 'data', 'sources'])
      .where('state', '=', 'published')
      .where('kind', 'in', kinds)
      .where('id', '>', after)
      .orderBy('id')
      .limit(200)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ id, data, sources }) => ({ id, uses: linksIn(data, sources) }));
    after = rows.at(-1)!.id;
  }
}
