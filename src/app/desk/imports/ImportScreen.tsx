import { useState } from 'react';
import type { ImportDetail } from '#contract/imports.ts';
import { formatBytes } from '#domain/bytes.ts';
import { importAddress, type ImportMode } from '#domain/imports.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { LoadError } from '../../lib/LoadError.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { confirmAction } from '../../chrome/confirmAction.ts';
import { ImportRows } from './ImportRows.tsx';
import { useImport } from './useImport.ts';
import { formatWord, importedBy, importStateWords, isBusy, numberWords, rowsWords } from './words.ts';

type Live = ReturnType<typeof useImport>;

/** One import: how far it is, what it would change, and what can be done with it. */
export function ImportScreen({ id }: { id: number }) {
  const live = useImport(id);
  const { detail, failure, message, refetch } = live;
  return (
    <>
      <p className="below-4">
        <a href="/profile/editors/imports/">Все импорты</a>
      </p>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <div>
          <h1>{detail?.file_name ?? `Импорт № ${id}`}</h1>
          {detail && (
            <p className="desk-kind muted text-3">
              № {id} · {formatWord(detail.format)} · {importedBy(detail)}
              {detail.size > 0 && ` · ${formatBytes(detail.size)}`}
            </p>
          )}
        </div>
        {detail && <Pill {...importStateWords[detail.state]} />}
      </div>
      {failure && !detail && (
        <LoadError className="callout around-8 cluster gap-6" message={failure.message} refetch={refetch} />
      )}
      {!detail && !failure && <p className="muted above-8">Загружаем…</p>}
      {message && (
        <p className="callout around-8 cluster gap-6" data-tone="err" role="alert">
          {message}
        </p>
      )}
      {detail?.problem && detail.state !== 'refused' && (
        <p className="callout around-4" data-tone="info">
          {detail.problem}
        </p>
      )}
      {detail && <ImportStage detail={detail} live={live} />}
    </>
  );
}

function ImportStage({ detail, live }: { detail: ImportDetail; live: Live }) {
  const { state } = detail;
  if (isBusy(state)) return <Working detail={detail} live={live} />;
  if (state === 'refused') return <RefusedImport detail={detail} live={live} />;
  if (state === 'dropped')
    return (
      <p className="center-text muted pad-block-16">От этого импорта отказались: его строки не сохранены.</p>
    );
  return (
    <>
      <ImportCounts detail={detail} />
      {state === 'ready' && <Decide detail={detail} live={live} />}
      {state === 'applied' && <Applied detail={detail} live={live} />}
      {state === 'undone' && (
        <p className="callout around-4" data-tone="info">
          Отменено: {detail.undone_by ?? 'бывший сотрудник'}, {formatDateTime(detail.undone_at ?? '')}.
          Возвращено {numberWords(detail.counts.undone)}, оставлено {numberWords(detail.counts.left)}.
        </p>
      )}
      <Notes notes={detail.notes} />
      <ImportRows key={state} detail={detail} live={live} />
    </>
  );
}

const workWords = {
  comparing: 'Сверяем файл с каталогом. Пока ничего не меняется: страницу можно закрыть и вернуться.',
  applying: 'Применяем: всё запишется разом или не запишется ничего.',
  undoing: 'Отменяем импорт: всё вернётся разом или не изменится ничего.',
} as const;

function Working({ detail, live }: { detail: ImportDetail; live: Live }) {
  const { state, progress } = detail;
  const total = progress?.total ?? 0;
  return (
    <div className="desk-panel" role="status">
      <p>{workWords[state as keyof typeof workWords]}</p>
      <progress
        className="import-progress full-width"
        aria-label="Ход работы"
        {...(total > 0 ? { max: total, value: progress?.done ?? 0 } : {})}
      />
      {total > 0 && (
        <p className="muted figures">
          {numberWords(progress?.done ?? 0)} из {numberWords(total)}
        </p>
      )}
      {state === 'comparing' && (
        <div className="desk-actions cluster gap-4">
          <Button
            variant="quiet"
            size="small"
            isBusy={live.isDoing}
            onClick={() => void live.run('POST /api/editors/imports/{id}/drop')}
          >
            Отказаться от импорта
          </Button>
        </div>
      )}
    </div>
  );
}

