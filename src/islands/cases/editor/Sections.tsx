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

interface Props {
  own: OwnCase | null;
}

/** The sections of a case in the order in which it is read; five of them are enough to begin with. */
export function Sections({ own }: Props) {
  const remarks = (field: CaseSection) => <Remarks own={own} field={field} />;
  return (
    <>
      <fieldset className="case-group">
        <legend>Пациент и диагноз</legend>
        <Passage
          path="title"
          label={caseSections.title}
          hint="Что здесь необычного, без имени: «Поздний дебют болезни Помпе»"
        />
        {remarks('title')}
        <Links kind="diseases" label="Заболевания" most={caseLimits.diseases} />
        {remarks('diseases')}
        <Passage
          path="suspected"
          label={caseSections.suspected}
          hint="Если диагноза в каталоге нет или он ещё не поставлен"
          isOptional
        />
        {remarks('suspected')}
        <div className="case-pair">
          <Chosen name="age_band" label="Возраст пациента" list={ageBand} />
          <Chosen name="sex" label="Пол" list={{ female: sex.female, male: sex.male }} />
        </div>
        {remarks('age_band')}
        {remarks('sex')}
        <Region />
        {remarks('region')}
        <Birth />
      </fieldset>

      <fieldset className="case-group">
        <legend>Что было</legend>
        <Passage path="complaint" label={caseSections.complaint} rows={4} />
        {remarks('complaint')}
        <Passage path="history" label={caseSections.history} rows={5} isOptional />
        {remarks('history')}
        <Passage path="findings" label={caseSections.findings} rows={4} isOptional />
        {remarks('findings')}
      </fieldset>

      <fieldset className="case-group">
        <legend>{caseSections.signs}</legend>
        <Signs />
        {remarks('signs')}
      </fieldset>

      <fieldset className="case-group">
        <legend>{caseSections.tests}</legend>
        <Tests />
        {remarks('tests')}
      </fieldset>

      <fieldset className="case-group">
        <legend>{caseSections.timeline}</legend>
        <Timeline />
        {remarks('timeline')}
      </fieldset>

      <fieldset className="case-group">
        <legend>Лечение и исход</legend>
        <Passage path="therapy" label={caseSections.therapy} rows={4} isOptional />
        {remarks('therapy')}
        <Links kind="drugs" label="Препараты" most={caseLimits.drugs} />
        {remarks('drugs')}
        <Passage path="outcome" label={caseSections.outcome} rows={3} isOptional />
        {remarks('outcome')}
        <Passage path="discussion" label={caseSections.discussion} rows={4} isOptional />
        {remarks('discussion')}
      </fieldset>

      <fieldset className="case-group">
        <legend>{caseSections.figures}</legend>
        <Pictures files={own?.files ?? []} />
        {remarks('figures')}
      </fieldset>

      <fieldset className="case-group">
        <legend>Вопрос и источники</legend>
        <Passage
          path="question"
          label={caseSections.question}
          hint="На вопрос ответят врачи выбранных специальностей"
          rows={3}
          isOptional
        />
        {remarks('question')}
        <Codes name="specialities" dictionary="specialization" label={caseSections.specialities} />
        {remarks('specialities')}
        <Codes
          name="areas"
          dictionary="therapeuticarea"
          label={caseSections.areas}
          hint="Не выбраны — возьмём по заболеваниям"
        />
        {remarks('areas')}
        <Lines name="keywords" label={caseSections.keywords} />
        {remarks('keywords')}
        <Lines name="references" label={caseSections.references} />
        {remarks('references')}
      </fieldset>

      <fieldset className="case-group">
        <legend>{caseSections.basis}</legend>
        <Choice name="basis" list={bases} label={caseSections.basis} />
        {remarks('basis')}
        <Consent files={own?.files ?? []} />
        {remarks('consent')}
        <Choice name="authorship" list={authorships} label={caseSections.authorship} />
        {remarks('authorship')}
        <Rarity />
      </fieldset>
    </>
  );
}

/** Remarks of the editor stand where the text is. */
function Remarks({ own, field }: { own: OwnCase | null; field: CaseSection }) {
  const open = own?.remarks.filter((remark) => remark.field === field && !remark.resolved_at) ?? [];
  if (open.length === 0) return null;
  return (
    <ul className="case-remarks" aria-label={`Замечания редактора: ${caseSections[field]}`}>
      {open.map(({ id, text }) => (
        <li key={id}>
          <b>Замечание редактора.</b> {text}
        </li>
      ))}
    </ul>
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
  label: string;
  hint?: string;
}

function Codes({ name, dictionary, label, hint }: CodesProps) {
  const { setValue } = useFormContext<CaseContent>();
  const value = useWatch<CaseContent, typeof name>({ name });
  return (
    <MultiSelect
      id={controlId(name)}
      label={label}
      {...(hint ? { hint } : {})}
      isOptional
      options={useDictionary(dictionary)}
      value={value}
      onChange={(ids) => setValue(name, ids, { shouldDirty: true })}
    />
  );
}

/** A list written as lines. */
function Lines({ name, label }: { name: 'keywords' | 'references'; label: string }) {
  const { setValue } = useFormContext<CaseContent>();
  const value = useWatch<CaseContent, typeof name>({ name });
  return (
    <TextArea
      id={controlId(name)}
      label={label}
      hint="Каждый с новой строки"
      isOptional
      value={value.join('\n')}
      onChange={({ target }) =>
        setValue(name, target.value === '' ? [] : target.value.split('\n'), { shouldDirty: true })
      }
    />
  );
}

function Choice({
  name,
  list,
  label,
}: {
  name: 'basis' | 'authorship';
  list: Record<string, string>;
  label: string;
}) {
  const { register, formState } = useFormContext<CaseContent>();
  const error = formState.errors[name]?.message;
  return (
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
