import { useState, type ReactNode } from 'react';
import type { Output } from '#contract/client/call.ts';
import type { DeskState } from '#contract/editors.ts';
import type { KindDescription } from '#domain/editing/description.ts';
import { ChoiceFilter, Filters, TextFilter } from '../parts/Filters.tsx';
import { stateLabels } from '../record-states.ts';
import type { RecordsSearch } from './useRecordsSearch.ts';

interface Props {
  search: RecordsSearch;
}

/** Conditions of the table of records, and the order of its rows. */
export function RecordFilters({
  search: { state, change },
  kinds,
}: Props & { kinds: readonly KindDescription[] }) {
  return (
    <Filters>
      <TextFilter
        label="Название, код или номер"
        value={state.query}
        onChange={(query) => change({ query }, 'replace')}
      />
      <ChoiceFilter
        label="Вид"
        any="Все виды"
        options={Object.fromEntries(kinds.map(({ name, many }) => [name, many]))}
        value={state.kind}
        onChange={(kind) => change({ kind })}
      />
      <MoreConditions isUsed={state.sort !== '' || rare.some(({ key }) => state[key] !== '')}>
        {rare.map(({ key, ...choice }) => (
          <ChoiceFilter
            key={key}
            {...choice}
            value={state[key]}
            onChange={(value) => change({ [key]: value })}
          />
        ))}
        <ChoiceFilter
          label="Порядок"
          any={state.query ? 'Сначала самые подходящие' : 'Сначала изменённые недавно'}
          options={state.query ? { '-updated_at': 'Сначала изменённые недавно', ...orders } : orders}
          value={state.sort}
          onChange={(sort) => change({ sort })}
        />
      </MoreConditions>
    </Filters>
  );
}

/** Conditions that are wanted seldom: on a phone they would stand before the first record. */
const rare: {
  key: 'owner' | 'completeness_below' | 'due_in';
  label: string;
  any: string;
  options: Record<string, string>;
}[] = [
  {
    key: 'owner',
    label: 'Ответственный',
    any: 'Любой',
    options: { me: 'Я', none: 'Никто' },
  },
  {
    key: 'completeness_below',
    label: 'Заполнено',
    any: 'Сколько угодно',
    options: Object.fromEntries(['25', '50', '75'].map((share) => [share, `Меньше ${share} %`])),
  },
  {
    key: 'due_in',
    label: 'Пересмотр',
    any: 'Когда угодно',
    options: { 0: 'Просрочен', 30: 'В ближайшие 30 дней', 90: 'В ближайшие 90 дней' },
  },
];

const orders: Record<string, string> = {
  title: 'По названию',
  completeness: 'Сначала неполные',
  review_due: 'Сначала ждущие пересмотра',
};

function MoreConditions({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [wasUsed] = useState(isUsed);
  return (
    <details className="whole-line" open={wasUsed}>
      <summary className="pad-block-3">Ещё условия и порядок</summary>
      <div className="gap-6 align-start columns-fill column-12">{children}</div>
    </details>
  );
}

/** How many records are in each state; a press leaves only these. */
export function States({
  search,
  counts = [],
  gone = '',
}: Props & {
  counts: Output<'GET /api/editors/records'>['counts'] | undefined;
  /** How many records readers saw once and see no more; they are in other states, too. */
  gone: number | '' | undefined;
}) {
  const { change } = search;
  const chosen = search.state.gone ? 'gone' : search.state.state;
  return (
    <div className="chips flow gap-3 around-7" role="group" aria-label="Состояние">
      <button type="button" aria-pressed={!chosen} onClick={() => change({ state: '', gone: '' })}>
        Все
      </button>
      {(Object.keys(stateLabels) as DeskState[]).map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={chosen === state}
          onClick={() => change({ state, gone: '' })}
        >
          {stateLabels[state].title}{' '}
          <span className="muted">{counts.find((one) => one.state === state)?.count ?? ''}</span>
        </button>
      ))}
      <button
        type="button"
        aria-pressed={chosen === 'gone'}
        onClick={() => change({ state: '', gone: 'yes' })}
      >
        Снято с сайта <span className="muted">{gone}</span>
      </button>
    </div>
  );
}
