import { useState } from 'react';
import { savedEntry } from '#contract/forms/saved-cases.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { CheckField, TextArea, TextField } from '#ui/Field.tsx';
import { ApiForm } from '../../lib/ApiForm.tsx';
import { useMutation } from '../../lib/useMutation.ts';
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
        onClick={() => setOpen(true)}
      >
        <Icon name={entry ? 'check' : 'plus'} />
        {label}
      </Button>
      <Dialog
        className="save-case dialog pad-12"
        aria-label={`Сохранить случай: ${title}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <div className="save-case-body stack gap-6 justify-start">
          <h2 tabIndex={-1}>{entry ? 'Случай сохранён' : 'Сохранить случай'}</h2>
          <p className="muted small">{title}</p>
          <CaseQuery query={query} refetch={refetch}>
            {() => <EntryForm id={id} entry={entry} close={() => setOpen(false)} />}
          </CaseQuery>
          <a href="/profile/cases/saved/">Сохранённые случаи</a>
        </div>
      </Dialog>
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
  const folders = new Set(query.data?.map(({ folder }) => folder).filter(Boolean));
  return (
    <ApiForm<SavedEntry>
      className="save-case-form stack gap-6 justify-start"
      id={`saved-${id}`}
      kept={`saved case ${id}`}
      schema={savedEntry}
      values={{
        folder: entry?.folder ?? '',
        note: entry?.note ?? '',
        following: entry?.following ?? true,
      }}
      failed="Случай не сохранён"
      submit="Сохранить случай"
      busy="Сохраняем…"
      onCancel={close}
      actions={
        entry && (
          <Button
            variant="quiet"
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
        )
      }
      send={async (values) => {
        await put(id, values);
        close();
      }}
    >
      {({ field }) => (
        <>
          <TextField
            label="Папка"
            isOptional
            autoComplete="off"
            list={`folders-${id}`}
            {...field('folder')}
          />
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
        </>
      )}
    </ApiForm>
  );
}
