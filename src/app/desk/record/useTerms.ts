import { useQuery } from '../../lib/useQuery.ts';

/** Values of a dictionary of the database. */
export function useTerms(dictionary: string | undefined): { id: string; value: string }[] {
  const { query } = useQuery('GET /api/editors/dictionaries', { isEnabled: dictionary !== undefined });
  const items = query.data?.find(({ code }) => code === dictionary)?.items ?? [];
  return items.map(({ code, title }) => ({ id: code, value: title }));
}

/** Titles of codes of all dictionaries, for telling values in words. */
export function useTermNames(): (dictionary: string, code: string) => string | undefined {
  const { query } = useQuery('GET /api/editors/dictionaries');
  return (dictionary, code) =>
    query.data?.find((one) => one.code === dictionary)?.items.find((item) => item.code === code)?.title;
}
