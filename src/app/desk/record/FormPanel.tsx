import { memo, useEffect, useMemo } from 'react';
import type { CommentThread, RecordComments } from '#contract/record-comments.ts';
import type { EditedRecord } from '#contract/editors.ts';
import type { FieldDescription, KindDescription } from '#domain/editing/description.ts';
import type { EditedFields, Editing } from '#stores/editing.ts';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { ErrorBoundary } from '../../lib/ErrorBoundary.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { Contents } from './Contents.tsx';
import { Control } from './Control.tsx';
import { FieldComments } from './FieldComments.tsx';
import { keepInView } from './FieldFinder.tsx';
import { groupsOf, titleOf } from './groups.ts';
import type { PreviewTarget } from './DraftPreview.tsx';
import { Sources } from './Sources.tsx';

interface Props {
  editing: Editing;
  record: EditedRecord;
  kind: KindDescription;
  values: EditedFields;
  problems: ReadonlyMap<string, string>;
  /** The field under the hands, which the page beside shows. */
  look(looked: PreviewTarget): void;
}

/** The fields of a record by their groups, with what is wrong and what is missing said above. */
export function FormPanel({ editing, record, kind, values, problems, look }: Props) {
  const groups = groupsOf(kind, values, problems);
  const commentsAt = useComments(record.id);
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('field');
    return asked ? keepInView(`field-${asked}`) : undefined;
  }, []);
  const lookAt = ({ target }: { target: EventTarget }) => {
    const place = (target as Element).closest('[id^="field-"]')?.id;
    const name = /^field-(\w+)/.exec(place ?? '')?.[1];
    const field = kind.fields.find((one) => one.name === name);
    if (field) look({ title: field.title, value: values[field.name], words: wordsAtCursor(target) });
  };
  return (
    <form
      className="desk-form stack gap-9"
      aria-label="Поля записи"
      onSubmit={(event) => event.preventDefault()}
      onFocus={lookAt}
      onKeyUp={lookAt}
      onPointerUp={lookAt}
    >
      <ErrorSummary
        title="Чтобы опубликовать, исправьте"
        takesFocus={false}
        problems={[...problems].slice(0, 20).map(([field, text]) => ({
          message: `${titleOf(kind, field)}: ${text}`,
          field: `field-${field.split('.')[0]}`,
        }))}
      />
      <Completeness record={record} />
      <div className="desk-groups stack gap-10">
        <Contents groups={groups} />
        <div>
          {groups.map((group) => (
            <section key={group.id} className="desk-section stack gap-9" aria-labelledby={group.id}>
              <h2 id={group.id} tabIndex={-1}>
                {group.title}
              </h2>
              {group.fields.map((field) => (
                <div key={field.name} className="desk-field relative">
                  <ErrorBoundary
                    message={`Поле «${field.title}» не удалось показать. Остальные можно править.`}
                  >
                    <Row
                      field={field}
                      value={values[field.name]}
                      record={record}
                      problems={problems}
                      editing={editing}
                    />
                  </ErrorBoundary>
                  <ErrorBoundary message={`Замечания у поля «${field.title}» не удалось показать.`}>
                    <FieldComments {...commentsAt(field.name)} title={field.title} />
                  </ErrorBoundary>
                </div>
              ))}
              {group.id === 'group-sources' && (
                <div className="desk-field relative">
                  <ErrorBoundary message="Источники не удалось показать. Остальное можно править.">
                    <Sources
                      sources={(values.sources ?? []) as EditedRecord['sources']}
                      fields={kind.fields}
                      texts={values}
                      errors={problems}
                      onChange={(sources) => editing.set('sources', sources)}
                    />
                  </ErrorBoundary>
                  <ErrorBoundary message="Замечания у источников не удалось показать.">
                    <FieldComments {...commentsAt('sources')} title="Источники" />
                  </ErrorBoundary>
                </div>
              )}
            </section>
          ))}
        </div>
      </div>
    </form>
  );
}

/** The paragraph of a rich text in which the cursor stands. */
function wordsAtCursor(target: EventTarget): string | undefined {
  if (!(target as Element).closest('[contenteditable]')) return undefined;
  const { anchorNode = null } = getSelection() ?? {};
  const around = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
  return around?.closest('p, h2, h3, h4')?.textContent ?? undefined;
}

const none: readonly CommentThread[] = [];
const noColleagues: RecordComments['colleagues'] = [];

/** What is said at each field; the same things until something is said. */
function useComments(id: number) {
  const { query, replace: changed } = useQuery('GET /api/editors/records/{id}/comments', {
    path: { id },
  });
  const { threads = none, colleagues = noColleagues } = query.data ?? {};
  const byField = useMemo(() => Map.groupBy(threads, ({ field }) => field), [threads]);
  return (field: string) => ({ id, field, threads: byField.get(field) ?? none, colleagues, changed });
}

interface RowProps {
  field: FieldDescription;
  value: unknown;
  record: EditedRecord;
  problems: ReadonlyMap<string, string>;
  editing: Editing;
}

/** One field of the form: a key pressed in another one does not draw it again. */
const Row = memo(function Row({ field, value, record, problems, editing }: RowProps) {
  return (
    <Control
      id={`field-${field.name}`}
      field={field}
      value={value}
      names={record.names}
      self={record.id}
      error={problems.get(field.name)}
      errors={within(problems, field.name)}
      hint={originWords(record.origins[field.name])}
      onChange={(next, how) => editing.set(field.name, next, how)}
    />
  );
});

/** Errors below a field, by the rest of their path. */
const within = (problems: ReadonlyMap<string, string>, name: string) =>
  new Map(
    [...problems].flatMap(([field, text]) =>
      field.startsWith(`${name}.`) ? [[field.slice(name.length + 1), text] as const] : [],
    ),
  );

/** Whose word a field is: imports never replace an editor's. */
function originWords(origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined;
  if (origin === 'editor') return 'Написал редактор: импорт это не меняет';
  return origin === 'records' ? 'Из стартового каталога' : `Из импорта ${origin}`;
}

function Completeness({ record }: { record: EditedRecord }) {
  const { score, missing } = record.completeness;
  return (
    <details className="desk-completeness">
      <summary>
        <progress max={100} value={score} aria-label="Заполнено" />{' '}
        <span className="figures">Заполнено {score} %</span>
      </summary>
      <p>
        Не заполнено:{' '}
        {missing.map(({ field, title }, index) => (
          <span key={field}>
            {index > 0 && ', '}
            <a href={`#field-${field}`}>{title.toLowerCase()}</a>
          </span>
        ))}
      </p>
    </details>
  );
}
