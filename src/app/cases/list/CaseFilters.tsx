import type { Output } from '#contract/client/call.ts';
import { caseFilterNames, type CaseFilter } from '#domain/cases.ts';
import { Icon } from '#ui/Icon.tsx';
import { Pill } from '#ui/Pill.tsx';
import { noConditions, toggled, type CasesSearch } from './useCasesSearch.ts';

type Facet = Output<'GET /api/cases/filter'>['facets'][number];
interface Props {
  facets: readonly Facet[];
  search: CasesSearch;
}

/** Values of a facet that are shown at once. */
const shown = 8;
const isFilter = (field: string): field is CaseFilter => caseFilterNames.some((one) => one === field);

/** Values to narrow the list by, with the number of cases behind each. */
export function CaseFilters({ facets, search }: Props) {
  const count = caseFilterNames.reduce((sum, field) => sum + search.state[field].length, 0);
  const isWide = matchMedia('(width >= 50.5rem)').matches;
  return (
    <details className="cases-filters" open={isWide || undefined}>
      <summary className="line gap-5 semibold tap">
        Сузить список
        {count > 0 && <Pill title={count} tone="brand" />}
      </summary>
      <div className="cases-facets stack gap-10">
        {facets.map((facet) => {
          const { field, title, values } = facet;
          if (!isFilter(field) || values.length === 0) return null;
          const picked = search.state[field];
          const line = ({ id, value, count: cases }: Facet['values'][number]) => (
            <li key={id}>
              <label className="line gap-5">
                <input
                  type="checkbox"
                  checked={picked.includes(id)}
                  onChange={() => search.change(toggled(search, field, id))}
                />
                <span>{value}</span>
                <span className="muted figures text-3">{cases}</span>
              </label>
            </li>
          );
          const cut = values.length > shown + 2 ? shown : values.length;
          return (
            <fieldset key={field}>
              <legend>{title}</legend>
              <ul>{values.slice(0, cut).map(line)}</ul>
              {cut < values.length && (
                <details>
                  <summary className="line gap-5 semibold tap">Ещё {values.length - cut}</summary>
                  <ul>{values.slice(cut).map(line)}</ul>
                </details>
              )}
            </fieldset>
          );
        })}
      </div>
    </details>
  );
}

/** What is chosen, each with the way to take it back. */
export function ChosenFilters({ facets, search }: Props) {
  const chips = caseFilterNames.flatMap((field) =>
    search.state[field].map((id) => {
      const facet = facets.find((one) => one.field === field);
      return { field, id, title: facet?.values.find((value) => value.id === id)?.value ?? id };
    }),
  );
  if (chips.length === 0) return null;
  return (
    <ul className="chips flow gap-3" aria-label="Выбрано">
      {chips.map(({ field, id, title }) => (
        <li key={`${field} ${id}`}>
          <button type="button" onClick={() => search.change(toggled(search, field, id))}>
            {title}
            <Icon name="x" label="убрать" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button type="button" onClick={() => search.change(noConditions)}>
            Очистить всё
          </button>
        </li>
      )}
    </ul>
  );
}
