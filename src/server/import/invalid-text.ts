import { isFormula } from '#domain/exports/cell.ts';
import { metaOf, type Kind } from '#domain/kinds/index.ts';
import type { ImportedFields } from './draft.ts';

/** Name fields, which are also read in menus, letters and tables. */
const nameFields = ['title', 'title_en', 'short', 'inn', 'inn_en'];

/**
 * Why a text is rejected at the desk: markup or a spreadsheet formula in a name. Output is escaped anyway;
 * such a name means a broken or hostile file.
 */
export function invalidText(kind: Kind, fields: Readonly<ImportedFields>): string | undefined {
  for (const field of nameFields) {
    const value = fields[field];
    if (typeof value !== 'string') continue;
    const title = metaOf(kind.fields.shape[field]).title ?? field;
    if (/<\/?[a-z!][^>]*>?/i.test(value))
      return `поле «${title}»: в тексте разметка (${value.slice(0, 60)}), а нужен простой текст`;
    if (isFormula(value))
      return `поле «${title}» начинается со знака «${value.trim().slice(0, 1) || 'табуляция'}»: таблицы примут его за формулу`;
  }
  return undefined;
}
