import { createContext, useContext, type ComponentProps, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { OwnCase } from '#contract/client/cases.ts';
import { authorships, bases, caseLimits, caseSections, type CaseSection } from '#domain/cases.ts';
import { ageBand, sex } from '#domain/vocabularies.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { $birth, lookAt } from '#stores/cases/findings.ts';
import { Combobox } from '#ui/Combobox.tsx';
import { CheckField, SelectField, TextArea, TextField } from '#ui/Field.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { useDictionary } from '../useDictionary.ts';
import { Consent } from './Consent.tsx';
import { controlId } from './control.ts';
import { Links } from './Links.tsx';
import { Passage } from './Passage.tsx';
import { Pictures } from './Pictures.tsx';
import { Signs } from './Signs.tsx';
import { Tests } from './Tests.tsx';
import { Timeline } from './Timeline.tsx';

/** The case as its author last saved it, with the editor's remarks; nothing before the first saving. */
const Saved = createContext<OwnCase | null>(null);

/** The sections of a case in the order in which it is read; five of them are enough to begin with. */
export function Sections({ own }: { own: OwnCase | null }) {
  return (
    <Saved value={own}>
      <Group title="Пациент и диагноз">
        <PatientFields />
      </Group>
      <Group title="Что было">
        <Text section="complaint" rows={4} />
        <Text section="history" rows={5} isOptional />
        <Text section="findings" rows={4} isOptional />
      </Group>
      <Group title={caseSections.signs}>
        <Signs />
        <Remarks section="signs" />
      </Group>
      <Group title={caseSections.tests}>
        <Tests />
        <Remarks section="tests" />
      </Group>
      <Group title={caseSections.timeline}>
        <Timeline />
        <Remarks section="timeline" />
      </Group>
      <Group title="Лечение и исход">
        <Text section="therapy" rows={4} isOptional />
        <Links kind="drugs" label="Препараты" most={caseLimits.drugs} />
        <Remarks section="drugs" />
        <Text section="outcome" rows={3} isOptional />
        <Text section="discussion" rows={4} isOptional />
      </Group>
      <Group title={caseSections.figures}>
        <Pictures files={own?.files ?? []} />
        <Remarks section="figures" />
      </Group>
      <Group title="Вопрос и источники">
        <Text
          section="question"
          hint="На вопрос ответят врачи выбранных специальностей"
          rows={3}
          isOptional
        />
        <Codes name="specialities" dictionary="specialization" />
        <Codes name="areas" dictionary="therapeuticarea" hint="Не выбраны — возьмём по заболеваниям" />
        <Lines name="keywords" />
        <Lines name="references" />
      </Group>
      <Group title={caseSections.basis}>
        <Choice name="basis" list={bases} />
        <Consent files={own?.files ?? []} />
        <Remarks section="consent" />
        <Choice name="authorship" list={authorships} />
        <Rarity />
      </Group>
    </Saved>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="case-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function PatientFields() {
  return (
    <>
      <Text section="title" hint="Что здесь необычного, без имени: «Поздний дебют болезни Помпе»" />
      <Links kind="diseases" label="Заболевания" most={caseLimits.diseases} />
      <Remarks section="diseases" />
      <Text section="suspected" hint="Если диагноза в каталоге нет или он ещё не поставлен" isOptional />
      <div className="case-pair">
        <Chosen name="age_band" label="Возраст пациента" list={ageBand} />
        <Chosen name="sex" label="Пол" list={{ female: sex.female, male: sex.male }} />
      </div>
      <Remarks section="age_band" />
      <Remarks section="sex" />
      <Region />
      <Remarks section="region" />
      <Birth />
    </>
  );
}

/** Remarks of the editor stand where the text is. */
function Remarks({ section }: { section: CaseSection }) {
  const own = useContext(Saved);
  const open = own?.remarks.filter(({ field, resolved_at }) => field === section && !resolved_at) ?? [];
  if (open.length === 0) return null;
  return (
    <ul className="case-remarks" aria-label={`Замечания редактора: ${caseSections[section]}`}>
      {open.map(({ id, text }) => (
        <li key={id}>
          <b>Замечание редактора.</b> {text}
        </li>
      ))}
    </ul>
  );
}

/** A section that is one text. */
function Text({
  section,
  ...passage
}: { section: CaseSection } & Omit<ComponentProps<typeof Passage>, 'path' | 'label'>) {
  return (
    <>
      <Passage path={section} label={caseSections[section]} {...passage} />
      <Remarks section={section} />
    </>
  );
}

function Chosen({
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

function Region() {
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
function Birth() {
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

function Codes({ name, dictionary, hint }: CodesProps) {
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
function Lines({ name }: { name: 'keywords' | 'references' }) {
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

function Choice({ name, list }: { name: 'basis' | 'authorship'; list: Record<string, string> }) {
  const label = caseSections[name];
  const { register, formState } = useFormContext<CaseContent>();
  const error = formState.errors[name]?.message;
  return (
    <>
      <div className="case-choice" role="radiogroup" aria-label={label} id={controlId(name)} tabIndex={-1}>
        {name === 'authorship' && <p className="case-choice-title">{label}</p>}
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

function Rarity() {
  const { register } = useFormContext<CaseContent>();
  return (
    <CheckField
      {...register('rarity_accepted')}
      id={controlId('rarity_accepted')}
      label="Если сочетание болезни, региона и возраста окажется редким, всё равно публикуйте: пациента по нему не узнать"
    />
  );
}
