import type { SelectQueryBuilder, Simplify } from 'kysely';

/** Which page of a list, counted from one, and how many lines of it. */
export interface PageRequest {
  page: number;
  page_size: number;
}

/** The lines of one page as `read` selects and orders them, and how many lines there are on all pages. */
export async function paginate<Tables, Table extends keyof Tables, Row>(
  chosen: SelectQueryBuilder<Tables, Table, object>,
  { page, page_size }: PageRequest,
  read: (lines: SelectQueryBuilder<Tables, Table, object>) => SelectQueryBuilder<Tables, Table, Row>,
): Promise<{ rows: Simplify<Row>[]; place: PageRequest & { total: number } }> {
  const { total } = await chosen
    .select((eb) => eb.fn.countAll().as('total'))
    .$castTo<{ total: number | string }>()
    .executeTakeFirstOrThrow();
  const rows = await read(chosen)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { rows, place: { total: Number(total), page, page_size } };
}
