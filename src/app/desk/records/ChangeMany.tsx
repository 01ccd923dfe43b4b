import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { ChangedMany } from '#contract/editors.ts';
import type { KindDescription } from '#domain/editing/description.ts';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField, SelectField, TextField } from '#ui/Field.tsx';
import { Differences } from '../parts/Differences.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Control } from '../record/Control.tsx';
import type { BulkChange } from './BulkChangeResult.tsx';
import { useMutation } from '../../lib/useMutation.ts';

interface Props {
  ids: readonly number[];
  kinds: readonly KindDescription[];
  /** The kind that the list is narrowed to: only then have all records the same fields. */
  kind: string | undefined;
  done(change: BulkChange): void;
}

const actions = [
  { value: 'none', title: 'Оставить черновиками' },
  { value: 'publish', title: 'Опубликовать' },
  { value: 'submit', title: 'Отправить на проверку' },
  { value: 'discard', title: 'Отказаться от правок' },
  { value: 'own', title: 'Взять под свою ответственность' },
] as const;
type Action = (typeof actions)[number]['value'];

/** The same change to all marked records: first what it would do, then the action. */
export function ChangeMany({ ids, kinds, kind, done }: Props) {
  const fields = kinds.find(({ name }) => name === kind)?.fields ?? [];
  const [name, setName] = useState('');
  const [value, setValue] = useState<unknown>();
  const [action, setAction] = useState<Action>('none');
  const [reason, setReason] = useState('');
  const [trial, setTrial] = useState<ChangedMany>();
  const { run, isBusy, message } = useMutation();
  const [isClearing, setClearing] = useState(false);
  const field = fields.find((one) => one.name === name);
  // An empty field does not erase; a checkbox does.
  const isErasing = field !== undefined && isEmpty(value);

  const send = async (isTrial: boolean) => {
    const changed = field ? { [field.name]: value ?? null } : {};
    const json = { ids: ids.map(String), fields: changed, action, reason, dry_run: isTrial };
    const result = await run(() => call('POST /api/editors/records/change', { json }));
    if (result.ok && isTrial) setTrial(result.data);
    else if (result.ok) done({ ...result.data, action, field: field?.title });
  };
  /** What was tried is not what would be done any more. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (next: Value) => {
      set(next);
      setTrial(undefined);
    };
  const count = counted(ids.length, ['запись', 'записи', 'записей']);

  return (
    <section className="desk-panel" aria-label={`Изменить: ${count}`}>
      <h2>Отмечено: {count}</h2>
      <div className="gap-6 align-start columns-fill column-12">
        <FieldSelect
          fields={kind ? fields : undefined}
          name={name}
          choose={(next) => {
            changing(setName)(next);
            setValue(undefined);
            setClearing(false);
          }}
        />
        {field && (
          <Control id="many-value" field={field} value={value} onChange={changing(setValue)} names={[]} />
        )}
        {isErasing && (
          <CheckField
            id="many-clear"
            label={`Очистить поле «${field.title}» у отмеченных`}
            checked={isClearing}
            onChange={({ target }) => changing(setClearing)(target.checked)}
          />
        )}
        <ActionSelect action={action} choose={changing(setAction)} />
        <TextField
          id="many-reason"
          label="Почему"
          isOptional
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <FormError message={message} />
      {trial && <Trial {...trial} isErasing={isErasing} />}
      <BulkChangeSteps
        trial={trial}
        isErasing={isErasing}
        isBusy={isBusy}
        send={(isTrial) => void send(isTrial)}
        mayTry={!isErasing || isClearing}
      />
    </section>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const valuesIn = ({ changed }: ChangedMany): string => counted(changed, ['значение', 'значения', 'значений']);

function ActionSelect({ action, choose }: { action: Action; choose(action: Action): void }) {
  return (
    <SelectField
      id="many-action"
      label="Потом"
      value={action}
      onChange={({ target }) => choose(target.value as Action)}
    >
      {actions.map((one) => (
        <option key={one.value} value={one.value}>
          {one.title}
        </option>
      ))}
    </SelectField>
  );
}

interface StepsProps {
  trial: ChangedMany | undefined;
  mayTry: boolean;
  isErasing: boolean;
  isBusy: boolean;
  send(isTrial: boolean): void;
}

/** First what would change, then the change. */
function BulkChangeSteps({ trial, mayTry, isErasing, isBusy, send }: StepsProps) {
  return (
    <>
      {!mayTry && <p className="muted small">Впишите новое значение или отметьте, что поле надо очистить.</p>}
      <div className="desk-actions cluster gap-4">
        <Button variant="secondary" disabled={!mayTry} isBusy={isBusy} onClick={() => send(true)}>
          Показать, что изменится
        </Button>
        <Button
          variant={isErasing ? 'danger' : undefined}
          disabled={!trial || trial.changed === 0}
          isBusy={isBusy}
          onClick={() => send(false)}
        >
          {isErasing && trial ? `Стереть ${valuesIn(trial)}` : 'Изменить'}
        </Button>
      </div>
    </>
  );
}

/** The fields that one control fills; none may be chosen while the marked records are of several kinds. */
function FieldSelect({
  fields,
  name,
  choose,
}: {
  fields: KindDescription['fields'] | undefined;
  name: string;
  choose(name: string): void;
}) {
  return (
    <SelectField
      id="many-field"
      label="Поле"
      hint={fields ? undefined : 'Чтобы менять поля, выберите в фильтре один вид.'}
      value={name}
      disabled={!fields}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">Не менять</option>
      {fields
        ?.filter(({ type }) => type !== 'list' && type !== 'group')
        .map((one) => (
          <option key={one.name} value={one.name}>
            {one.title}
          </option>
        ))}
    </SelectField>
  );
}

/** What the change would do to each record, or why it would not. */
function Trial({ isErasing, ...trial }: ChangedMany & { isErasing: boolean }) {
  const { changed, refused, items } = trial;
  return (
    <div className="desk-trial" role="status">
      <p>
        {isErasing ? `Сотрёте ${valuesIn(trial)}` : `Изменится ${changed}`}, останется как есть {refused}.
      </p>
      <ul>
        {items.map(({ id, title, refusal, differences }) => (
          <li key={id}>
            <strong>{title}</strong>
            {refusal && <p className="field-error">{refusal}</p>}
            {!refusal && <Differences differences={differences} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
