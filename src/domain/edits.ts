import { getKind, metaOf, type Edit } from './kinds/index.ts';
import { lowered } from './typography.ts';

/** What a day changed in a record: fields by their names, none where it was published for the first time. */
export function describeEdit(kind: string, { fields }: Pick<Edit, 'fields'>): string {
  if (fields.length === 0) return 'Запись опубликована';
  const { shape } = getKind(kind).fields;
  const titles = fields.map((field) =>
    field === 'sources' ? 'Источники' : (metaOf(shape[field]).title ?? field),
  );
  return titles.map((title, index) => (index === 0 ? title : lowered(title))).join(', ');
}

/** The same as a sentence of a feed: «Изменено: статус, центры.» */
export const describeRecordEdit = (kind: string, edit: Pick<Edit, 'fields'>): string =>
  edit.fields.length === 0 ? 'Запись опубликована.' : `Изменено: ${lowered(describeEdit(kind, edit))}.`;
