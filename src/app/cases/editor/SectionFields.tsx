import { createContext, useContext, type ComponentProps } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { OwnCase } from '#contract/cases.ts';
import { caseSections, type CaseSection } from '#domain/cases.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { $birth, lookAt } from '#stores/cases/findings.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { CheckField, SelectField, TextArea, TextField } from '#ui/Field.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { useDictionary } from '../../lib/useDictionary.ts';
import { controlId } from './control.ts';
import { CaseTextField } from './CaseTextField.tsx';

/** The case as its author last saved it, with the editor's remarks; nothing before the first saving. */
export const Saved = createContext<OwnCase | null>(null);

/** Remarks of the editor stand where the text is. */
export function Remarks({ section }: { section: CaseSection }) {
  const own = useContext(Saved);
  const open = own?.remarks.filter(({ field, resolved_at }) => field === section && !resolved_at) ?? [];
  if (open.length === 0) return null;
  return (
    <ul
      className="case-remarks callout stack gap-5"
      data-tone="info"
      data-marked
      aria-label={`Замечания редактора: ${caseSections[section]}`}
    >
      {open.map(({ id, text }) => (
        <li key={id}>
          <b>Замечание редактора.</b> {text}
        </li>
      ))}
    </ul>
  );
}

/** A section that is one text. */
export function Text({
  section,
  ...passage
}: { section: CaseSection } & Omit<ComponentProps<typeof CaseTextField>, 'path' | 'label'>) {
  return (
    <>
      <CaseTextField path={section} label={caseSections[section]} {...passage} />
      <Remarks section={section} />
    </>
  );
}

export function Chosen({
  name,
  label,
  list,
}: {
  name: 'age_band' | 'sex';
  label: string;
  list: Record<string, string>;
}) {
  const { register, formState } = useFormContext<CaseContent>();
  return (
    <SelectField
      {...register(name)}
      id={controlId(name)}
      label={label}
      error={formState.errors[name]?.message}
    >
      <option value="">Выберите</option>
      {Object.entries(list).map(([code, title]) => (
        <option key={code} value={code}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}

export function Region() {
  const { setValue } = useFormContext<CaseContent>();
  const value = useWatch<CaseContent, 'region'>({ name: 'region' });
  return (
    <Combobox
      id={controlId('region')}
      label={caseSections.region}
      hint="Точнее региона место не указываем: редкая болезнь и город могут назвать пациента"
      isOptional
      options={useDictionary('subject')}
      value={value}
      onChange={(id) => setValue('region', id, { shouldDirty: true })}
    />
  );
}

/** Never sent and never kept: it only turns dates into ages. */
export function Birth() {
  const { getValues } = useFormContext<CaseContent>();
  return (
    <TextField
      id="case-birth"
      type="date"
      label="Дата рождения для подсчёта возраста"
      hint="Остаётся на этой странице и никуда не отправляется: по ней подскажем возраст вместо даты"
      isOptional
      autoComplete="off"
      onChange={({ target }) => {
        $birth.set(target.value);
        lookAt(getValues());
      }}
    />
  );
}

interface CodesProps {
  name: 'specialities' | 'areas';
  dictionary: 'specialization' | 'therapeuticarea';
  hint?: string;
}

export function Codes({ name, dictionary, hint }: CodesProps) {
  const { setValue } = useFormContext<CaseContent>();
  const value = useWatch<CaseContent, typeof name>({ name });
  return (
    <>
      <MultiSelect
        id={controlId(name)}
        label={caseSections[name]}
        {...(hint ? { hint } : {})}
        isOptional
        options={useDictionary(dictionary)}
        value={value}
        onChange={(ids) => setValue(name, ids, { shouldDirty: true })}
      />
      <Remarks section={name} />
    </>
  );
}

/** A list written as lines. */
export function Lines({ name }: { name: 'keywords' | 'references' }) {
  const { setValue } = useFormContext<CaseContent>();
  const value = useWatch<CaseContent, typeof name>({ name });
  return (
    <>
      <TextArea
        id={controlId(name)}
        label={caseSections[name]}
        hint="Каждый с новой строки"
        isOptional
        value={value.join('\n')}
        onChange={({ target }) =>
          setValue(name, target.value === '' ? [] : target.value.split('\n'), { shouldDirty: true })
        }
      />
      <Remarks section={name} />
    </>
  );
}

export function Choice({ name, list }: { name: 'basis' | 'authorship'; list: Record<string, string> }) {
  const label = caseSections[name];
  const { register, formState } = useFormContext<CaseContent>();
  const error = formState.errors[name]?.message;
  return (
    <>
      <div className="stack gap-8" role="radiogroup" aria-label={label} id={controlId(name)} tabIndex={-1}>
        {name === 'authorship' && <p className="semibold">{label}</p>}
        {Object.entries(list).map(([code, title]) => (
          <label key={code} className="check">
            <input type="radio" value={code} {...register(name)} />
            <span>{title}</span>
          </label>
        ))}
        {error && <p className="field-error">{error}</p>}
      </div>
      <Remarks section={name} />
    </>
  );
}

export function Rarity() {
  const { register } = useFormContext<CaseContent>();
  return (
    <CheckField
      {...register('rarity_accepted')}
      id={controlId('rarity_accepted')}
      label="Если сочетание болезни, региона и возраста окажется редким, всё равно публикуйте: пациента по нему не узнать"
    />
  );
}
