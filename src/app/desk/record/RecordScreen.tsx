import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from '#contract/client/call.ts';
import type { EditedRecord } from '#contract/editors.ts';
import { isAlike } from '#domain/editing/equality.ts';
import type { KindDescription } from '#domain/editing/description.ts';
import { partsOf, type ValueTitles } from '#domain/editing/differences.ts';
import { createEditing, type Editing } from '#stores/editing.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Pill } from '#ui/Pill.tsx';
import { Differences } from '../parts/Differences.tsx';
import { TabRow, tabPanel } from '../parts/Tabs.tsx';
import { ConflictPanel } from '../../lib/ConflictPanel.tsx';
import { useLeaveGuard, useSaveKey } from '../../lib/leaving.ts';
import { SavingStatus } from '../../lib/SavingStatus.tsx';
import { LoadError } from '../../lib/LoadError.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { idInAddress, oneOf, useSearchState } from '../../lib/useSearchState.ts';
import { stateLabels } from '../record-states.ts';
import { RecordActions } from './RecordActions.tsx';
import { FieldFinder, goTo } from './FieldFinder.tsx';
import { FormPanel } from './FormPanel.tsx';
import { PublishProgress } from './PublishProgress.tsx';
import { titleOf } from './groups.ts';
import { History } from './History.tsx';
import { PresenceBanner } from './PresenceBanner.tsx';
import { DraftPreview, type PreviewTarget, type PreviewWidth } from './DraftPreview.tsx';
import { StepButtons } from './StepButtons.tsx';
import { useTermNames } from './useTerms.ts';

/** The form of one record, beside the page that comes of it. */
export function RecordScreen() {
  const [id] = useState(idInAddress);
  const [editing] = useState(() => createEditing(id));
  const opened = useStore(editing.$opened);
  const record = opened.data;
  const { query } = useQuery('GET /api/editors/kinds');
  const kind = query.data?.find(({ name }) => name === record?.kind);
  useEffect(() => {
    void editing.open();
    return editing.stop;
  }, [editing]);
  if (opened.state === 'failed')
    return (
      <>
        <h1>Материал</h1>
        <LoadError
          className="callout around-8 cluster gap-6"
          message={opened.error.message}
          refetch={() => void editing.open()}
        />
      </>
    );
  if (!record || !kind)
    return (
      <>
        <h1>Материал</h1>
        <p className="muted above-8">Загружаем…</p>
      </>
    );
  return <RecordForm editing={editing} record={record} kind={kind} />;
}

/** Whether form and page stand side by side, as desk.css has it. */
const isWide = () => innerWidth > 75 * parseFloat(getComputedStyle(document.documentElement).fontSize);

type Tab = 'form' | 'difference' | 'history';
const tabs: { code: Tab; title: string }[] = [
  { code: 'form', title: 'Правка' },
  { code: 'difference', title: 'Разница' },
  { code: 'history', title: 'История' },
];
const fields = { part: oneOf(tabs.map(({ code }) => code)) };

