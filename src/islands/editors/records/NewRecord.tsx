import { useState } from 'react';
import { call, CallError } from '#contract/client/call.ts';
import type { KindDescription } from '#domain/editing/description.ts';
import { recordAddress } from '#domain/desk.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary, type FormProblem } from '#ui/ErrorSummary.tsx';
import { SelectField } from '#ui/Field.tsx';
import { Control } from '../record/Control.tsx';

/** Begins a record with what its kind cannot do without. */
export function NewRecord({ kinds, close }: { kinds: readonly KindDescription[]; close(): void }) {
  const [kind, setKind] = useState(kinds[0]?.name ?? '');
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const required = kinds.find(({ name }) => name === kind)?.fields.filter((field) => field.isRequired) ?? [];

  const make = async () => {
    setSending(true);
    setProblems([]);
    try {
      const made = await call('POST /api/editors/records', {
        json: { kind, fields: values },
      });
      location.assign(recordAddress(made.id));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblems(
        error.errors.map(({ message, customData }) => ({
          message,
          field: customData?.field ? `new-${customData.field.split('.')[0]}` : undefined,
        })),
      );
      setSending(false);
    }
  };

  return (
    <form
      className="desk-panel"
      aria-label="Новый материал"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <h2>Новый материал</h2>
      <ErrorSummary title="Черновик пока не создан" problems={problems} />
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
      <div className="desk-actions cluster gap-4">
        <Button type="submit" isBusy={isSending} busy="Создаём…">
          Создать черновик
        </Button>
        <Button variant="quiet" onClick={close}>
          Отмена
        </Button>
      </div>
    </form>
  );
}
