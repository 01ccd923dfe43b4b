import { useRef } from 'react';
import { call } from '#contract/client/call.ts';
import type { DeskRow } from '#contract/editors.ts';
import { recordAddress } from '#domain/desk.ts';
import { invalidate } from '#stores/queries.ts';
import { Button } from '#ui/Button.tsx';
import { DataTable } from '#ui/DataTable.tsx';
import { Pill } from '#ui/Pill.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useRowKeys } from '../parts/useRowKeys.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { stateLabels } from '../record-states.ts';

interface Props {
  rows: readonly DeskRow[];
  titleOf(kind: string): string;
  chosen: ReadonlySet<number>;
  setChosen(chosen: ReadonlySet<number>): void;
  isPending: boolean;
}

/** A page of records, each with a box by which it is marked. */
export function RecordTable({ rows, titleOf, chosen, setChosen, isPending }: Props) {
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table, 'th a', { x: (link) => toggle(Number(link.closest('tr')?.dataset['id'])) });
  // A column of dashes tells nothing.
  const hasReview = rows.some(({ review_due }) => review_due);
  const areAll = rows.every(({ id }) => chosen.has(id));
  return (
    <DataTable
      ref={table}
      isNamed
      label="Записи"
      caption="Записи. Клавиши: j и k ходят по строкам, Enter открывает, x отмечает"
      columns={[
        <label className="mark-all inline-line gap-6" key="all">
          <input
            type="checkbox"
            checked={areAll}
            onChange={() => setChosen(areAll ? new Set() : new Set(rows.map(({ id }) => id)))}
          />
          <span>Отметить все на странице</span>
        </label>,
        'Материал',
        'Состояние',
        'Заполнено',
        'Изменено',
        ...(hasReview ? ['Пересмотр'] : []),
      ]}
      isBusy={isPending}
    >
      {rows.map((row) => (
        <RecordRow
          key={row.id}
          row={row}
          hasReview={hasReview}
          kind={titleOf(row.kind)}
          isChosen={chosen.has(row.id)}
          toggle={() => toggle(row.id)}
        />
      ))}
    </DataTable>
  );
}

interface RowProps {
  row: DeskRow;
  /** Some row on the page has a day of its next review. */
  hasReview: boolean;
  /** The kind's title. */
  kind: string;
  isChosen: boolean;
  toggle(): void;
}

function RecordRow({ row, hasReview, kind, isChosen, toggle }: RowProps) {
  return (
    <tr data-id={row.id} aria-selected={isChosen}>
      <td>
        <input type="checkbox" aria-label={`Отметить: ${row.title}`} checked={isChosen} onChange={toggle} />
      </td>
      <th scope="row">
        <a href={recordAddress(row.id)} title={row.title}>
          {row.title}
        </a>
        <span className="desk-kind muted text-3">
          {kind} · №&nbsp;{row.id}
          {row.owner && ` · ${row.owner.name}`}
        </span>
      </th>
      <td>
        <Pill {...stateLabels[row.state]} />
        {row.may_return && <Return row={row} />}
      </td>
      <td data-title="Заполнено">
        <progress max={100} value={row.completeness} aria-label={`Заполнено: ${row.title}`} />{' '}
        <span className="figures">{row.completeness} %</span>
      </td>
      <td className="nowrap" data-title="Изменено">
        {formatDateTime(row.updated_at)}
      </td>
      {hasReview && (
        <td className="nowrap" data-title="Пересмотр">
          {row.review_due && formatDate(row.review_due)}
        </td>
      )}
    </tr>
  );
}

/** Puts a record that was taken off before its readers again, as it was. */
function Return({ row }: { row: DeskRow }) {
  const { run, isBusy, message } = useMutation();
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        isBusy={isBusy}
        aria-label={`Вернуть на сайт: ${row.title}`}
        onClick={() =>
          void run(() =>
            call('POST /api/editors/records/{id}/publish', {
              path: { id: row.id },
              json: { expected_version: 0, reason: 'Возвращено на сайт' },
            }),
          ).then((result) => {
            if (result.ok) invalidate('GET /api/editors/records');
          })
        }
      >
        Вернуть на сайт
      </Button>
      <FormError message={message} />
    </>
  );
}
