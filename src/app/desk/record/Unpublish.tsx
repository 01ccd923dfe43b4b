import { useState } from 'react';
import type { EditedRecord } from '#contract/editors.ts';
import type { Editing } from '#stores/editing.ts';
import { TextField } from '#ui/Field.tsx';
import { ActionPanel } from '../parts/ActionPanel.tsx';
import { RelationField } from './RelationField.tsx';

/** Takes a record off the site: with a successor its address leads there, without one it says that it is gone. */
export function Unpublish({
  record,
  run,
  close,
  isBusy,
}: {
  record: EditedRecord;
  run: Editing['runAction'];
  close(): void;
  isBusy: boolean;
}) {
  const [reason, setReason] = useState('');
  const [successor, setSuccessor] = useState<unknown>();
  const field = {
    name: 'successor',
    title: 'Преемник',
    type: 'record',
    isRequired: false,
    linkTo: record.kind,
  } as const;
  return (
    <ActionPanel
      title="Снять с публикации"
      press="Снять с публикации"
      isDanger
      isBusy={isBusy}
      isReady={reason.trim() !== ''}
      send={() =>
        void run('POST /api/editors/records/{id}/unpublish', {
          reason,
          ...(typeof successor === 'number' ? { successor } : {}),
        })
      }
      close={close}
    >
      <TextField
        id="unpublish-reason"
        autoFocus
        label="Почему"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <RelationField
        id="unpublish-successor"
        field={field}
        value={successor}
        onChange={setSuccessor}
        names={[]}
        self={record.id}
        frame={{
          id: 'unpublish-successor',
          label: 'Преемник',
          hint: 'Читатели прежнего адреса попадут на его страницу; без него страница ответит «удалена» (410).',
          isOptional: true,
        }}
      />
    </ActionPanel>
  );
}
