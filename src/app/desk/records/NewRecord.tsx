import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { KindDescription } from '#domain/editing/description.ts';
import { recordAddress } from '#domain/desk.ts';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { SelectField } from '#ui/Field.tsx';
import { ActionPanel } from '../parts/ActionPanel.tsx';
import { Control } from '../record/Control.tsx';
import { openPage } from '../../lib/openPage.ts';
import { useMutation } from '../../lib/useMutation.ts';

const none: readonly [] = [];

/** Begins a record with what its kind cannot do without. */
export function NewRecord({ kinds, close }: { kinds: readonly KindDescription[]; close(): void }) {
  const [kind, setKind] = useState(kinds[0]?.name ?? '');
  const [values, setValues] = useState<Record<string, unknown>>({});
  const { run, isBusy, error } = useMutation();
  const required = kinds.find(({ name }) => name === kind)?.fields.filter((field) => field.isRequired) ?? [];

  const make = () =>
    run(async () => {
      const { id } = await call('POST /api/editors/records', { json: { kind, fields: values } });
      await openPage(recordAddress(id));
    });
  const problems = error?.errors.map(({ message, customData }) => ({
    message,
    field: customData?.field ? `new-${customData.field.split('.')[0]}` : undefined,
  }));

  return (
    <ActionPanel
      title="Новый материал"
      press="Создать черновик"
      busy="Создаём…"
      isBusy={isBusy}
      send={() => void make()}
      close={close}
    >
      <h2>Новый материал</h2>
      <ErrorSummary title="Черновик пока не создан" problems={problems ?? none} />
      <SelectField
        id="new-kind"
        label="Вид"
        value={kind}
        onChange={({ target }) => {
          setKind(target.value);
          setValues({});
        }}
      >
        {kinds.map(({ name, one }) => (
          <option key={name} value={name}>
            {one}
          </option>
        ))}
      </SelectField>
      {required.map((field) => (
        <Control
          key={`${kind} ${field.name}`}
          id={`new-${field.name}`}
          field={field}
          value={values[field.name]}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
          names={[]}
        />
      ))}
    </ActionPanel>
  );
}
