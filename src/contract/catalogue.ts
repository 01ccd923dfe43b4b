import { z } from 'zod';
import {
  kindsByName,
  type AnyCard,
  type CardOf,
  type Kind,
  type KindName,
  type RecordOf,
} from '#domain/kinds/index.ts';
import { defineCall, type Call } from './call.ts';
import {
  cardSchema,
  codePath,
  facetSchema,
  idPath,
  listQuery,
  recordSchema,
  relatedSchema,
} from './record.ts';

/** What a list is asked for: a page of it, its order, and values of facets that narrow it. */
export interface ListQuery {
  page: number;
  page_size: number;
  sort?: string | undefined;
  letter?: string | undefined;
  year?: number | undefined;
  [facet: string]: unknown;
}

export interface List<Card> {
  items: Card[];
  total: number;
  page: number;
  page_size: number;
}

export interface FacetValues {
  field: string;
  title: string;
  values: { id: string; value: string; count: number }[];
}

/** Published records that a record links to, or that link to it by this field; `total` may exceed the items. */
export interface Related {
  kind: string;
  field: string;
  direction: 'to' | 'from';
  total: number;
  items: AnyCard[];
}

type Kinds = typeof kindsByName;
type Api<Name extends KindName> = Kinds[Name]['api'];
/** Kinds whose records are addressed by a word have no /filter: `filter` could be such a word. */
type Filtered = { [Name in KindName]: Kinds[Name]['keyedBy'] extends 'code' ? never : Name }[KindName];
type ByWord = Exclude<KindName, Filtered>;
type Detail<Name extends KindName> = RecordOf<Kinds[Name]> & { related: Related[] };

/** The calls that every kind has, spelt out by its API name. */
export type CatalogueContract = {
  [Name in KindName as `GET /api/${Api<Name>}`]: Call<void, ListQuery, List<CardOf<Kinds[Name]>>>;
} & {
  [Name in Filtered as `GET /api/${Api<Name>}/filter`]: Call<
    void,
    ListQuery,
    List<CardOf<Kinds[Name]>> & { facets: FacetValues[] }
  >;
} & {
  [Name in Filtered as `GET /api/${Api<Name>}/{id}`]: Call<{ id: number }, void, Detail<Name>>;
} & {
  [Name in ByWord as `GET /api/${Api<Name>}/{code}`]: Call<{ code: string }, void, Detail<Name>>;
};

/** What a call of the catalogue is about; the server chooses its handler by this. */
export type CatalogueRole = 'list' | 'filter' | 'detail';
export interface CatalogueCall {
  name: string;
  role: CatalogueRole;
  kind: Kind;
  call: Call<never, never>;
}

export const catalogueCalls: readonly CatalogueCall[] = Object.values<Kind>(kindsByName).flatMap(callsOf);

export const catalogueContract = Object.fromEntries(
  catalogueCalls.map(({ name, call }) => [name, call]),
) as unknown as CatalogueContract;

function callsOf(kind: Kind): CatalogueCall[] {
  const access = kind.readers === 'doctors' ? 'doctor' : 'anonymous';
  const cache = kind.readers === 'doctors' ? 'none' : 'catalogue';
  const named = (role: CatalogueRole, rest: string, call: unknown) => ({
    name: `GET /api/${kind.api}${rest}`,
    role,
    kind,
    call: call as CatalogueCall['call'],
  });
  const card = cardSchema(kind);
  const list = { items: z.array(card), total: z.int(), page: z.int(), page_size: z.int() };
  const query = listQuery(kind);
  const title = kind.titles.many;
  const path: z.ZodType = kind.keyedBy === 'code' ? codePath : idPath;
  const calls = [
    named(
      'list',
      '',
      defineCall({ access, cache, summary: `${title}: список`, query, output: z.object(list) }),
    ),
  ];
  if (kind.keyedBy !== 'code')
    calls.push(
      named(
        'filter',
        '/filter',
        defineCall({
          access,
          cache,
          summary: `${title}: список с числом записей при каждом значении фильтров`,
          query,
          output: z.object({ ...list, facets: z.array(facetSchema) }),
        }),
      ),
    );
  calls.push(
    named(
      'detail',
      kind.keyedBy === 'code' ? '/{code}' : '/{id}',
      defineCall({
        access,
        cache,
        summary: `${kind.titles.one}: запись целиком и карточки связанных записей`,
        path,
        output: z.object({ ...recordSchema(kind).shape, related: z.array(relatedSchema) }),
      }),
    ),
  );
  return calls;
}
