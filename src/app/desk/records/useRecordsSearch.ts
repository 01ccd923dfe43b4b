import { pageNumber, readSearch, text, useSearchState, writeSearch } from '../../lib/useSearchState.ts';

const fields = {
  kind: text,
  state: text,
  gone: text,
  owner: text,
  query: text,
  completeness_below: text,
  due_in: text,
  links_to: text,
  sort: text,
  page: pageNumber,
};

/** What the table of records shows. */
export const useRecordsSearch = () => useSearchState(fields);
export type RecordsSearch = ReturnType<typeof useRecordsSearch>;

/** A view of the table as it is kept: its address without the page. */
export const viewOf = ({ state }: RecordsSearch) => writeSearch(fields, { ...state, page: 1 }, '').slice(1);
export const readView = (view: string) => readSearch(fields, view);
