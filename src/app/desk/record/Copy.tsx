import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { EditedRecord } from '#contract/editors.ts';
import { recordAddress } from '#domain/desk.ts';
import type { KindDescription } from '#domain/editing/description.ts';
import type { Editing } from '#stores/editing.ts';
import { openPage } from '../../lib/openPage.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { FormError } from '#ui/FormError.tsx';
import { Control } from './Control.tsx';
import { ActionPanel } from '../parts/ActionPanel.tsx';

interface Props {
  editing: Editing;
  record: EditedRecord;
  kind: KindDescription;
  close(): void;
}

/** Begins another record with the words of this one; what it alone is known by is asked for where none can be without. */
export function Copy({ editing, record, kind, close }: Props) {
  const [values, setValues] = useState<Record<string, unknown>>({ title: `${record.title} (копия)` });
  const { run, isBusy, message } = useMutation();
  const asked = kind.fields.filter(
    ({ name, isRequired }) => name === 'title' || (name === kind.identifier && isRequired),
  );
  const make = async () => {
    const made = await run(async () => {
      await editing.flush();
      return await call('POST /api/editors/records', {
        json: { kind: kind.name, fields: values, copy_of: record.id },
      });
    });
    if (made.ok) await openPage(recordAddress(made.data.id));
  };
  return (
    <ActionPanel
      title="Сделать копию"
      press="Создать копию"
      busy="Создаём…"
      isBusy={isBusy}
      send={() => void make()}
      close={close}
    >
      <p>
        Новый черновик с теми же полями и источниками. Публикация, история и номера остаются у прежней записи.
      </p>
      {asked.map((field) => (
        <Control
          key={field.name}
          id={`copy-${field.name}`}
          field={field}
          value={values[field.name]}
          names={[]}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <FormError message={message} />
    </ActionPanel>
  );
}