function RefusedImport({ detail, live }: { detail: ImportDetail; live: Live }) {
  return (
    <div className="desk-panel">
      <p className="callout around-8 cluster gap-6" data-tone="err" role="alert">
        {detail.problem ?? 'Файл не принят.'}
      </p>
      <p>В каталоге ничего не изменилось. Исправьте файл и загрузите его снова.</p>
      <div className="desk-actions cluster gap-4">
        <a className="button" href="/profile/editors/imports/">
          Загрузить другой файл
        </a>
        <Button
          variant="secondary"
          isBusy={live.isDoing}
          onClick={() => void live.run('POST /api/editors/imports/{id}/compare', {})}
        >
          Сверить ещё раз
        </Button>
      </div>
    </div>
  );
}

function ImportCounts({ detail: { counts, state } }: { detail: ImportDetail }) {
  const isDone = state === 'applied' || state === 'undone';
  const results: [string, number][] = [
    ['Записано', counts.applied],
    ['В черновиках', counts.draft],
    ['В конфликте', counts.conflict],
    ['Возвращено', counts.undone],
    ['Оставлено', counts.left],
  ];
  const lines: [string, number][] = [
    ['Новых', counts.new],
    ['Изменённых', counts.changed],
    ['Таких же', counts.same],
    ['Нет в файле', counts.gone],
    ['Отклонено', counts.rejected],
    ...(isDone ? results.filter(([, count]) => count > 0) : []),
  ];
  return (
    <dl className="import-figures gap-6 around-8 columns-fill column-9">
      {lines.map(([title, count]) => (
        <div className="box" key={title}>
          <dt className="muted text-3">{title}</dt>
          <dd className="figures semibold text-9">{numberWords(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What can be decided about the whole import. */
function Decide({ detail, live }: { detail: ImportDetail; live: Live }) {
  const [isApplying, setApplying] = useState(false);
  const { views, second } = detail;
  const total = views.changes;
  if (total === 0)
    return (
      <div className="desk-panel">
        <p>
          {detail.counts.rejected > 0 && detail.counts.same === 0
            ? 'Ни одна строка файла не подошла: причины названы ниже.'
            : 'В файле нет ничего нового: каталог уже говорит то же самое.'}
        </p>
        <div className="desk-actions cluster gap-4">
          <Drop live={live} />
        </div>
      </div>
    );
  return (
    <div className="desk-panel">
      <p>
        Принято {rowsWords(views.accepted)}, пропущено {numberWords(views.skipped)}, не решено{' '}
        {numberWords(views.open)}.
      </p>
      <div className="desk-actions cluster gap-4">
        <Button
          variant="secondary"
          isBusy={live.isDoing}
          onClick={() => void live.run('POST /api/editors/imports/{id}/choose', { choice: 'safe' })}
        >
          Принять всё безопасное
        </Button>
        <Button
          aria-expanded={isApplying}
          disabled={views.accepted === 0 || live.isDoing}
          onClick={() => setApplying(!isApplying)}
        >
          Применить принятое…
        </Button>
        <Button
          variant="quiet"
          isBusy={live.isDoing}
          onClick={() => void live.run('POST /api/editors/imports/{id}/compare', {})}
        >
          Сверить заново
        </Button>
        <Drop live={live} />
      </div>
      <details>
        <summary>Что считается безопасным</summary>
        <p>
          Новая запись; пустое поле, которое файл заполняет; значение, которое пришло из того же источника и
          которого редакторы никогда не касались. Остальное рискованно, и рядом сказано почему. Слова
          редактора заменяет только отметка у самого поля.
        </p>
      </details>
      {isApplying && <Apply detail={detail} live={live} second={second} close={() => setApplying(false)} />}
    </div>
  );
}

const Drop = ({ live }: { live: Live }) => (
  <Button
    variant="quiet"
    isBusy={live.isDoing}
    onClick={() => void live.run('POST /api/editors/imports/{id}/drop')}
  >
    Отказаться от импорта
  </Button>
);

/** What was looked at while choosing is not what one wants to see of the result. */
const showAllRows = (id: number) => history.replaceState(null, '', importAddress(id));

const modeWords: Record<ImportMode, [title: string, hint: string]> = {
  publish: ['Сразу опубликовать', 'Читатели увидят изменения, как только страницы перестроятся'],
  drafts: ['Оставить черновиками', 'Каждую запись кто-нибудь просмотрит и опубликует'],
};

function Apply({
  detail,
  live,
  second,
  close,
}: {
  detail: ImportDetail;
  live: Live;
  second: readonly string[];
  close(): void;
}) {
  const [mode, setMode] = useState<ImportMode>('publish');
  return (
    <form
      aria-label="Применить принятое"
      className="import-apply stack gap-7 line-above"
      onSubmit={(event) => {
        event.preventDefault();
        void live
          .run('POST /api/editors/imports/{id}/apply', { mode, expected_version: detail.version })

          .then((isDone) => {
            if (isDone) showAllRows(detail.id);
          });
      }}
    >
      <fieldset className="desk-choice stack gap-5">
        <legend>Куда записать {rowsWords(detail.views.accepted)}</legend>
        {(Object.keys(modeWords) as ImportMode[]).map((one) => (
          <label key={one}>
            <input
              className="no-shrink above-1"
              type="radio"
              name="import-mode"
              checked={mode === one}
              onChange={() => setMode(one)}
            />
            <span>
              <strong>{modeWords[one][0]}</strong>
              <span className="desk-kind muted text-3">{modeWords[one][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {second.length > 0 && (
        <p className="callout around-4" data-tone="info">
          {second.join(', ')}: такие записи смотрит второй редактор, поэтому их изменения в любом случае
          станут черновиками.
        </p>
      )}
      {detail.views.open > 0 && <p>Не решено: {rowsWords(detail.views.open)}. Они останутся как есть.</p>}
      <div className="desk-actions cluster gap-4">
        <Button type="submit" isBusy={live.isDoing}>
          Применить
        </Button>
        <Button variant="quiet" onClick={close}>
          Ещё посмотрю
        </Button>
      </div>
    </form>
  );
}

function Applied({ detail, live }: { detail: ImportDetail; live: Live }) {
  const { counts } = detail;
  const undo = async () => {
    const isSure = await confirmAction(
      'Отменить импорт? Прежние слова вернутся, новые записи уйдут в архив, черновики импорта исчезнут. Записи, которые изменили после импорта, останутся как есть и будут названы.',
    );
    if (isSure && (await live.run('POST /api/editors/imports/{id}/undo'))) showAllRows(detail.id);
  };
  return (
    <div className="desk-panel">
      <p>
        {detail.applied_by ? `Применено: ${detail.applied_by}` : 'Загружено из командной строки'},{' '}
        {formatDateTime(detail.applied_at ?? '')}.
        {counts.conflict > 0 &&
          ' Записи в конфликте не тронуты: загрузите файл ещё раз, и они сверятся с нынешними.'}
      </p>
      <div className="desk-actions cluster gap-4">
        <Button variant="secondary" isBusy={live.isDoing} onClick={() => void undo()}>
          Отменить импорт…
        </Button>
      </div>
    </div>
  );
}

function Notes({ notes }: Pick<ImportDetail, 'notes'>) {
  if (notes.length === 0) return null;
  return (
    <details>
      <summary>Замечания при чтении: {numberWords(notes.length)}</summary>
      <ul className="stack gap-4 around-4">
        {notes.map(({ text, count, examples }) => (
          <li key={text}>
            {text}: {numberWords(count)}
            {examples.length > 0 && <span className="desk-kind muted text-3">{examples.join('; ')}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
