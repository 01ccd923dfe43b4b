import { closedFields, getKind, metaOf, type AnyRecord } from '#domain/kinds/index.ts';

/** Fields of a record that readers see filled in, with their Russian names: what a report can be about. */
export function reportableFields(record: Pick<AnyRecord, 'kind'>): { field: string; title: string }[] {
  const kind = getKind(record.kind);
  const closed = closedFields(kind);
  const values = record as unknown as Record<string, unknown>;
  return Object.entries(kind.fields.shape).flatMap(([field, schema]) => {
    const value = values[field];
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    const { title } = metaOf(schema);
    return isEmpty || !title || closed.includes(field) ? [] : [{ field, title }];
  });
}
