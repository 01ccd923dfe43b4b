import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Output } from '#contract/client/call.ts';
import { deskStateNames, type DeskRow } from '#contract/client/editors.ts';
import { recordAddress } from '#domain/desk.ts';
import { formatDay } from '#domain/dates.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Pages } from '../parts/Pages.tsx';
import { StatePill } from '../parts/StatePill.tsx';
import { Trouble } from '../parts/Trouble.tsx';
import { useAnswer } from '../useAnswer.ts';
import { useDeed } from '../useDeed.ts';
import { momentWords, stateWords } from '../words.ts';
import { ChangeMany } from './ChangeMany.tsx';
import { NewRecord } from './NewRecord.tsx';
import { Views } from './Views.tsx';
import { useQuery, type RecordsQuery } from './useQuery.ts';

/** All records of all kinds in any state: one table, by mouse and by keyboard (j, k, Enter, x). */
export function Records() {
  const { query, change, replace } = useQuery();
  const { answer, again } = useAnswer('GET /api/editors/records', { query: { ...query } });
  const kinds = useAnswer('GET /api/editors/kinds').answer.data ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isMaking, setMaking] = useState(false);
  const titleOf = (kind: string) => kinds.find(({ name }) => name === kind)?.one ?? kind;
  const list = answer.data;
  const csv = `/api/editors/records.csv?${new URLSearchParams(
    Object.entries(query).filter(([key]) => !['page', 'page_size'].includes(key)),
  ).toString()}`;

  return (
    <>
      <div className="desk-head">
        <h1>Материалы</h1>
        <div className="desk-actions">
          <a className="button" data-variant="secondary" data-size="small" href={csv} download>
            CSV
          </a>
          <Button size="small" onClick={() => setMaking(true)}>
            Новый материал
          </Button>
        </div>
      </div>
      {isMaking && <NewRecord kinds={kinds} close={() => setMaking(false)} />}
      <Views query={query} open={replace} />
      <form className="desk-filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Название, код или номер
          <input
            className="input"
            type="search"
            value={query.query ?? ''}
            onChange={({ target }) => change({ query: target.value })}
          />
        </label>
        <label>
          Вид
          <select
            className="input"
            value={query.kind ?? ''}
            onChange={({ target }) => change({ kind: target.value })}
          >
            <option value="">Все виды</option>
            {kinds.map(({ name, many }) => (
              <option key={name} value={name}>
                {many}
              </option>
            ))}
          </select>
        </label>
        <MoreConditions isUsed={rareKeys.some((key) => query[key])}>
          <label>
            Ответственный
            <select
              className="input"
              value={query.owner ?? ''}
              onChange={({ target }) => change({ owner: target.value })}
            >
              <option value="">Любой</option>
              <option value="me">Я</option>
              <option value="none">Никто</option>
            </select>
          </label>
          <label>
            Заполнено
            <select
              className="input"
              value={query.completeness_below ?? ''}
              onChange={({ target }) => change({ completeness_below: target.value })}
            >
              <option value="">Сколько угодно</option>
              <option value="25">Меньше 25 %</option>
              <option value="50">Меньше 50 %</option>
              <option value="75">Меньше 75 %</option>
            </select>
          </label>
          <label>
            Пересмотр
            <select
              className="input"
              value={query.due_in ?? ''}
              onChange={({ target }) => change({ due_in: target.value })}
            >
              <option value="">Когда угодно</option>
              <option value="0">Просрочен</option>
              <option value="30">В ближайшие 30 дней</option>
              <option value="90">В ближайшие 90 дней</option>
            </select>
          </label>
          <label>
            Порядок
            <select
              className="input"
              value={query.sort ?? ''}
              onChange={({ target }) => change({ sort: target.value })}
            >
              <option value="">
                {query.query ? 'Сначала самые подходящие' : 'Сначала изменённые недавно'}
              </option>
              {query.query && <option value="-updated_at">Сначала изменённые недавно</option>}
              <option value="title">По названию</option>
              <option value="completeness">Сначала неполные</option>
              <option value="review_due">Сначала ждущие пересмотра</option>
            </select>
          </label>
        </MoreConditions>
      </form>
      <States
        counts={list?.counts ?? []}
        gone={list?.gone}
        chosen={query.gone ? 'gone' : query.state}
        choose={(state) => change(state === 'gone' ? { state: '', gone: 'yes' } : { state, gone: '' })}
      />
      {answer.state === 'failed' && <Failure error={answer.error} again={again} />}
      {chosen.size > 0 && (
        <ChangeMany
          ids={[...chosen]}
          kinds={kinds}
          kind={query.kind}
          done={() => {
            setChosen(new Set());
            again();
          }}
        />
      )}
      <p className="desk-total" role="status">
        {list && `${list.total.toLocaleString('ru')} ${plural(list.total, ['запись', 'записи', 'записей'])}`}
      </p>
      {list && (
        <Table
          rows={list.items}
          titleOf={titleOf}
          chosen={chosen}
          setChosen={setChosen}
          isAsking={answer.state === 'asking'}
          again={again}
        />
      )}
      {list && (
        <Pages
          page={list.page}
          total={list.total}
          size={list.page_size}
          onChange={(page) => change({ page: String(page) })}
        />
      )}
    </>
  );
}

