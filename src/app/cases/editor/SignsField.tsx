import { useFieldArray, useFormContext } from 'react-hook-form';
import { call } from '#contract/client/call.ts';
import { signPresences } from '#domain/cases.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { Button } from '#ui/Button.tsx';
import { SuggestField } from '#ui/SuggestField.tsx';
import { controlId } from './control.ts';
import { CaseTextField } from './CaseTextField.tsx';
import { SignReader } from './SignReader.tsx';

/** Signs of the Human Phenotype Ontology in Russian, each there, not there, or not looked at: chosen one by one or read out of a note. */
export function SignsField() {
  const { control, register } = useFormContext<CaseContent>();
  const { fields, append, remove } = useFieldArray({ control, name: 'signs' });
  return (
    <div className="case-items stack gap-8">
      <SuggestField
        id={controlId('signs')}
        label="Добавить признак"
        hint="Из онтологии HPO: по-русски, по-английски или номером HP:0001744"
        suggest={(query, signal) => call('GET /api/signs', { query: { query }, isQuiet: true, signal })}
        titleOf={({ title }) => title}
        noteOf={({ hpo }) => hpo}
        pick={({ hpo, title }) => {
          if (!fields.some((sign) => sign.hpo === hpo))
            append({ hpo, title, presence: 'yes', note: '' }, { shouldFocus: false });
        }}
      />
      <SignReader
        known={fields.map(({ hpo }) => hpo)}
        add={(signs) =>
          append(
            signs.map(({ hpo, title, presence }) => ({ hpo, title, presence, note: '' })),
            { shouldFocus: false },
          )
        }
      />
      <ul>
        {fields.map((sign, index) => (
          <li key={sign.id} className="case-item stack gap-6 pad-8 rounded">
            <div className="case-item-head spread gap-6 row-gap-2">
              <b>
                {sign.title} <span className="muted small">{sign.hpo}</span>
              </b>
              <Button
                variant="quiet"
                size="small"
                onClick={() => remove(index)}
                aria-label={`Убрать признак: ${sign.title}`}
              >
                Убрать
              </Button>
            </div>
            <div
              className="case-presence flow gap-10 row-gap-2"
              role="radiogroup"
              aria-label={`${sign.title}: есть или нет`}
            >
              {Object.entries(signPresences).map(([code, title]) => (
                <label className="line gap-4" key={code}>
                  <input type="radio" value={code} {...register(`signs.${index}.presence`)} />
                  <span>{title}</span>
                </label>
              ))}
            </div>
            <CaseTextField path={`signs.${index}.note`} label="Уточнение" isOptional />
          </li>
        ))}
      </ul>
    </div>
  );
}
