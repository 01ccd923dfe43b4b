import { partsOf } from '#domain/editing/differences.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextArea, TextField } from '#ui/Field.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { Combobox } from '#ui/Combobox.tsx';
import { RemoveButton } from '../parts/RemoveButton.tsx';
import { ReorderButtons } from '../parts/ReorderButtons.tsx';
import { moved, useStableKeys } from '../parts/useStableKeys.ts';
import { CodeField } from './CodeField.tsx';
import { Disclosure } from './Disclosure.tsx';
import { PictureField } from './PictureField.tsx';
import { ProseField } from './ProseField.tsx';
import { RelationField } from './RelationField.tsx';
import { TilePicker } from './TilePicker.tsx';
import { useTermNames, useTerms } from './useTerms.ts';
import type { ControlProps, Frame } from './controlProps.ts';

/** One field of any kind as its description wants it. */
export function Control(props: ControlProps) {
  const { id, field, value, onChange, error, hint } = props;
  const frame = { id, label: field.title, error, hint, isOptional: !field.isRequired };
  const text = value === undefined || value === null ? '' : String(value);
  if (field.codes) return <CodeField {...props} frame={frame} />;
  switch (field.type) {
    case 'prose':
      return <ProseField {...frame} value={text} longest={field.longest} onChange={onChange} />;
    case 'picture':
      return <PictureField {...frame} value={text} onChange={onChange} />;
    case 'whole':
    case 'number':
      return (
        <TextField
          {...frame}
          inputMode="decimal"
          value={text}
          onChange={({ target }) => onChange(numberOf(target.value))}
        />
      );
    case 'day':
      return (
        <TextField
          {...frame}
          type="date"
          value={text}
          onChange={({ target }) => onChange(target.value || undefined)}
        />
      );
    case 'yes-no':
      return (
        <SelectField
          {...frame}
          value={text}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
        >
          <option value="">—</option>
          <option value="true">Да</option>
          <option value="false">Нет</option>
        </SelectField>
      );
    case 'choice':
      return field.dictionary ? (
        <TermControl {...props} frame={frame} />
      ) : (
        <ChoiceControl {...props} frame={frame} />
      );
    case 'choices':
      return <ChoicesControl {...props} frame={frame} />;
    case 'lines':
      return (
        <TextArea
          {...frame}
          hint={hint ?? 'По одному в строке'}
          value={Array.isArray(value) ? value.join('\n') : text}
          onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
          onBlur={({ target }) =>
            onChange(
              target.value
                .split('\n')
                .map((one) => one.trim())
                .filter(Boolean),
              'typed on',
            )
          }
        />
      );
    case 'record':
    case 'records':
      return <RelationField {...props} frame={frame} />;
    case 'group':
      return <GroupControl {...props} />;
    case 'list':
      return <ListControl {...props} />;
    default:
      return (
        <TextField
          {...frame}
          value={text}
          placeholder={field.example && `Например, ${field.example}`}
          maxLength={field.longest ? field.longest + 200 : undefined}
          onChange={({ target }) => onChange(target.value || undefined)}
        />
      );
  }
}

/** A number where there is one; anything else stays as typed and is refused by name. */
function numberOf(text: string): unknown {
  if (text.trim() === '') return undefined;
  const number = Number(text.replace(',', '.').replace(/\s/g, ''));
  return Number.isNaN(number) || /[.,]$/.test(text) ? text : number;
}

