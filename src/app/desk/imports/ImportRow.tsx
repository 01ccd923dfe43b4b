import type { ImportField, ImportRowShown } from '#contract/imports.ts';
import { isEdited, type ImportResult } from '#domain/imports.ts';
import { recordAddress } from '#domain/desk.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { ImportFieldValue } from './ImportFieldValue.tsx';
import type { RowsChoice } from './useImport.ts';

type Choose = ((choice: RowsChoice) => void) | undefined;

/** One row: a record of the file, what of it is new, and what is to become of it. */
export function ImportRow({
  row,
  choose,
  canChoose,
}: {
  row: ImportRowShown;
  choose: Choose;
  canChoose: boolean;
}) {
  if (row.outcome === 'rejected')
    return (
      <li>
        <p>
          {row.line !== null && <strong>Строка {row.line}. </strong>}
          {row.reason}
        </p>
      </li>
    );
  const isOpen = canChoose && row.outcome !== 'gone';
  return (
    <li tabIndex={-1} data-position={row.position} data-choice={row.choice}>
      <div className="import-row-head flow align-start">
        <div>
          <h3 className="break-anywhere text-6">
            {row.record_id === null ? row.title : <a href={recordAddress(row.record_id)}>{row.title}</a>}
          </h3>
          <span className="desk-kind muted text-3">
            {row.kind_title} · {row.identity}
            {row.line !== null && ` · строка ${row.line}`}
            {row.url && (
              <>
                {' · '}
                <a href={row.url}>страница</a>
              </>
            )}
          </span>
        </div>
        <Pills row={row} />
      </div>
      {row.is_stale && (
        <p className="callout around-4" data-tone="info">
          Запись изменили после сверки: сверьте файл заново, иначе она станет конфликтом.
        </p>
      )}
      {row.reason && (
        <p className="callout around-4" data-tone="info">
          {row.reason}
        </p>
      )}
      {row.outcome === 'new' ? (
        <details>
          <summary>
            {row.fields.length} {plural(row.fields.length, ['поле', 'поля', 'полей'])} новой записи
          </summary>
          <Fields row={row} choose={choose} isOpen={isOpen} />
        </details>
      ) : (
        <Fields row={row} choose={choose} isOpen={isOpen} />
      )}
      {isOpen && <ConflictChoices row={row} choose={choose} />}
    </li>
  );
}

/** The whole row is accepted or passed over; a second press takes the choice back. */
function ConflictChoices({ row, choose }: { row: ImportRowShown; choose: Choose }) {
  const [isAccepted, isSkipped] = [row.choice === 'accepted', row.choice === 'skipped'];
  const canAccept = row.fields.some(({ risk }) => !isEdited(risk));
  const press = (choice: 'accept' | 'skip', isChosen: boolean) =>
    choose?.({ choice: isChosen ? 'reset' : choice, positions: [String(row.position)] });
  return (
    <div className="desk-actions cluster gap-4">
      <Button
        variant={isAccepted ? undefined : 'secondary'}
        size="small"
        aria-pressed={isAccepted}
        aria-label={`Принять: ${row.title}`}
        disabled={!canAccept && !isAccepted}
        onClick={() => press('accept', isAccepted)}
      >
        {!isAccepted
          ? 'Принять'
          : row.fields.every((field) => field.is_chosen)
            ? 'Принято'
            : 'Принято частично'}
      </Button>
      <Button
        variant={isSkipped ? undefined : 'secondary'}
        size="small"
        aria-pressed={isSkipped}
        aria-label={`Пропустить: ${row.title}`}
        onClick={() => press('skip', isSkipped)}
      >
        {isSkipped ? 'Пропущено' : 'Пропустить'}
      </Button>
      {!canAccept && (
        <span className="muted">Здесь только слова редактора: отметьте поле, чтобы заменить их.</span>
      )}
    </div>
  );
}

const resultWords: Record<ImportResult, [title: string, tone: string]> = {
  applied: ['Записано', 'ok'],
  draft: ['В черновике', 'info'],
  conflict: ['Конфликт', 'err'],
  undone: ['Возвращено', 'neutral'],
  left: ['Оставлено', 'warn'],
};

function Pills({ row }: { row: ImportRowShown }) {
  const pills: [string, string][] = [];
  if (row.outcome === 'gone') pills.push(['Нет в файле', 'neutral']);
  else {
    pills.push(row.outcome === 'new' ? ['Новая', 'brand'] : ['Изменится', 'neutral']);
    if (row.result) pills.push(resultWords[row.result]);
    else pills.push(row.is_safe ? ['Безопасно', 'ok'] : ['Рискованно', 'warn']);
  }
  return (
    <span className="flow gap-3">
      {pills.map(([title, tone]) => (
        <Pill key={title} title={title} tone={tone} />
      ))}
    </span>
  );
}

function Fields({ row, choose, isOpen }: { row: ImportRowShown; choose: Choose; isOpen: boolean }) {
  return (
    <ul className="import-fields stack gap-4">
      {row.fields.map((field) => (
        <li
          className="stack gap-2 line-above"
          key={field.field}
          data-risky={field.risk !== null || undefined}
        >
          {isOpen ? (
            <label className="import-field-name line gap-5 semibold">
              <input
                type="checkbox"
                checked={field.is_chosen}
                onChange={() =>
                  choose?.({
                    choice: field.is_chosen ? 'skip' : 'accept',
                    positions: [String(row.position)],
                    field: field.field,
                  })
                }
              />
              {field.title}
            </label>
          ) : (
            <span className="import-field-name line gap-5 semibold">
              {field.title}
              {!field.is_chosen && row.result !== null && <span className="muted"> — не взято</span>}
            </span>
          )}
          <Why field={field} />
          <ImportFieldValue field={field} />
        </li>
      ))}
    </ul>
  );
}

function Why({ field }: { field: ImportField }) {
  if (!field.why && !field.is_remembered) return null;
  return (
    <span className="import-why text-3">
      {field.why && `Рискованно: ${field.why}`}
      {field.is_remembered && `${field.why ? '; ' : ''}в прошлый раз пропущено`}
    </span>
  );
}
