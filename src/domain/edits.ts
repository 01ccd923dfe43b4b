import { getKind, metaOf, type Edit } from './kinds/index.ts';
import { lowered } from './typography.ts';

/** Fields changed on a day; none for the first publication. */
export function describeEdit(kind: string, { fields }: Pick<Edit, 'fields'>): string {
  if (fields.length === 0) return 'Запись опубликована';
  const { shape } = getKind(kind).fields;
  const titles = fields.map((field) =>
    field === 'sources' ? 'Источники' : (metaOf(shape[field]).title ?? field),
  );
  return titles.map((title, index) => (index === 0 ? title : lowered(title))).join(', ');
}

/** A sentence for feeds: «Изменено: статус, центры.» */
export const describeRecordEdit = (kind: string, edit: Pick<Edit, 'fields'>): string =>
  edit.fields.length === 0 ? 'Запись опубликована.' : `Изменено: ${lowered(describeEdit(kind, edit))}.`;