/** Conditions that are wanted seldom: on a phone they would stand before the first record. */
const rareKeys = ['owner', 'completeness_below', 'due_in', 'sort'];

function MoreConditions({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [wasUsed] = useState(isUsed);
  return (
    <details className="desk-conditions" open={wasUsed}>
      <summary>Ещё условия и порядок</summary>
      <div className="desk-columns">{children}</div>
    </details>
  );
}

function States({
  counts,
  gone,
  chosen,
  choose,
}: {
  counts: Output<'GET /api/editors/records'>['counts'];
  /** How many records readers saw once and see no more; they are in other states, too. */
  gone: number | undefined;
  chosen: string | undefined;
  choose(state: string): void;
}) {
  return (
    <div className="desk-states" role="group" aria-label="Состояние">
      <button type="button" aria-pressed={!chosen} onClick={() => choose('')}>
        Все
      </button>
      {deskStateNames.map((state) => (
        <button key={state} type="button" aria-pressed={chosen === state} onClick={() => choose(state)}>
          {stateWords[state].title}{' '}
          <span className="muted">{counts.find((one) => one.state === state)?.count ?? ''}</span>
        </button>
      ))}
      <button type="button" aria-pressed={chosen === 'gone'} onClick={() => choose('gone')}>
        Снято с сайта <span className="muted">{gone ?? ''}</span>
      </button>
    </div>
  );
}

interface TableProps {
  rows: readonly DeskRow[];
  titleOf(kind: string): string;
  chosen: ReadonlySet<number>;
  setChosen(chosen: ReadonlySet<number>): void;
  isAsking: boolean;
  again(): void;
}

function Table({ rows, titleOf, chosen, setChosen, isAsking, again }: TableProps) {
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const body = useRef<HTMLTableSectionElement>(null);
  useKeys(body, toggle);
  const areAll = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  if (rows.length === 0) return <p className="desk-empty">Таких записей нет. Измените условия.</p>;
  return (
    <div className="desk-table" tabIndex={0} role="region" aria-label="Записи" aria-busy={isAsking}>
      <table>
        <caption className="visually-hidden">
          Записи. Клавиши: j и k ходят по строкам, Enter открывает, x отмечает
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Отметить все на странице"
                checked={areAll}
                onChange={() => setChosen(areAll ? new Set() : new Set(rows.map(({ id }) => id)))}
              />
            </th>
            <th scope="col">Материал</th>
            <th scope="col">Состояние</th>
            <th scope="col">Заполнено</th>
            <th scope="col">Ответственный</th>
            <th scope="col">Изменено</th>
            <th scope="col">Пересмотр</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr key={row.id} data-id={row.id} aria-selected={chosen.has(row.id)}>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Отметить: ${row.title}`}
                  checked={chosen.has(row.id)}
                  onChange={() => toggle(row.id)}
                />
              </td>
              <th scope="row">
                <a href={recordAddress(row.id)}>{row.title}</a>
                <span className="desk-kind">
                  {titleOf(row.kind)} · № {row.id}
                </span>
              </th>
              <td>
                <StatePill state={row.state} />
                {row.may_return && <Return row={row} done={again} />}
              </td>
              <td>
                <progress max={100} value={row.completeness} aria-label={`Заполнено: ${row.title}`} />{' '}
                <span className="figures">{row.completeness} %</span>
              </td>
              <td>{row.owner?.name ?? '—'}</td>
              <td>{momentWords(row.updated_at)}</td>
              <td>{row.review_due ? formatDay(row.review_due) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Puts a record that was taken off before its readers again, as it was. */
function Return({ row, done }: { row: DeskRow; done(): void }) {
  const { run, isBusy, message } = useDeed();
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        isBusy={isBusy}
        aria-label={`Вернуть на сайт: ${row.title}`}
        onClick={() =>
          void run('POST /api/editors/records/{id}/publish', {
            path: { id: row.id },
            json: { expected_version: 0, reason: 'Возвращено на сайт' },
          }).then((told) => {
            if (told) done();
          })
        }
      >
        Вернуть на сайт
      </Button>
      <Trouble message={message} />
    </>
  );
}

/** j and k walk over the rows' links, x marks the row; Enter is the link's own. Never while one types. */
function useKeys(body: React.RefObject<HTMLTableSectionElement | null>, mark: (id: number) => void) {
  const latest = useRef(mark);
  useEffect(() => {
    latest.current = mark;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select'))
        return;
      const links = [...(body.current?.querySelectorAll<HTMLAnchorElement>('th a') ?? [])];
      const at = links.findIndex((link) => link === document.activeElement);
      if (key === 'j' || key === 'о') links[Math.min(at + 1, links.length - 1)]?.focus();
      else if (key === 'k' || key === 'л') links[Math.max(at - 1, 0)]?.focus();
      else if ((key === 'x' || key === 'ч') && at >= 0)
        latest.current(Number(links[at]?.closest('tr')?.dataset['id']));
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [body]);
}

export type { RecordsQuery };
