import { letters, listPage, termTitle, type ListPage, type Selection } from '#data/catalogue.ts';
import { getKind, type Kind, type KindName } from '#domain/kinds/index.ts';

/** One page of a list, with what has chosen it. */
export interface Listing<K extends KindName> extends ListPage<K> {
  kind: K;
  selection: Selection;
}

/** What the address of a list page holds; `facet` is given by the page that stands for one. */
export interface ListParams {
  page?: string | undefined;
  letter?: string | undefined;
  facet?: string | undefined;
  value?: string | undefined;
}

/** The page of a list that an address asks for; `undefined` when there is none, so that the page can answer 404. */
export function findList<K extends KindName>(
  kind: K,
  { page = '1', letter, facet, value }: ListParams = {},
): Listing<K> | undefined {
  if (!/^[1-9]\d{0,5}$/.test(page)) return undefined;
  const selection: Selection = {
    ...(letter ? { letter } : {}),
    ...(facet && value ? { facet: { field: facet, value } } : {}),
  };
  const list = listPage(kind, selection, Number(page));
  const isWhole = !letter && !facet;
  if (list.page > list.pages || (!isWhole && list.total === 0)) return undefined;
  return { ...list, kind, selection };
}

/** The address of a page of a list. */
export function listAddress(kind: Kind, { letter, facet }: Selection, page = 1): string {
  const chosen = letter ? `letter/${letter}/` : facet ? `${facet.field}/${facet.value}/` : '';
  return `${kind.path}${chosen}${page > 1 ? `page/${page}/` : ''}`;
}

/** Lists in alphabetical order have a bar of letters. */
export const hasLetters = (kind: Kind) => kind.order.by === 'title';

/** What narrows a list, in words: «Буква Б», «Фаза: Фаза III». */
export function sayChoice(kind: KindName, { letter, facet: chosen }: Selection): string | undefined {
  if (letter) {
    const sign = letters(kind).find(({ slug }) => slug === letter)?.letter ?? letter;
    return sign.length === 1 ? `Буква ${sign}` : sign;
  }
  const facet = getKind(kind).facets.find(({ field }) => field === chosen?.field);
  if (!chosen || !facet) return undefined;
  return facet.vocabulary ? termTitle(facet.vocabulary, chosen.value) : chosen.value;
}
