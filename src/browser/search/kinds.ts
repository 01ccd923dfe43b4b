/** What the page says of a kind that is searched. */
export interface SearchedKind {
  name: string;
  /** As `GET /api/fast-search` calls it; «-» where it does not know the kind. */
  iblock: string;
  /** What stands before the number of a record in its address: '/drugs/' or '/resources/#resource-'. */
  start: string;
  /** What one of them is: 'Лекарственный препарат'. */
  label: string;
}

/** A line for each kind, its words parted by spaces; the label is the rest of the line. */
export const readKinds = (text: string): SearchedKind[] =>
  text.split('\n').map((line) => {
    const [name = '', iblock = '', start = '', ...label] = line.split(' ');
    return { name, iblock, start, label: label.join(' ') };
  });

/** What the server has begun to find and this page does not know yet (B051, ruling G22). */
export const unknownKind = (name: string): SearchedKind => ({
  name,
  iblock: name,
  start: '',
  label: 'Другие материалы',
});

/** The address of a record; of a kind that the page does not know, home. */
export const addressIn = ({ start }: SearchedKind, id: number): string =>
  start === '' ? '/' : start.endsWith('/') ? `${start}${id}/` : `${start}${id}`;
