import { useStore } from '@nanostores/react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from '#contract/client/call.ts';
import type { EditedRecord } from '#contract/client/editors.ts';
import type { FieldDescription, KindDescription } from '#domain/editing/description.ts';
import type { ValueTitles } from '#domain/editing/words.ts';
import { createEditing, type Editing } from '#stores/editing.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Differences } from '../parts/Differences.tsx';
import { Failed } from '../../Failed.tsx';
import { StatePill } from '../parts/StatePill.tsx';
import { useAnswer } from '../../useQuery.ts';
import { Contents } from './Contents.tsx';
import { Control } from './Control.tsx';
import { RecordActions } from './Deeds.tsx';
import { FieldFinder } from './FieldFinder.tsx';
import { Going } from './Going.tsx';
import { groupsOf } from './groups.ts';
import { History } from './History.tsx';
import { Merge } from './Merge.tsx';
import { Note } from './Note.tsx';
import { Preview, type Looked } from './Preview.tsx';
import { SavingNote } from './SavingNote.tsx';
import { Sources } from './Sources.tsx';
import { useTermNames } from './useTerms.ts';

/** The form of one record, beside the page that comes of it. */
export function RecordScreen() {
  const [id] = useState(() => Number(new URLSearchParams(location.search).get('id')));
  const [editing] = useState(() => createEditing(id));
  const failure = useStore(editing.$failure);
  const record = useStore(editing.$record);
  const { answer } = useAnswer('GET /api/editors/kinds');
  const kind = answer.data?.find(({ name }) => name === record?.kind);
  useEffect(() => {
    void editing.load();
    return editing.stop;
  }, [editing]);
  if (failure)
    return (
      <>
        <h1>Материал</h1>
        <Failed className="desk-failure" message={failure.message} again={() => void editing.load()} />
      </>
    );
  if (!record || !kind)
    return (
      <>
        <h1>Материал</h1>
        <p className="desk-waiting">Загружаем…</p>
      </>
    );
  return <Form editing={editing} record={record} kind={kind} />;
}

/** Whether form and page stand side by side, as desk.css has it. */
const isWide = () => innerWidth > 75 * parseFloat(getComputedStyle(document.documentElement).fontSize);

type Tab = 'form' | 'difference' | 'history';
const tabs: { code: Tab; title: string }[] = [
  { code: 'form', title: 'Правка' },
  { code: 'difference', title: 'Разница' },
  { code: 'history', title: 'История' },
];

/** Ctrl + S saves at once; who leaves with something unsaved is asked. */
function useSavingKeys(editing: Editing): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (editing.$saving.get().state !== 'saved') event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [editing]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void editing.flush();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [editing]);
}

