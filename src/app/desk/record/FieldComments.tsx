import { memo, useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { CommentThread, RecordComments } from '#contract/record-comments.ts';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/Field.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { FormError } from '#ui/FormError.tsx';
import { formatDateTime } from '../../lib/dates.ts';

interface Props {
  /** The record. */
  id: number;
  field: string;
  title: string;
  threads: readonly CommentThread[];
  colleagues: RecordComments['colleagues'];
  changed(comments: RecordComments): void;
}

/** What editors say to each other at a field: a button that counts what is open, and the threads below it. */
export const FieldComments = memo(function FieldComments(props: Props) {
  const { id, title, threads, changed } = props;
  const open = threads.filter(({ resolved }) => !resolved);
  const [isShown, setShown] = useState(false);
  const { run, isBusy, message } = useMutation();
  const settle = async (thread: number, resolved: boolean) => {
    const json = { thread, resolved };
    const result = await run(() =>
      call('POST /api/editors/records/{id}/comments/settle', { path: { id }, json }),
    );
    if (result.ok) changed(result.data);
  };
  return (
    <div className="desk-comments">
      <button
        className="muted text-3"
        type="button"
        aria-expanded={isShown}
        data-open={open.length > 0 || undefined}
        onClick={() => setShown(!isShown)}
      >
        {open.length > 0 ? `Замечаний: ${open.length}` : 'Замечание'}
        <span className="visually-hidden"> у поля {title}</span>
      </button>
      {isShown && (
        <div
          className="stack gap-4 justify-start above-5 pad-6"
          role="group"
          aria-label={`Замечания: ${title}`}
        >
          {threads.map((thread) => (
            <article
              className="stack gap-4 justify-start"
              key={thread.id}
              data-resolved={thread.resolved ? true : undefined}
            >
              {[thread, ...thread.replies].map((one) => (
                <div key={one.id}>
                  <p className="muted">
                    {one.author?.name ?? 'Бывший сотрудник'}, {formatDateTime(one.at)}
                    {one.mentioned.length > 0 &&
                      ` · для: ${one.mentioned.map(({ name }) => name).join(', ')}`}
                  </p>
                  <p className="block pre-line">{one.text}</p>
                </div>
              ))}
              {thread.resolved ? (
                <p className="muted">
                  Решено: {thread.resolved.by?.name ?? 'бывший сотрудник'},{' '}
                  {formatDateTime(thread.resolved.at)}{' '}
                  <Button variant="quiet" size="small" onClick={() => void settle(thread.id, false)}>
                    Открыть снова
                  </Button>
                </p>
              ) : (
                <Button
                  variant="secondary"
                  size="small"
                  isBusy={isBusy}
                  onClick={() => void settle(thread.id, true)}
                >
                  Решено
                </Button>
              )}
              {!thread.resolved && <Say {...props} thread={thread.id} label="Ответ" press="Ответить" />}
            </article>
          ))}
          <FormError message={message} />
          <Say {...props} label="Новое замечание" press="Оставить замечание" />
        </div>
      )}
    </div>
  );
});

function Say({
  id,
  field,
  colleagues,
  changed,
  thread,
  label,
  press,
}: Props & { thread?: number; label: string; press: string }) {
  const [text, setText] = useState('');
  const [mentioned, setMentioned] = useState<string[]>([]);
  const { run, isBusy, message } = useMutation();
  const name = `say-${field}-${thread ?? 'new'}`;
  const send = async () => {
    const json = {
      field,
      text,
      mentioned: mentioned.map(Number),
      ...(thread === undefined ? {} : { thread }),
    };
    const result = await run(() => call('POST /api/editors/records/{id}/comments', { path: { id }, json }));
    if (!result.ok) return;
    setText('');
    setMentioned([]);
    changed(result.data);
  };
  return (
    <div className="desk-say stack gap-4 justify-start">
      <TextArea
        id={name}
        label={label}
        rows={2}
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() !== '' && (
        <MultiSelect
          id={`${name}-to`}
          label="Кого назвать"
          hint="Получат уведомление."
          isOptional
          options={colleagues.map((one) => ({ id: String(one.id), value: one.name }))}
          value={mentioned}
          onChange={setMentioned}
        />
      )}
      <FormError message={message} />
      <Button
        variant="secondary"
        size="small"
        isBusy={isBusy}
        disabled={!text.trim()}
        onClick={() => void send()}
      >
        {press}
      </Button>
    </div>
  );
}
