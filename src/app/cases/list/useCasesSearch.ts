import { caseFilterNames, type CaseFilter } from '#domain/cases.ts';
import { oneOf, pageNumber, several, text, useSearchState } from '../../lib/useSearchState.ts';

export const sortings = {
  '-published_at': 'Сначала новые',
  '-revised_at': 'Недавно дополненные',
  '-answers': 'Больше ответов',
  title: 'По названию',
} as const;

const filters = Object.fromEntries(caseFilterNames.map((name) => [name, several])) as Record<
  CaseFilter,
  typeof several
>;
export const casesFields = {
  query: text,
  ...filters,
  sort: oneOf(Object.keys(sortings) as (keyof typeof sortings)[]),
  page: pageNumber,
};

/** What the reader has chosen of the published cases. */
export const useCasesSearch = () => useSearchState(casesFields);
export type CasesSearch = ReturnType<typeof useCasesSearch>;

/** With one value of a filter added or taken away. */
export function toggled({ state }: Pick<CasesSearch, 'state'>, field: CaseFilter, value: string) {
  const values = state[field];
  return { [field]: values.includes(value) ? values.filter((one) => one !== value) : [...values, value] };
}

/** Without any condition. */
export const noConditions = {
  query: '',
  ...(Object.fromEntries(caseFilterNames.map((name) => [name, []])) as unknown as Record<
    CaseFilter,
    string[]
  >),
};
