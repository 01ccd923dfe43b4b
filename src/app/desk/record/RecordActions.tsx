import { useEffect, useRef, useState } from 'react';
import type { EditedRecord } from '#contract/editors.ts';
import { lacksSources } from '#domain/desk.ts';
import type { KindDescription } from '#domain/editing/description.ts';
import type { Editing } from '#stores/editing.ts';
import { formatDay } from '#domain/dates.ts';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField, TextField } from '#ui/Field.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMenu } from '#ui/useMenu.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { confirmAction } from '../../chrome/confirmAction.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { Copy } from './Copy.tsx';
import { ActionPanel } from '../parts/ActionPanel.tsx';
import { Unpublish } from './Unpublish.tsx';

interface Props {
  editing: Editing;
  record: EditedRecord;
  kind: KindDescription;
  runAction: Editing['runAction'];
  message: string;
  isSaving: boolean;
}
type Panel = 'publish' | 'submit' | 'return' | 'unpublish' | 'schedule' | 'copy' | undefined;

/** What can be done about the record as a whole, in the state in which it is. Ctrl + Enter opens the publishing. */
export function RecordActions({ editing, record, kind, runAction, message, isSaving }: Props) {
  const [panel, setPanel] = useState<Panel>();
  const { run: mutate, isBusy } = useMutation();
  const isReview = record.draft?.status === 'review';
  const hasDraft = record.draft !== null;
  const isOpen = record.state === 'published';
  const run: Editing['runAction'] = async (action, input) => {
    await mutate(() => runAction(action, input));
    setPanel(undefined);
  };
  const discard = async () => {
    if (await confirmAction('Удалить правки? В истории их не останется.'))
      await run('POST /api/editors/records/{id}/discard', {});
  };
  const mayPublish = (hasDraft || !isOpen || isSaving) && (record.publish_refusal === null || isSaving);
  useEffect(() => {
    if (!mayPublish) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPanel('publish');
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [mayPublish]);
  const maySubmit = (hasDraft || !isOpen) && !isReview;
  // Without a required review, submitting is a secondary action.
  const entries: Entry[] = [
    ...(maySubmit && !record.needs_second_editor ? [{ code: 'submit', title: 'На проверку' } as const] : []),
    ...(hasDraft || isOpen ? [{ code: 'schedule', title: 'Запланировать' } as const] : []),
    { code: 'copy', title: 'Сделать копию' },
    ...(hasDraft ? [{ code: 'discard', title: 'Отказаться от правок' } as const] : []),
    ...(isOpen ? [{ code: 'unpublish', title: 'Снять с публикации' } as const] : []),
  ];
  const row = useRef<HTMLDivElement>(null);
  return (
    <div
      className="desk-record-actions"
      onKeyDown={({ key, target }) => {
        if (key !== 'Escape' || !panel || !(target instanceof Element && target.closest('.desk-panel')))
          return;
        setPanel(undefined);
        row.current?.querySelector('button')?.focus();
      }}
    >
      <div ref={row} className="desk-actions cluster gap-4">
        {(hasDraft || !isOpen || isSaving) && (
          <Button
            disabled={!mayPublish}
            aria-keyshortcuts="Control+Enter"
            aria-expanded={panel === 'publish'}
            onClick={() => setPanel('publish')}
          >
            Опубликовать
          </Button>
        )}
        {maySubmit && record.needs_second_editor && (
          <Button aria-expanded={panel === 'submit'} onClick={() => setPanel('submit')}>
            На проверку
          </Button>
        )}
        {isReview && (
          <Button variant="secondary" aria-expanded={panel === 'return'} onClick={() => setPanel('return')}>
            Вернуть
          </Button>
        )}
        <More entries={entries} choose={(code) => (code === 'discard' ? void discard() : setPanel(code))} />
      </div>
      {record.publish_refusal && (hasDraft || !isOpen) && <p className="muted">{record.publish_refusal}</p>}
      <FormError message={message} />
      {record.schedule.map((one) => (
        <p key={one.id} className="callout around-4" data-tone="info">
          {one.action === 'publish' ? 'Опубликуется' : 'Снимется с публикации'} {formatDateTime(one.due_at)}
          {one.author && `, назначил(а) ${one.author.name}`}.{' '}
          <Button
            variant="quiet"
            size="small"
            onClick={() => void run('POST /api/editors/records/{id}/schedule/cancel', { schedule: one.id })}
          >
            Отменить
          </Button>
        </p>
      ))}
      {panel === 'publish' && (
        <Publish
          due={dueWords(record.review_due, kind.reviewMonths)}
          lacksSources={lacksSources(record.kind, record.draft?.sources ?? record.sources)}
          run={run}
          close={() => setPanel(undefined)}
          isBusy={isBusy}
        />
      )}
      {panel === 'submit' && (
        <ReasonField
          title="Отправить на проверку"
          label="Что посмотреть"
          isOptional
          press="Отправить"
          isBusy={isBusy}
          close={() => setPanel(undefined)}
          send={(note) => void run('POST /api/editors/records/{id}/submit', { note })}
        />
      )}
      {panel === 'return' && (
        <ReasonField
          title="Вернуть автору"
          label="Что исправить"
          press="Вернуть"
          isBusy={isBusy}
          close={() => setPanel(undefined)}
          send={(note) => void run('POST /api/editors/records/{id}/return', { note })}
        />
      )}
      {panel === 'schedule' && (
        <Schedule
          run={run}
          close={() => setPanel(undefined)}
          isBusy={isBusy}
          hasDraft={hasDraft}
          isOpen={isOpen}
        />
      )}
      {panel === 'copy' && (
        <Copy editing={editing} record={record} kind={kind} close={() => setPanel(undefined)} />
      )}
      {panel === 'unpublish' && (
        <Unpublish record={record} run={run} close={() => setPanel(undefined)} isBusy={isBusy} />
      )}
    </div>
  );
}

interface Entry {
  code: Exclude<Panel, undefined> | 'discard';
  title: string;
}

/** Actions that are done seldom, behind one button. */
function More({ entries, choose }: { entries: readonly Entry[]; choose(code: Entry['code']): void }) {
  const { close, place, button, list } = useMenu();
  return (
    <div className="desk-more relative push-end" {...place}>
      <Button variant="quiet" {...button}>
        Ещё
      </Button>
      <ul className="pad-3" {...list}>
        {entries.map(({ code, title }) => (
          <li key={code}>
            <Button
              variant="quiet"
              onClick={() => {
                close();
                choose(code);
              }}
            >
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PanelProps {
  run: Editing['runAction'];
  close(): void;
  isBusy: boolean;
}

/** What becomes of a day that is left empty. */
function dueWords(known: string | null, months: number | undefined): string {
  const after = months && `через ${counted(months, ['месяц', 'месяца', 'месяцев'])}`;
  if (!known) return after ? `Если не указать, ${after}.` : '';
  return `Назначено на ${formatDay(known)}.${after ? ` После проверки всех фактов — ${after}.` : ''}`;
}

interface PublishProps extends PanelProps {
  /** What becomes of an empty day of review. */
  due: string;
  lacksSources: boolean;
}

function Publish({ due: said, lacksSources: isUnsourced, run, close, isBusy }: PublishProps) {
  const [isMeant, setMeant] = useState(false);
  const [reason, setReason] = useState('');
  const [isReviewed, setReviewed] = useState(false);
  const [due, setDue] = useState('');
  return (
    <ActionPanel
      title="Опубликовать"
      press="Опубликовать сейчас"
      busy="Публикуем…"
      isBusy={isBusy}
      isReady={!isUnsourced || isMeant}
      send={() =>
        void run('POST /api/editors/records/{id}/publish', {
          reason,
          reviewed: isReviewed,
          ...(due ? { review_due: due } : {}),
        })
      }
      close={close}
    >
      {isUnsourced && (
        <CheckField
          id="publish-unsourced"
          label="Опубликовать без источников: читатель не узнает, откуда эти сведения"
          checked={isMeant}
          onChange={({ target }) => setMeant(target.checked)}
        />
      )}
      <TextField
        id="publish-reason"
        autoFocus
        label="Почему изменено"
        hint="Прочтут коллеги в истории."
        isOptional
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <CheckField
        id="publish-reviewed"
        label="Все факты записи проверены сегодня"
        checked={isReviewed}
        onChange={({ target }) => setReviewed(target.checked)}
      />
      <TextField
        id="publish-due"
        label="Пересмотреть"
        hint={said}
        type="date"
        isOptional
        value={due}
        onChange={({ target }) => setDue(target.value)}
      />
    </ActionPanel>
  );
}

function ReasonField({
  title,
  label,
  press,
  isOptional = false,
  isBusy,
  close,
  send,
}: {
  title: string;
  label: string;
  press: string;
  isOptional?: boolean;
  isBusy: boolean;
  close(): void;
  send(text: string): void;
}) {
  const [text, setText] = useState('');
  return (
    <ActionPanel
      title={title}
      press={press}
      isBusy={isBusy}
      isReady={isOptional || text.trim() !== ''}
      send={() => send(text)}
      close={close}
    >
      <TextField
        id="action-text"
        autoFocus
        label={label}
        isOptional={isOptional}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </ActionPanel>
  );
}

function Schedule({
  run,
  close,
  isBusy,
  hasDraft,
  isOpen,
}: PanelProps & { hasDraft: boolean; isOpen: boolean }) {
  const [action, setAction] = useState<'publish' | 'unpublish'>(hasDraft ? 'publish' : 'unpublish');
  const [at, setAt] = useState('');
  return (
    <ActionPanel
      title="Запланировать"
      press="Назначить"
      isBusy={isBusy}
      isReady={at !== ''}
      send={() =>
        void run('POST /api/editors/records/{id}/schedule', { action, due_at: new Date(at).toISOString() })
      }
      close={close}
    >
      <fieldset className="desk-choice stack gap-5">
        <legend>Что сделать</legend>
        {hasDraft && (
          <label>
            <input
              className="no-shrink above-1"
              type="radio"
              checked={action === 'publish'}
              onChange={() => setAction('publish')}
            />{' '}
            Опубликовать правку
          </label>
        )}
        {isOpen && (
          <label>
            <input
              className="no-shrink above-1"
              type="radio"
              checked={action === 'unpublish'}
              onChange={() => setAction('unpublish')}
            />{' '}
            Снять с публикации
          </label>
        )}
      </fieldset>
      <TextField
        id="schedule-at"
        autoFocus
        label="Когда"
        type="datetime-local"
        hint="По времени вашего компьютера."
        value={at}
        onChange={({ target }) => setAt(target.value)}
      />
    </ActionPanel>
  );
}