function ChoiceControl({ field, value, onChange, frame }: ControlProps & { frame: Frame }) {
  const text = value === undefined || value === null ? '' : String(value);
  return (
    <SelectField {...frame} value={text} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">—</option>
      {field.choices?.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </SelectField>
  );
}

function TermControl({ field, value, onChange, frame }: ControlProps & { frame: Frame }) {
  const options = useTerms(field.dictionary);
  const code = typeof value === 'string' ? value : '';
  const choose = (chosen: string) => onChange(chosen || undefined);
  return (
    <>
      <Combobox {...frame} options={options} value={code} onChange={choose} />
      {field.dictionary === 'subject' && (
        <TilePicker label={field.title} options={options} value={code} onChange={choose} />
      )}
    </>
  );
}

function ChoicesControl({ field, value, onChange, frame }: ControlProps & { frame: Frame }) {
  const terms = useTerms(field.dictionary);
  const options = field.choices?.map((choice) => ({ id: choice.value, value: choice.title })) ?? terms;
  return (
    <MultiSelect
      {...frame}
      options={options}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
    />
  );
}

type Item = Record<string, unknown>;

/** The fields of one thing: a registration, a contact, a line of a list. */
function Inner({
  id,
  field,
  value,
  onChange,
  names,
  self,
  errors,
  prefix = '',
}: ControlProps & { prefix?: string }) {
  const item = (value ?? {}) as Item;
  return (
    <div className="gap-6 align-start columns-fill column-12">
      {field.fields?.map((inner) => (
        <Control
          key={inner.name}
          id={`${id}-${inner.name}`}
          field={inner}
          value={item[inner.name]}
          names={names}
          self={self}
          error={errors?.get(`${prefix}${inner.name}`)}
          onChange={(next) => {
            const changed = { ...item };
            if (next === undefined || next === '') delete changed[inner.name];
            else changed[inner.name] = next;
            onChange(Object.keys(changed).length > 0 ? changed : undefined);
          }}
        />
      ))}
    </div>
  );
}

function GroupControl(props: ControlProps) {
  const { id, field, error } = props;
  return (
    <fieldset className="desk-group stack gap-5" id={id}>
      <legend>{field.title}</legend>
      {error && <p className="field-error">{error}</p>}
      <Inner {...props} />
    </fieldset>
  );
}

/** Lists longer than this are folded: a disease may have hundreds of signs. */
const longList = 12;

function ListControl(props: ControlProps) {
  const { id, field, value, onChange, error, errors, names } = props;
  const items = Array.isArray(value) ? (value as Item[]) : [];
  const term = useTermNames();
  const words = { record: (one: number) => names.find((record) => record.id === one)?.title, term };
  const hasErrors = (index: number) =>
    [...(errors?.keys() ?? [])].some((path) => path.startsWith(`${index}.`));
  const put = (index: number, item: unknown) =>
    onChange(items.map((one, place) => (place === index ? ((item ?? {}) as Item) : one)));
  const { keys, moveKey, removeKey } = useStableKeys(items.length);
  const move = (from: number, to: number) => {
    moveKey(from, to);
    onChange(moved(items, from, to));
  };
  const remove = (index: number) => {
    removeKey(index);
    onChange(items.toSpliced(index, 1));
  };
  const rows = items.map((item, index) => (
    <li key={keys[index]}>
      <Disclosure
        summary={partsOf(field, [item], words).join('')}
        isOpen={Object.keys(item).length === 0 || hasErrors(index)}
      >
        <Inner
          {...props}
          id={`${id}-${index}`}
          value={item}
          prefix={`${index}.`}
          onChange={(next) => put(index, next)}
        />
        <div className="desk-actions cluster gap-4">
          <ReorderButtons
            of={`${field.title}, строка ${index + 1}`}
            index={index}
            length={items.length}
            move={(to) => move(index, to)}
          />
          <RemoveButton of={`${field.title}, строка ${index + 1}`} remove={() => remove(index)} />
        </div>
      </Disclosure>
    </li>
  ));
  return (
    <fieldset className="desk-group stack gap-5" id={id}>
      <legend>
        {field.title} <span className="muted figures">{items.length}</span>
      </legend>
      {error && <p className="field-error">{error}</p>}
      {rows.length > longList && !errors?.size ? (
        <details>
          <summary>Показать все строки</summary>
          <ol className="desk-items">{rows}</ol>
        </details>
      ) : (
        <ol className="desk-items">{rows}</ol>
      )}
      <Button
        variant="secondary"
        size="small"
        onClick={() => onChange([...items, {}])}
        disabled={items.length >= (field.most ?? 500)}
        aria-label={`${field.title}: добавить строку`}
      >
        Добавить
      </Button>
    </fieldset>
  );
}
