import { isFormula } from '#domain/exports/csv.ts';
import { metaOf, type Kind } from '#domain/kinds/index.ts';
import type { ImportedFields } from './draft.ts';

/** Fields that name a record: what stands there is read out of place, in menus, letters, tables of others. */
const names = ['title', 'title_en', 'short', 'inn', 'inn_en'];

/**
 * Why the words of a file are not taken at the desk: markup in a name, or a name that a spreadsheet would run as a
 * formula. Readers are safe from both in any case; a name like that is a broken file or a hostile one.
 */
export function invalidText(kind: Kind, fields: Readonly<ImportedFields>): string | undefined {
  for (const field of names) {
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