function Form({ editing, record, kind }: { editing: Editing; record: EditedRecord; kind: KindDescription }) {
  const values = useStore(editing.$values);
  const saving = useStore(editing.$saving);
  const conflict = useStore(editing.$conflict);
  const merged = useStore(editing.$merged);
  const [tab, setTab] = useState<Tab>('form');
  const [isPreviewing, setPreviewing] = useState(isWide);
  const [message, setMessage] = useState('');
  const [looked, setLooked] = useState<Looked>();
  const panels = useRef<HTMLDivElement>(null);
  /** Grows when something of this record has gone out to readers. */
  const [gone, setGone] = useState(0);
  const termName = useTermNames();
  const names: ValueTitles = {
    record: (id) => record.names.find((one) => one.id === id)?.title,
    term: termName,
  };
  const refused = saving.state === 'failed' ? saving : undefined;
  const problems = useMemo(() => {
    const all = new Map((record.draft?.problems ?? []).map(({ field, message: text }) => [field, text]));
    if (refused?.field) all.set(refused.field, refused.message);
    return all;
  }, [record, refused]);

  const groups = groupsOf(kind, values, problems);

  const act: Editing['act'] = async (deed, more) => {
    setMessage('');
    try {
      await editing.act(deed, more);
      if (/\/(publish|unpublish)$/.test(deed)) setGone((count) => count + 1);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message);
      if (error.status === 409) await editing.refresh().catch(() => undefined);
    }
  };

  useSavingKeys(editing);

  return (
    <>
      <div className="desk-head">
        <div>
          <p className="desk-kind">
            <a href={`/profile/editors/records/?kind=${kind.name}`}>{kind.many}</a> · № {record.id}
          </p>
          <h1>{typeof values.title === 'string' ? values.title : record.title}</h1>
        </div>
        {record.url && (
          <a className="button" data-variant="secondary" data-size="small" href={record.url}>
            На сайте
          </a>
        )}
      </div>
      <Note editing={editing} />
      {record.draft?.note && <p className="desk-note">«{record.draft.note}»</p>}
      {merged.length > 0 && (
        <p className="desk-note" role="status">
          Сведено с чужой правкой: {merged.map((name) => titleOf(kind, name)).join(', ')}.
        </p>
      )}
      {conflict && (
        <Merge
          conflict={conflict}
          mine={values}
          fields={kind.fields}
          names={names}
          resolve={(chosen) => void editing.resolve(chosen)}
        />
      )}
      <div className="desk-bar">
        <div className="desk-standing">
          <StatePill state={record.desk_state} />
          <SavingNote saving={saving} retry={() => void editing.flush()} />
        </div>
        {tab === 'form' && <FieldFinder fields={kind.fields} />}
        <Button
          className="desk-eye"
          variant="secondary"
          aria-pressed={isPreviewing}
          onClick={() => {
            flushSync(() => setPreviewing(!isPreviewing));
            // Where the page takes the place of the form, both begin where the reader is.
            if (!isWide()) panels.current?.scrollIntoView({ block: 'start' });
          }}
        >
          <Icon name="eye" />
          <span>Страница</span>
        </Button>
        <RecordActions
          record={record}
          reviewMonths={kind.reviewMonths}
          act={act}
          message={message}
          isSaving={saving.state !== 'saved'}
        />
        {gone > 0 && <Going key={gone} id={record.id} />}
      </div>
      <div>
        <div className="desk-tabs" role="tablist" aria-label="Вид">
          {tabs.map(({ code, title }) => (
            <button
              key={code}
              type="button"
              role="tab"
              id={`tab-${code}`}
              aria-selected={tab === code}
              aria-controls={`panel-${code}`}
              tabIndex={tab === code ? 0 : -1}
              onClick={() => setTab(code)}
              onKeyDown={(event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                if (!step) return;
                const next =
                  tabs[(tabs.findIndex((one) => one.code === tab) + step + tabs.length) % tabs.length];
                if (!next) return;
                setTab(next.code);
                document.getElementById(`tab-${next.code}`)?.focus();
              }}
            >
              {title}
              {code === 'difference' && record.differences.length > 0 && (
                <span className="pill" data-tone="brand">
                  {record.differences.length}
                </span>
              )}
            </button>
          ))}
        </div>
      </div>
      <div ref={panels} className="desk-editor" data-preview={isPreviewing || undefined}>
        <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
          {tab === 'form' && (
            <form
              className="desk-form"
              onSubmit={(event) => event.preventDefault()}
              onFocus={({ target }) => {
                const name = /^field-(\w+)/.exec(target.id)?.[1];
                const field = kind.fields.find((one) => one.name === name);
                if (field) setLooked({ title: field.title, value: values[field.name] });
              }}
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
              <div className="desk-groups">
                <Contents groups={groups} />
                <div>
                  {groups.map((group) => (
                    <section key={group.id} className="desk-section" aria-labelledby={group.id}>
                      <h2 id={group.id} tabIndex={-1}>
                        {group.title}
                      </h2>
                      {group.fields.map((field) => (
                        <Row
                          key={field.name}
                          field={field}
                          value={values[field.name]}
                          record={record}
                          problems={problems}
                          editing={editing}
                        />
                      ))}
                      {group.id === 'group-sources' && (
                        <Sources
                          sources={(values.sources ?? []) as EditedRecord['sources']}
                          fields={kind.fields}
                          texts={values}
                          errors={problems}
                          onChange={(sources) => editing.set('sources', sources)}
                        />
                      )}
                    </section>
                  ))}
                </div>
              </div>
            </form>
          )}
          {tab === 'difference' && (
            <section aria-labelledby="difference-title">
              <h2 id="difference-title">Разница с тем, что в силе</h2>
              {record.differences.length === 0 ? (
                <p className="muted">Правок нет.</p>
              ) : (
                <Differences differences={record.differences} />
              )}
            </section>
          )}
          {tab === 'history' && (
            <History
              id={record.id}
              version={record.version}
              restore={(version) => {
                setTab('form');
                void act('POST /api/editors/records/{id}/restore', { version });
              }}
              rolledBack={() => {
                setGone(gone + 1);
                void editing.load();
              }}
            />
          )}
        </div>
        {isPreviewing && (
          <Preview id={record.id} mark={`${record.version}.${record.draft?.version ?? 0}`} looked={looked} />
        )}
      </div>
    </>
  );
}

interface RowProps {
  field: FieldDescription;
  value: unknown;
  record: EditedRecord;
  problems: ReadonlyMap<string, string>;
  editing: Editing;
}

/** One field of the form: a key pressed in another one does not draw it anew. */
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
      onChange={(next) => editing.set(field.name, next)}
    />
  );
});

function titleOf(kind: KindDescription, path: string): string {
  const [name = '', index] = path.split('.');
  const title = kind.fields.find((field) => field.name === name)?.title ?? 'Источники';
  return index !== undefined && /^\d+$/.test(index) ? `${title}, строка ${Number(index) + 1}` : title;
}

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
