import {
  allCards,
  facetValues,
  furtherPages,
  getCards,
  listPage,
  numberOfPage,
  selections,
  termTitle,
  type ListPage,
  type Selection,
} from '#data/catalogue.ts';
import { findLetter } from '#domain/alphabet.ts';
import { getKind, type Kind, type KindName } from '#domain/kinds/index.ts';
import type { ListRequest } from '#domain/lists/request.ts';
import { linkedKinds } from '#domain/lists/list-facts.ts';
import type { FacetValues, ListNames } from '#domain/lists/list.ts';
import { orderOf } from '#domain/vocabularies.ts';
import { listedSections } from '../chrome/sections.ts';

/** One page of a list, with what has chosen it. */
export type Listing<K extends KindName> = ListPage<K>;

/** What the address of a list page holds. */
interface ListParams {
  page?: string | undefined;
  letter?: string | undefined;
  facet?: string | undefined;
  value?: string | undefined;
}

/** The page of a list that an address asks for; `undefined` when there is none, so that the page can answer 404. */
export function findList<K extends KindName>(
  kind: K,
  { page, letter, facet, value }: ListParams = {},
): Listing<K> | undefined {
  if (page !== undefined && !/^[1-9]\d{0,5}$/.test(page)) return undefined;
  const selection: Selection = {
    ...(letter ? { letter } : {}),
    ...(facet && value ? { facet: { field: facet, value } } : {}),
  };
  const list = listPage(kind, selection, page === undefined ? undefined : Number(page));
  const isWhole = !letter && !facet;
  const mayBeEmpty = isWhole && page === undefined;
  return list.cards.length > 0 || mayBeEmpty ? list : undefined;
}

/** The page of a list by what follows the kind's path in its address: 'areas/eye', 'letter/b/page/2'; '' is the first. */
export function findListAt(kind: Kind, rest = ''): Listing<KindName> | undefined {
  const parts = /^(?:(?!page\/)([^/]+)\/([^/]+))?(?:(?:^|\/)page\/([^/]+))?$/.exec(rest);
  if (!parts) return undefined;
  const [, field, value, page] = parts;
  const name = kind.name as KindName;
  if (field === undefined) return findList(name, { page });
  if (field === 'letter') return hasLetters(kind) ? findList(name, { letter: value, page }) : undefined;
  const hasPages = kind.facets.some((facet) => facet.field === field && facet.hasPages);
  return hasPages ? findList(name, { facet: field, value, page }) : undefined;
}

/** Every page of every list, as `getStaticPaths` wants it. */
export const listPaths = () =>
  listedSections.flatMap(({ section, kind }) =>
    selections(kind.name as KindName).flatMap((selection) =>
      [undefined, ...furtherPages(kind.name as KindName, selection)].map((number) => {
        const rest = listAddress(kind, selection, number).slice(kind.path.length, -1);
        return { params: { section, list: rest || undefined } };
      }),
    ),
  );

/** The address of a list, or of the page with this number. */
export function listAddress(kind: Kind, { letter, facet }: Selection, number?: number): string {
  const chosen = letter ? `letter/${letter}/` : facet ? `${facet.field}/${facet.value}/` : '';
  return `${kind.path}${chosen}${number === undefined ? '' : `page/${number}/`}`;
}

/** The address of a page of a list, as readers count its pages. */
export const pageAddress = (
  { kind, selection, pages }: Pick<Listing<KindName>, 'kind' | 'selection' | 'pages'>,
  page: number,
): string => listAddress(getKind(kind), selection, numberOfPage(kind, page, pages));

/** Whether any record of a list of the newest has its day. */
export function hasDays({ name, order }: Kind): boolean {
  if (order.by !== 'newest') return false;
  const cards: readonly Readonly<Record<string, unknown>>[] = allCards(name as KindName);
  return cards.some((card) => card[order.field] !== undefined);
}

/** Fewer records are found at a glance. */
export const fewestForLetters = 40;

/** Lists in alphabetical order have a bar of letters. */
export const hasLetters = (kind: Kind) => kind.order.by === 'title';

/** A list page in the words of filtered lists. */
export const listRequestBy = ({ letter, facet }: Selection): ListRequest => ({
  facets: facet ? { [facet.field]: [facet.value] } : {},
  letter,
  view: 'list',
  page: 1,
});

/** Titles and terms as the published catalogue has them, for the rows of a kind. */
export function namesOfCatalogue(kind: Kind): ListNames {
  const linked = linkedKinds(kind);
  return {
    titleOf: (id) => linked.flatMap((name) => getCards(name, [id]))[0]?.title,
    termOf: termTitle,
  };
}

/** A catalogue has thousands of diseases: the form shows those that occur most. */
const mostRecords = 12;

/**
 * The values of every facet, in the order of `GET /api/{api}/filter`. A narrowed list knows the counts of its own facet
 * only: the others are -1 until the server is asked. Facets of linked records belong to the whole list.
 */
export function facetsOf(
  kind: Kind & { name: KindName },
  { letter, facet: chosen }: Selection,
): FacetValues[] {
  // Titles of other records stand on one page of the list, so that a change of theirs makes one page again and not all.
  const isWhole = !letter && !chosen;
  const facets = kind.facets.filter(({ field }) => isWhole || kind.links[field] === undefined);
  return facets.map(({ field, title, vocabulary }) => {
    const isKnown = !letter && (!chosen || chosen.field === field);
    const target = kind.links[field] as KindName | undefined;
    const found = facetValues(kind.name, field).map(({ value, title: said, count }) => ({
      id: value,
      value: target ? '' : said,
      count,
    }));
    const order = vocabulary ? orderOf(vocabulary) : [];
    const values = target
      ? found.slice(0, mostRecords).flatMap((one) => {
          const [card] = getCards(target, [Number(one.id)]);
          return card ? [{ ...one, value: card.title }] : [];
        })
      : order.length > 0
        ? found.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
        : found;
    return { field, title, values: isKnown ? values : values.map((one) => ({ ...one, count: -1 })) };
  });
}

/** What narrows a list, in words: «Буква Б», «Фаза: Фаза III». */
export function sayChoice(kind: KindName, { letter, facet: chosen }: Selection): string | undefined {
  if (letter) {
    const sign = findLetter(letter)?.letter ?? letter;
    return sign.length === 1 ? `Буква ${sign}` : sign;
  }
  const facet = getKind(kind).facets.find(({ field }) => field === chosen?.field);
  if (!chosen || !facet) return undefined;
  return facet.vocabulary ? termTitle(facet.vocabulary, chosen.value) : chosen.value;
}
