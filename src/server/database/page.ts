import {
  sql,
  type SelectQueryBuilder,
  type Simplify,
  type Expression,
  type RawBuilder,
  type SqlBool,
} from 'kysely';

export interface PageRequest {
  page: number;
  page_size: number;
}

export async function paginate<Tables, Table extends keyof Tables, Row>(
  chosen: SelectQueryBuilder<Tables, Table, object>,
  { page, page_size }: PageRequest,
  read: (lines: SelectQueryBuilder<Tables, Table, object>) => SelectQueryBuilder<Tables, Table, Row>,
): Promise<{ rows: Simplify<Row>[]; place: PageRequest & { total: number } }> {
  const total = await countRows(chosen);
  const rows = await read(chosen)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { rows, place: { total, page, page_size } };
}

export async function countRows<Tables, Table extends keyof Tables>(
  chosen: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await chosen
    .select((eb) => eb.fn.countAll().as('count'))
    .$castTo<{ count: number | string }>()
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Values of the row that was not inserted, for `doUpdateSet`. */
export const excluded = (columns: readonly string[]): Record<string, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));

/** Prefix or substring match; LIKE wildcards are literal. */
export function contains(
  column: Expression<string>,
  text: string,
  { from }: { from: 'start' | 'anywhere' },
): RawBuilder<SqlBool> {
  const escaped = text.replace(/[!%_]/g, '!$&');
  const pattern = `${from === 'anywhere' ? '%' : ''}${escaped}%`;
  return sql<SqlBool>`${column} like ${pattern} escape '!'`;
}
