import type { CardOf, kindsByName, ListedKind } from '#domain/kinds/index.ts';
import type { View } from '#domain/lists/request.ts';
import type { ListNames } from '#domain/lists/list.ts';

/** What the rows of a kind are drawn from: `rows/{kind}.astro` takes them. */
export interface RowsOf<Name extends ListedKind> {
  cards: readonly CardOf<(typeof kindsByName)[Name]>[];
  view: View;
  names: ListNames;
  /** How far a record is from the city that the list is asked for. */
  distanceOf?: ((id: number) => string | undefined) | undefined;
}

/** Words of a line, one after another; a dot ends a line and never begins one. */
export const joined = (...words: (string | number | false | undefined)[]) =>
  words.filter((word) => word !== undefined && word !== false && word !== '').join(' · ');

/** A title in Latin letters is read aloud as English. */
export const langOf = (title: string) => (/[а-яё]/i.test(title) ? undefined : 'en');

/** The first records of a list of ids by their titles, and how many more there are. */
export function firstOf(
  ids: readonly number[],
  titleOf: ListNames['titleOf'],
  most = 2,
): { records: { id: number; title: string }[]; more: string } {
  const records = ids.slice(0, most).flatMap((id) => {
    const title = titleOf(id);
    return title === undefined ? [] : [{ id, title }];
  });
  const rest = ids.length - records.length;
  return { records, more: rest > 0 && records.length > 0 ? ` и ещё ${rest}` : '' };
}
