import type { FacetValues, List, ListQuery } from '#contract/catalogue.ts';
import type { AnyCard, Facet, Kind } from '#domain/kinds/index.ts';
import { vocabularies } from '#domain/vocabularies.ts';
import type { Reading } from '../database/database.ts';
import { getTerms } from './terms.ts';

/** A page of a kind's published records. */
export async function listRecords(db: Reading, kind: Kind, query: ListQuery): Promise<List<AnyCard>> {
  const { page, page_size } = query;
  const chosen = selection(db, kind, query);
  const { total } = await chosen
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const { column, direction } = orderOf(kind, query.sort);
  const rows = await chosen
    .select('card')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return {
    items: rows.map(({ card }) => JSON.parse(card) as AnyCard),
    total: Number(total),
    page,
    page_size,
  };
}

/** For every facet, how many records each value would leave if it were chosen beside the other filters. */
export async function countFacets(db: Reading, kind: Kind, query: ListQuery): Promise<FacetValues[]> {
  const facets: FacetValues[] = [];
  for (const facet of kind.facets) {
    const others = { ...query, [facet.field]: undefined };
    let counted = db
      .selectFrom('facets')
      .select((eb) => ['value', eb.fn.countAll<number | string>().as('count')])
      .where('kind', '=', kind.name)
      .where('field', '=', facet.field)
      .groupBy('value');
    for (const holders of holdersOf(db, kind, others)) counted = counted.where('record_id', 'in', holders);
    if (query.letter || query.year)
      counted = counted.where('record_id', 'in', dated(db, kind, query).select('id'));
    const rows = await counted.execute();
    const counts = new Map(rows.map(({ value, count }) => [value, Number(count)]));
    facets.push({ field: facet.field, title: facet.title, values: await named(db, facet, counts) });
  }
  return facets;
}

/** Published records of a kind that every chosen filter leaves. */
function selection(db: Reading, kind: Kind, query: ListQuery) {
  let chosen = dated(db, kind, query);
  for (const holders of holdersOf(db, kind, query)) chosen = chosen.where('id', 'in', holders);
  return chosen;
}

/** Published records of a kind by what stands in their own row. */
function dated(db: Reading, kind: Kind, { letter, year }: ListQuery) {
  let chosen = db.selectFrom('records').where('kind', '=', kind.name).where('state', '=', 'published');
  if (letter) chosen = chosen.where('letter', '=', letter);
  if (year)
    chosen = chosen.where('newest_key', '>=', String(year)).where('newest_key', '<', String(year + 1));
  return chosen;
}

/** For each facet that is narrowed, the ids of the records that hold one of the chosen values. */
function holdersOf(db: Reading, kind: Kind, query: ListQuery) {
  return kind.facets.flatMap(({ field }) => {
    const values = query[field] as string[] | undefined;
    if (!values?.length) return [];
    return [
      db
        .selectFrom('facets')
        .select('record_id')
        .where('kind', '=', kind.name)
        .where('field', '=', field)
        .where('value', 'in', values),
    ];
  });
}

function orderOf(kind: Kind, sort: string | undefined) {
  const own = kind.order.by === 'title' ? 'title' : `-${kind.order.field}`;
  const [direction, field] = (sort ?? own).startsWith('-')
    ? (['desc', (sort ?? own).slice(1)] as const)
    : (['asc', sort ?? own] as const);
  const column =
    field === 'title'
      ? ('title_key' as const)
      : field === 'updated_at'
        ? ('updated_at' as const)
        : ('newest_key' as const);
  return { column, direction };
}

/** Values with their Russian names: a closed list keeps its order, others run from the most frequent. */
async function named(db: Reading, facet: Facet, counts: Map<string, number>): Promise<FacetValues['values']> {
  const list = facet.vocabulary ? vocabularies[facet.vocabulary] : undefined;
  if (list)
    return Object.entries(list)
      .filter(([code]) => counts.has(code))
      .map(([id, value]) => ({ id, value, count: counts.get(id) ?? 0 }));
  const titles = new Map(
    facet.vocabulary ? (await getTerms(db, facet.vocabulary)).map(({ code, title }) => [code, title]) : [],
  );
  return [...counts]
    .map(([id, count]) => ({ id, value: titles.get(id) ?? yesOrNo[id] ?? id, count }))
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value, 'ru'));
}

const yesOrNo: Record<string, string> = { true: 'Да', false: 'Нет' };
