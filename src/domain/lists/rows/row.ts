import { escape } from '../../search/highlight.ts';
import { bound } from '../../typography.ts';

/** A record's title as HTML. */
export const titleHtml = (title: string) => escape(bound(title));

/** Words of a line, one after another; a dot ends a line and never begins one. */
export const joined = (...words: (string | number | false | undefined)[]) =>
  words.filter((word) => word !== undefined && word !== false && word !== '').join('\u00a0· ');

/** A title in Latin letters is read aloud as English. */
export const langOf = (title: string) => (/[а-яё]/i.test(title) ? '' : ' lang="en"');

/** Links to the first records of a list of ids, and how many more there are. */
export function linkList(
  ids: readonly number[],
  path: string,
  titleOf: (id: number) => string | undefined,
  most = 2,
): string {
  const links = ids.slice(0, most).flatMap((id) => {
    const title = titleOf(id);
    return title === undefined ? [] : [`<a href="${path}${id}/">${titleHtml(title)}</a>`];
  });
  const more = ids.length - links.length;
  return links.join(', ') + (more > 0 && links.length ? ` и ещё ${more}` : '');
}

/** Titles of the first records, without links. */
export function titleList(
  ids: readonly number[],
  titleOf: (id: number) => string | undefined,
  most = 2,
): string {
  const titles = ids
    .slice(0, most)
    .map(titleOf)
    .filter((title) => title !== undefined);
  const more = ids.length - titles.length;
  return titles.join(', ') + (more > 0 && titles.length ? ` и ещё ${more}` : '');
}

/** A table whose rows become cards on a phone, with the column's name before each value. */
export function tableHtml(
  columns: readonly string[],
  rows: readonly { head: string; cells: readonly string[] }[],
): string {
  const heads = columns.map((title) => `<th scope="col">${title}</th>`).join('');
  const lines = rows.map(({ head, cells }) => {
    const values = cells.map((cell, index) => `<td data-title="${columns[index + 1]}">${cell || '—'}</td>`);
    return `<tr><th scope="row">${head}</th>${values.join('')}</tr>`;
  });
  return `<table class="list-table"><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}
