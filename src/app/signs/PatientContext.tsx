import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ageIn, type SignChoice } from '#domain/signs/choice.ts';
import { inheritances } from '#domain/signs/pack.ts';
import { inheritance } from '#domain/vocabularies.ts';
import type { Aid } from '#stores/signs.ts';
import { CheckField, SelectField, TextField } from '#ui/Field.tsx';

/** Sex, age and family: they move diseases a little and exclude none, and can be left out of the account. */
export function PatientContext({ aid }: { aid: Aid }) {
  const { sex, age, inheritance: family, isSoftOff = false } = useStore(aid.$choice);
  const isTold = Boolean(sex || age !== undefined || family);
  return (
    <fieldset className="aid-soft align-start columns column-12 stack">
      <legend className="muted text-4 below-3">Пол, возраст, семья — не обязательно</legend>
      <SelectField
        id="aid-sex"
        label="Пол"
        value={sex ?? ''}
        onChange={({ target }) => aid.setSoft({ sex: (target.value || undefined) as SignChoice['sex'] })}
      >
        <option value="">не указан</option>
        <option value="female">женский</option>
        <option value="male">мужской</option>
      </SelectField>
      <Age aid={aid} age={age} />
      <SelectField
        id="aid-family"
        label="Наследование, видное по семье"
        value={family ?? ''}
        onChange={({ target }) =>
          aid.setSoft({ inheritance: (target.value || undefined) as SignChoice['inheritance'] })
        }
      >
        <option value="">не ясно</option>
        {inheritances
          .filter((mode) => mode !== 'not-applicable')
          .map((mode) => (
            <option key={mode} value={mode}>
              {inheritance[mode]}
            </option>
          ))}
      </SelectField>
      {isTold && (
        <CheckField
          id="aid-soft"
          label="Учитывать пол, возраст и семью"
          checked={!isSoftOff}
          onChange={({ target }) => aid.setSoft({ isSoftOff: !target.checked })}
        />
      )}
    </fieldset>
  );
}

/** Years with a comma; incomplete input is ignored. */
function Age({ aid, age }: { aid: Aid; age: number | undefined }) {
  const [draft, setDraft] = useState('');
  // An age read from a text replaces what was typed.
  const text = ageIn(draft) === age ? draft : String(age ?? '').replace('.', ',');
  const isWrong = text.trim() !== '' && ageIn(text) === undefined;
  return (
    <TextField
      id="aid-age"
      label="Возраст, лет"
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={text}
      error={isWrong ? 'Число лет от 0 до 120, например 4 или 0,5' : undefined}
      onChange={({ target }) => {
        setDraft(target.value);
        aid.setSoft({ age: ageIn(target.value) });
      }}
    />
  );
}
