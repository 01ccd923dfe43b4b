import { siteWords } from '#data/catalogue.ts';
import { addressOf, type KindName } from '#domain/kinds/index.ts';
import { attribution, licence } from '../record/licence.ts';
import { findList, pageAddress } from './listing.ts';
import { findSection } from '../chrome/sections.ts';

/** The twin of a page of a list: the cards that stand on it, each with the address of its record. */
export function listJson(params: Record<string, string | undefined>, site: URL | undefined): Response {
  const kind = findSection(params['section']);
  const list = kind && findList(kind.name as KindName, { page: params['page'] });
  if (!kind || !list) return new Response(null, { status: 404 });
  const items = list.cards.map((card) => ({ ...card, url: new URL(addressOf(kind, card), site).href }));
  const next = list.page < list.pages ? `${pageAddress(list, list.page + 1)}index.json` : undefined;
  return Response.json({
    title: kind.titles.many,
    url: new URL(params['page'] ? `${kind.path}page/${params['page']}/` : kind.path, site).href,
    licence,
    attribution: attribution(siteWords().title, String(site)),
    /** The twin of the next page; the last one has none. */
    ...(next ? { next: new URL(next, site).href } : {}),
    items,
  });
}
