import { useState } from 'react';

export type RecordsQuery = Record<string, string>;

const keys = [
  'kind',
  'state',
  'gone',
  'owner',
  'query',
  'completeness_below',
  'due_in',
  'links_to',
  'sort',
  'page',
];

/** What the table shows stands in the address: a link to it, and the way back, find the same rows. */
export function useRecordsQuery() {
  const [query, setQuery] = useState<RecordsQuery>(() => readQuery(location.search));
  const replace = (next: RecordsQuery) => {
    setQuery(next);
    const search = new URLSearchParams(next).toString();
    history.replaceState(null, '', search ? `?${search}` : location.pathname);
  };
  /** An empty value takes the condition away; any change but of the page begins from the first page. */
  const change = (more: RecordsQuery) => {
    const { page: _, ...kept } = query;
    replace(Object.fromEntries(Object.entries({ ...kept, ...more }).filter(([, value]) => value !== '')));
  };
  return { query, change, replace };
}

export function readQuery(search: string): RecordsQuery {
  const given = new URLSearchParams(search);
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = given.get(key);
      return value ? [[key, value]] : [];
    }),
  );
}
