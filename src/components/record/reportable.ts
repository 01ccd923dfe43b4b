import { closedFields, getKind, metaOf, type AnyRecord } from '#domain/kinds/index.ts';

interface NamedField {
  field: string;
  title: string;
}

/** Fields of a record that readers see filled in, with their Russian names: what a report can be about. */
export function reportableFields(record: Pick<AnyRecord, 'kind'>): NamedField[] {
  const values = record as unknown as Record<string, unknown>;
  return shownFields(record.kind).filter(({ field }) => {
    const value = values[field];
    return !(value === undefined || value === null || (Array.isArray(value) && value.length === 0));
  });
}

/** Asked of the schema once a kind and not once a page. */
function shownFields(name: string): readonly NamedField[] {
  let fields = known.get(name);
  if (!fields) {
    const kind = getKind(name);
    const closed = closedFields(kind);
    fields = Object.entries(kind.fields.shape).flatMap(([field, schema]) => {
      const { title } = metaOf(schema);
      return !title || closed.includes(field) ? [] : [{ field, title }];
    });
    known.set(name, fields);
  }
  return fields;
}
const known = new Map<string, readonly NamedField[]>();
