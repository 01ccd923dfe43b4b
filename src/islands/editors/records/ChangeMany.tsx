import { useState } from 'react';
import { call, CallError } from '#contract/client/call.ts';
import type { ChangedMany } from '#contract/client/editors.ts';
import type { KindDescription } from '#domain/editing/description.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';
import { Differences } from '../parts/Differences.tsx';
import { Trouble } from '../parts/Trouble.tsx';
import { Control } from '../record/Control.tsx';

interface Props {
  ids: readonly number[];
  kinds: readonly KindDescription[];
  /** The kind that the list is narrowed to: only then have all records the same fields. */
  kind: string | undefined;
  done(): void;
}

const actions = [
  { value: 'none', title: 'Оставить черновиками' },
  { value: 'publish', title: 'Опубликовать' },
  { value: 'submit', title: 'Отправить на проверку' },
  { value: 'discard', title: 'Отказаться от правок' },
  { value: 'own', title: 'Взять под свою ответственность' },
];

/** The same change to all marked records: first what it would do, then the deed. */
export function ChangeMany({ ids, kinds, kind, done }: Props) {
  const fields = kinds.find(({ name }) => name === kind)?.fields ?? [];
  const [name, setName] = useState('');
  const [value, setValue] = useState<unknown>();
  const [action, setAction] = useState('none');
  const [reason, setReason] = useState('');
  const [trial, setTrial] = useState<ChangedMany>();
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const field = fields.find((one) => one.name === name);

  const send = async (isTrial: boolean) => {
    setBusy(true);
    setMessage('');
    try {
      const told = await call('POST /api/editors/records/change', {
        json: {
          ids: ids.map(String),
          fields: JSON.stringify(field ? { [field.name]: value ?? null } : {}),
          action,
          reason,
          is_trial: String(isTrial),
        },
      });
      if (isTrial) setTrial(told);
      else done();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message);
    } finally {
      setBusy(false);
    }
  };
  const count = `${ids.length} ${plural(ids.length, ['запись', 'записи', 'записей'])}`;

  return (
    <section className="desk-panel" aria-label={`Изменить: ${count}`}>
      <h2>Отмечено: {count}</h2>
      <div className="desk-columns">
        <SelectField
          id="many-field"
          label="Поле"
          hint={kind ? undefined : 'Чтобы менять поля, выберите в фильтре один вид.'}
          value={name}
          disabled={!kind}
          onChange={({ target }) => {
            setName(target.value);
            setValue(undefined);
            setTrial(undefined);
          }}
        >
          <option value="">Не менять</option>
          {fields
            .filter(({ type }) => type !== 'list' && type !== 'group')
            .map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
        </SelectField>
        {field && (
          <Control
            id="many-value"
            field={field}
            value={value}
            onChange={(next) => {
              setValue(next);
              setTrial(undefined);
            }}
            names={[]}
          />
        )}
        <SelectField
          id="many-action"
          label="Потом"
          value={action}
          onChange={({ target }) => {
            setAction(target.value);
            setTrial(undefined);
          }}
        >
          {actions.map((one) => (
            <option key={one.value} value={one.value}>
              {one.title}
            </option>
          ))}
        </SelectField>
        <TextField
          id="many-reason"
          label="Почему"
          isOptional
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <Trouble message={message} />
      {trial && (
        <div className="desk-trial" role="status">
          <p>
            Изменится {trial.changed}, останется как есть {trial.refused}.
          </p>
          <ul>
            {trial.items.map((one) => (
              <li key={one.id}>
                <strong>{one.title}</strong>
                {one.refusal && <p className="field-error">{one.refusal}</p>}
                {!one.refusal && <Differences differences={one.differences} />}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="desk-actions">
        <Button variant="secondary" isBusy={isBusy} onClick={() => void send(true)}>
          Показать, что изменится
        </Button>
        <Button disabled={!trial || trial.changed === 0} isBusy={isBusy} onClick={() => void send(false)}>
          Изменить
        </Button>
      </div>
    </section>
  );
}
