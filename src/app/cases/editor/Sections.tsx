import type { ReactNode } from 'react';
import type { OwnCase } from '#contract/cases.ts';
import { authorships, bases, caseLimits, caseSections } from '#domain/cases.ts';
import { ageBand, sex } from '#domain/vocabularies.ts';
import { Consent } from './Consent.tsx';
import { GenesField } from './GenesField.tsx';
import { Links } from './Links.tsx';
import { Pictures } from './Pictures.tsx';
import {
  Birth,
  Choice,
  Chosen,
  Codes,
  Lines,
  Rarity,
  Region,
  Remarks,
  Saved,
  Text,
} from './SectionFields.tsx';
import { Series } from './Series.tsx';
import { SignsField } from './SignsField.tsx';
import { TestsField } from './TestsField.tsx';
import { Timeline } from './Timeline.tsx';

/** The sections of a case in the order in which it is read; five of them are enough to begin with. */
export function Sections({ own }: { own: OwnCase | null }) {
  return (
    <Saved value={own}>
      <SectionGroup title="Пациент и диагноз">
        <PatientFields />
      </SectionGroup>
      <SectionGroup title="Что было">
        <Text section="complaint" rows={4} />
        <Text section="history" rows={5} isOptional />
        <Text section="findings" rows={4} isOptional />
      </SectionGroup>
      <SectionGroup title={caseSections.signs}>
        <SignsField />
        <Remarks section="signs" />
      </SectionGroup>
      <SectionGroup title={caseSections.tests}>
        <TestsField />
        <Remarks section="tests" />
      </SectionGroup>
      <SectionGroup title={caseSections.series}>
        <Series />
        <Remarks section="series" />
      </SectionGroup>
      <SectionGroup title={caseSections.genes}>
        <GenesField />
        <Remarks section="genes" />
      </SectionGroup>
      <SectionGroup title={caseSections.timeline}>
        <Timeline />
        <Remarks section="timeline" />
      </SectionGroup>
      <SectionGroup title="Лечение и исход">
        <Text section="therapy" rows={4} isOptional />
        <Links kind="drugs" label="Препараты" most={caseLimits.drugs} />
        <Remarks section="drugs" />
        <Text section="outcome" rows={3} isOptional />
        <Text section="discussion" rows={4} isOptional />
      </SectionGroup>
      <SectionGroup title={caseSections.figures}>
        <Pictures files={own?.files ?? []} />
        <Remarks section="figures" />
      </SectionGroup>
      <SectionGroup title="Вопрос и источники">
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
      </SectionGroup>
      <SectionGroup title={caseSections.basis}>
        <Choice name="basis" list={bases} />
        <Consent files={own?.files ?? []} />
        <Remarks section="consent" />
        <Choice name="authorship" list={authorships} />
        <Rarity />
      </SectionGroup>
    </Saved>
  );
}

/** Two lines, a disease or signs, a picture: what a question needs. It grows into a case when the rest is asked for. */
export function ShortSections({ own }: { own: OwnCase | null }) {
  return (
    <Saved value={own}>
      <SectionGroup title="Короткий вопрос">
        <Text
          section="question"
          hint="Что с пациентом и что вы хотите узнать: хватит двух строк, без имён и дат"
          rows={3}
        />
        <Links kind="diseases" label="Заболевание, если оно известно" most={caseLimits.diseases} />
        <SignsField />
        <AgeAndSex />
        <Pictures files={own?.files ?? []} />
        <Codes name="specialities" dictionary="specialization" />
        <Choice name="basis" list={bases} />
        <Consent files={own?.files ?? []} />
        <Rarity />
      </SectionGroup>
    </Saved>
  );
}

function AgeAndSex() {
  return (
    <>
      <div className="columns column-12 gap-8 align-end">
        <Chosen name="age_band" label="Возраст пациента" list={ageBand} />
        <Chosen name="sex" label="Пол" list={{ female: sex.female, male: sex.male }} />
      </div>
      <Remarks section="age_band" />
      <Remarks section="sex" />
    </>
  );
}

function SectionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="case-group stack gap-8 box pad-10">
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
      <AgeAndSex />
      <Region />
      <Remarks section="region" />
      <Birth />
    </>
  );
}
