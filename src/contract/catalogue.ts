import { z } from 'zod';
import { hasCalendar } from '#domain/exports/items.ts';
import {
  publicKinds,
  type CardOf,
  type Kind,
  type KindName,
  type kindsByName,
  type RecordOf,
} from '#domain/kinds/index.ts';
import type { View } from '#domain/lists/request.ts';
import { pageOf } from './common.ts';
import { defineCall, type Call, type FileAnswer } from './call.ts';
import {
  cardSchema,
  carriedQuery,
  codedQuery,
  codePath,
  drawnQuery,
  facetSchema,
  idPath,
  recordSchema,
  relatedSchema,
} from './record.ts';

interface FilterQuery {
  page: number;
  q?: string;
  letter?: string;
  year?: number;
  [facet: string]: unknown;
}

export interface ListQuery extends FilterQuery {
  page_size: number;
  sort?: string;
}

export interface DrawnQuery extends FilterQuery {
  view: View;
}

export interface CatalogueList<Card> {
  items: Card[];
  total: number;
  page: number;
  page_size: number;
}

export type FacetParameters = z.infer<typeof facetSchema>;

const filtered = z.object({
  facets: z.array(facetSchema),
  linked: z.array(z.object({ id: z.int(), title: z.string() })),
  /** Counts of an empty list without one of the chosen values. */
  removals: z.array(z.object({ field: z.string(), value: z.string(), count: z.int() })),
  years: z.array(z.object({ year: z.int(), count: z.int() })),
});
export type FilteredList<Card> = CatalogueList<Card> & z.infer<typeof filtered>;

/** A filtered list as markup: the parts of the page that change. */
const drawnList = z.object({ html: z.string(), total: z.int() });
export type DrawnList = z.infer<typeof drawnList>;

export type Related = z.infer<typeof relatedSchema>;

type Kinds = typeof kindsByName;
/** Kinds for doctors are not part of the catalogue: `contract/cases.ts` has their calls. */
type OpenName = { [Name in KindName]: Kinds[Name]['readers'] extends 'doctors' ? never : Name }[KindName];
type Api<Name extends KindName> = Kinds[Name]['api'];
/** Kinds with word keys have no /filter: `filter` could be a key. */
type Filtered = { [Name in OpenName]: Kinds[Name]['keyedBy'] extends 'code' ? never : Name }[OpenName];
type ByWord = Exclude<OpenName, Filtered>;
type Detail<Name extends KindName> = RecordOf<Kinds[Name]> & { related: Related[] };

type ListCall<Data> = Call<void, ListQuery, Data, void, void, Partial<ListQuery>, void>;
type DetailCall<Key extends string, Value, Data> = Call<
  Record<Key, Value>,
  void,
  Data,
  void,
  Record<Key, string>,
  void,
  void
>;

export type CatalogueContract = {
  [Name in OpenName as `GET /api/${Api<Name>}`]: ListCall<CatalogueList<CardOf<Kinds[Name]>>>;
} & {
  [Name in Filtered as `GET /api/${Api<Name>}/filter`]: ListCall<FilteredList<CardOf<Kinds[Name]>>>;
} & {
  [Name in Filtered as `GET /api/${Api<Name>}/drawn`]: Call<
    void,
    DrawnQuery,
    DrawnList,
    void,
    void,
    Partial<DrawnQuery>,
    void
  >;
} & {
  [Name in Filtered as `GET /api/${Api<Name>}/{id}`]: DetailCall<'id', number, Detail<Name>>;
} & {
  [Name in Filtered as `GET /api/${Api<Name>}/${'list.csv' | 'feed.xml'}`]: ListCall<FileAnswer>;
} & {
  'GET /api/events/calendar.ics': ListCall<FileAnswer>;
} & {
  [Name in ByWord as `GET /api/${Api<Name>}/{code}`]: DetailCall<'code', string, Detail<Name>>;
};

/** The role of a catalogue call, by which the server chooses its handler. */
type CatalogueRole = 'list' | 'filter' | 'drawn' | 'detail' | 'csv' | 'feed' | 'calendar';
interface CatalogueCall {
  name: string;
  role: CatalogueRole;
  kind: Kind;
  call: Call<never, never>;
}

export const catalogueCalls: readonly CatalogueCall[] = publicKinds.flatMap(callsOf);

export const catalogueContract = Object.fromEntries(
  catalogueCalls.map(({ name, call }) => [name, call]),
) as unknown as CatalogueContract;

function callsOf(kind: Kind): CatalogueCall[] {
  const isFiltered = kind.keyedBy !== 'code';
  return [
    named(kind, 'list', '', {
      summary: `${kind.titles.many}: список`,
      query: codedQuery(kind),
      output: pageOf(cardSchema(kind)),
    }),
    ...(isFiltered ? [...filterCalls(kind), ...fileCalls(kind)] : []),
    named(kind, 'detail', isFiltered ? '/{id}' : '/{code}', {
      summary: `${kind.titles.one}: запись целиком и карточки связанных записей`,
      path: isFiltered ? idPath : codePath,
      output: z.object({ ...recordSchema(kind).shape, related: z.array(relatedSchema) }),
    }),
  ];
}

function named(
  kind: Kind,
  role: CatalogueRole,
  rest: string,
  call: Omit<Call, 'access' | 'cache'> & Partial<Pick<Call, 'cache'>>,
): CatalogueCall {
  return {
    name: `GET /api/${kind.api}${rest}`,
    role,
    kind,
    call: defineCall({ access: 'anonymous', cache: 'catalogue', ...call }) as CatalogueCall['call'],
  };
}

/** The list with counts of its filters, and as its page shows it. */
function filterCalls(kind: Kind): CatalogueCall[] {
  const title = kind.titles.many;
  return [
    named(kind, 'filter', '/filter', {
      summary: `${title}: список с числом записей при каждом значении фильтров`,
      query: codedQuery(kind),
      cost: 2,
      output: pageOf(cardSchema(kind)).extend(filtered.shape),
    }),
    named(kind, 'drawn', '/drawn', {
      summary: `${title}: отобранный список разметкой, как его показывает страница`,
      query: drawnQuery(kind),
      isDrawn: true,
      cost: 4,
      output: drawnList,
    }),
  ];
}

function fileCalls(kind: Kind): CatalogueCall[] {
  const file = (role: CatalogueRole, rest: string, summary: string) =>
    named(kind, role, rest, {
      cache: 'public',
      summary: `${kind.titles.many}: отобранный список ${summary}`,
      query: carriedQuery(kind),
      isHeavy: true,
      cost: 20,
      isFile: true,
      output: z.unknown(),
    });
  return [
    file('csv', '/list.csv', 'таблицей CSV'),
    file('feed', '/feed.xml', 'лентой RSS'),
    ...(hasCalendar(kind) ? [file('calendar', '/calendar.ics', 'календарём iCalendar')] : []),
  ];
}
