import { useRef, useState } from 'react';
import { savedEntry } from '#contract/forms/saved-cases.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { CheckField, TextArea, TextField } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useCallForm } from '../../form/useCallForm.ts';
import { useMutation } from '../../useMutation.ts';
import { CaseQuery } from '../States.tsx';
import { useSaved, type SavedEntry } from './useSaved.ts';

interface Props {
  id: number;
  title: string;
  size?: 'small';
}

/** Saves a case for oneself; the button shows whether it is saved. */
export function SaveCase({ id, title, size }: Props) {
  const { query, refetch } = useSaved();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const entry = query.data?.find(({ case_id }) => case_id === id);
  const label = entry ? 'В сохранённых' : 'В сохранённые';
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        aria-haspopup="dialog"
        aria-label={`${label}: ${title}`}
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        <Icon name={entry ? 'check' : 'plus'} />
        {label}
      </Button>
      <dialog
        className="save-case case-dialog"
        ref={dialog}
        aria-label={`Сохранить случай: ${title}`}
        onClose={() => setOpen(false)}
      >
        {isOpen && (
          <div className="save-case-body stack gap-6 justify-start">
            <h2 tabIndex={-1}>{entry ? 'Случай сохранён' : 'Сохранить случай'}</h2>
            <p className="muted small">{title}</p>
            <CaseQuery query={query} refetch={refetch}>
              {() => <EntryForm id={id} entry={entry} close={() => dialog.current?.close()} />}
            </CaseQuery>
            <a href="/profile/cases/saved/">Сохранённые случаи</a>
          </div>
        )}
      </dialog>
    </>
  );
}

interface EntryFormProps {
  id: number;
  entry: SavedEntry | undefined;
  close(): void;
}

function EntryForm({ id, entry, close }: EntryFormProps) {
  const { query, put, remove } = useSaved();
  const { run, isBusy } = useMutation();
  const { submit, isSending, problems, field, forget } = useCallForm<SavedEntry>({
    id: `saved-${id}`,
    schema: savedEntry,
    kept: `saved case ${id}`,
    values: { folder: entry?.folder ?? '', note: entry?.note ?? '', following: entry?.following ?? true },
    async send(values) {
      await put(id, values);
      close();
    },
  });
  const folders = new Set(query.data?.map(({ folder }) => folder).filter(Boolean));
  return (
    <form className="save-case-form stack gap-6 justify-start" onSubmit={submit} noValidate>
      <ErrorSummary title="Случай не сохранён" problems={problems} />
      <TextField label="Папка" isOptional autoComplete="off" list={`folders-${id}`} {...field('folder')} />
      <datalist id={`folders-${id}`}>
        {[...folders].map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
      <TextArea
        label="Заметка для себя"
        isOptional
        hint="Папку и заметку видите только вы. Имён и других персональных данных не пишите."
        rows={3}
        {...field('note')}
      />
      <CheckField label="Сообщать о новых сообщениях, правках и исходе" {...field('following')} />
      <div className="row">
        <Button type="submit" isBusy={isSending} busy="Сохраняем…">
          Сохранить случай
        </Button>
        {entry && (
          <Button
            variant="secondary"
            isBusy={isBusy}
            onClick={() =>
              void run(async () => {
                await remove(id);
                close();
              })
            }
          >
            Убрать из сохранённых
          </Button>
        )}
        <Button
          variant="quiet"
          onClick={() => {
            forget();
            close();
          }}
        >
          Отмена
        </Button>
      </div>
    </form>
  );
}