function RecordForm({
  editing,
  record,
  kind,
}: {
  editing: Editing;
  record: EditedRecord;
  kind: KindDescription;
}) {
  const values = useStore(editing.$values);
  const saving = useStore(editing.$saving);
  const merged = useStore(editing.$merged);
  const { state, change } = useSearchState(fields);
  const tab = state.part;
  const setTab = (part: Tab) => change({ part });
  const [isPreviewing, setPreviewing] = useState(isWide);
  const [width, setWidth] = useState<PreviewWidth>(() => (innerWidth < 1700 ? 'phone' : 'screen'));
  const [message, setMessage] = useState('');
  const [looked, setLooked] = useState<PreviewTarget>();
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

  const runAction: Editing['runAction'] = async (action, input) => {
    setMessage('');
    try {
      await editing.runAction(action, input);
      if (/\/(publish|unpublish)$/.test(action)) setGone((count) => count + 1);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message);
      if (error.status === 409) await editing.refresh().catch(() => undefined);
    }
  };

  useLeaveGuard(editing.wouldLose);
  useSaveKey(editing.flush);

  return (
    <>
      <div className="desk-head flow gap-12 row-gap-6 align-start below-8">
        <div>
          <p className="desk-kind muted text-3">
            <a href={`/profile/editors/records/?kind=${kind.name}`}>{kind.many}</a> · № {record.id}
            {record.url && <ReadCount id={record.id} />}
          </p>
          <h1>{typeof values.title === 'string' ? values.title : record.title}</h1>
        </div>
        {record.url && (
          <a className="button" data-variant="secondary" data-size="small" href={record.url}>
            На сайте
          </a>
        )}
      </div>
      <PresenceBanner editing={editing} />
      {record.draft?.note && (
        <p className="callout around-4" data-tone="info">
          «{record.draft.note}»
        </p>
      )}
      {merged.length > 0 && (
        <p className="callout around-4" data-tone="info" role="status">
          Сведено с чужой правкой: {merged.map((name) => titleOf(kind, name)).join(', ')}.
        </p>
      )}
      <ConflictPanel
        draft={editing}
        titleOf={(name) => titleOf(kind, name)}
        format={(name, value) => {
          const field = kind.fields.find((one) => one.name === name);
          return field ? partsOf(field, value, names).join('; ') : formatSources(value);
        }}
        theirName={({ draft }) => draft?.author?.name ?? 'Опубликованное тем временем'}
      />
      <div className="desk-bar cluster gap-5 row-gap-3">
        <div className="desk-standing cluster gap-6 row-gap-3 can-shrink">
          <Pill {...stateLabels[record.desk_state]} />
          <SavingStatus draft={editing} />
        </div>
        <StepButtons
          editing={editing}
          titleOf={(field) => titleOf(kind, field)}
          show={(field) => {
            flushSync(() => setTab('form'));
            const place = document.getElementById(`field-${field}`);
            if (!place?.contains(document.activeElement)) goTo(`field-${field}`);
          }}
        />
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
          editing={editing}
          record={record}
          kind={kind}
          runAction={runAction}
          message={message}
          isSaving={saving.state !== 'saved'}
        />
        {gone > 0 && <PublishProgress key={gone} id={record.id} />}
      </div>
      <div>
        <TabRow
          label="Вид"
          tabs={tabs.map((one) => ({
            ...one,
            count: one.code === 'difference' ? record.differences.length : undefined,
          }))}
          chosen={tab}
          choose={setTab}
        />
      </div>
      <div ref={panels} className="desk-editor stack gap-12" data-preview={isPreviewing ? width : undefined}>
        <div {...tabPanel(tab)}>
          {tab === 'form' && (
            <FormPanel
              editing={editing}
              record={record}
              kind={kind}
              values={values}
              problems={problems}
              look={(next) => setLooked((last) => (isAlike(last, next) ? last : next))}
            />
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
                void runAction('POST /api/editors/records/{id}/restore', { version });
              }}
            />
          )}
        </div>
        {isPreviewing && (
          <DraftPreview
            id={record.id}
            mark={`${record.version}.${record.draft?.version ?? 0}`}
            looked={looked}
            width={width}
            widen={setWidth}
          />
        )}
      </div>
    </>
  );
}

const formatSources = (value: unknown) =>
  ((value ?? []) as EditedRecord['sources']).map(({ title, date }) => `${title}, ${date}`).join('; ');

/** Number of reads of a record's page; nothing while unknown. */
function ReadCount({ id }: { id: number }) {
  const { query } = useQuery('GET /api/editors/records/{id}/reads', { path: { id } });
  if (!query.data) return null;
  return (
    <>
      {' · '}
      <a href="/profile/editors/reading/">
        Читали за 30 дней: <span className="figures">{query.data.count.toLocaleString('ru')}</span>
      </a>
    </>
  );
}
