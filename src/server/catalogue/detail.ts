import { sql } from 'kysely';
import type { Related } from '#contract/catalogue.ts';
import { getKind, publicKinds, type AnyRecord, type Kind } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { cardsOf } from './list.ts';
import { publicRecordOf } from './stored.ts';
import { findSuccessors } from './successors.ts';

/** Linked cards a field and kind; the total counts all. */
const relatedLimit = 20;

export async function getRecord(
  db: ReadDatabase,
  kind: Kind,
  key: { id: number } | { code: string },
): Promise<AnyRecord & { related: Related[] }> {
  const row = await db
    .selectFrom('records')
    .selectAll()
    .where('kind', '=', kind.name)
    .where('id' in key ? 'id' : 'code', '=', 'id' in key ? key.id : key.code)
    .executeTakeFirst();
  if (row?.state !== 'published') throw await missing(db, kind, row);
  const record = publicRecordOf(row);
  return {
    ...record,
    related: [...(await related(db, row.id, 'to')), ...(await related(db, row.id, 'from'))],
  };
}

/** 404, or the call of the record that replaces this one. */
async function missing(db: ReadDatabase, kind: Kind, row: RecordRow | undefined): Promise<HttpError> {
  const successor = row && (await findSuccessors(db, [row]))(row);
  if (!successor)
    return new HttpError(404, `${kind.titles.one}: такой записи нет или она снята с публикации.`);
  const { api, keyedBy } = getKind(successor.kind);
  const location = `/api/${api}/${keyedBy === 'code' ? successor.code : successor.id}`;
  return new HttpError(301, 'Вместо этой записи теперь другая.', undefined, { location });
}

/** Each kind in its list order; newer records first on equal days. */
const newerFirst = sql`case when records.kind in (${sql.join(
  publicKinds.filter(({ order }) => order.by === 'newest').map(({ name }) => name),
)}) then -records.id end`;

async function related(db: ReadDatabase, id: number, direction: 'to' | 'from'): Promise<Related[]> {
  const [here, there] =
    direction === 'to' ? (['from_id', 'to_id'] as const) : (['to_id', 'from_id'] as const);
  // Ranked by narrow columns first: a large group has thousands of members.
  const ranked = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('links')
        .innerJoin('records', 'records.id', `links.${there}`)
        .select(({ fn }) => [
          'records.id',
          'records.kind',
          'links.field',
          fn
            .agg<number | string>('row_number')
            .over((over) =>
              over
                .partitionBy(['records.kind', 'links.field'])
                .orderBy('records.newest_key', 'desc')
                .orderBy(newerFirst)
                .orderBy('records.title_key')
                .orderBy('records.id'),
            )
            .as('place'),
          fn
            .countAll<number | string>()
            .over((over) => over.partitionBy(['records.kind', 'links.field']))
            .as('total'),
        ])
        .where(`links.${here}`, '=', id)
        .where('records.state', '=', 'published')
        .where(
          'records.kind',
          'in',
          publicKinds.map(({ name }) => name),
        )
        .as('ranked'),
    )
    .selectAll()
    .where('place', '<=', relatedLimit)
    .orderBy('kind')
    .orderBy('field')
    .orderBy('place')
    .execute();
  const found = await cardsOf(
    db,
    ranked.map((row) => row.id),
  );
  const cards = new Map(found.map((card) => [card.id, card]));
  return [...Map.groupBy(ranked, (row) => `${row.kind} ${row.field}`).values()].map((rows) => ({
    kind: rows[0]?.kind ?? '',
    field: rows[0]?.field ?? '',
    direction,
    total: Number(rows[0]?.total),
    items: rows.flatMap((row) => cards.get(row.id) ?? []),
  }));
}
