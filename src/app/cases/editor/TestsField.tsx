import { useFieldArray, useFormContext } from 'react-hook-form';
import { caseLimits } from '#domain/cases.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/Field.tsx';
import { controlId } from './control.ts';
import { ItemButton, ItemHead } from './ItemHead.tsx';
import { CaseTextField } from './CaseTextField.tsx';

const marks = {
  '': 'не отмечено',
  normal: 'в норме',
  low: 'ниже нормы',
  high: 'выше нормы',
  abnormal: 'отклонение',
};

/** Tests with their units and reference ranges. */
export function TestsField() {
  const { control, register } = useFormContext<CaseContent>();
  const { fields, append, remove } = useFieldArray({ control, name: 'tests' });
  return (
    <div className="case-items stack gap-8" id={controlId('tests')} tabIndex={-1}>
      <ul>
        {fields.map((test, index) => (
          <li key={test.id} className="case-item stack gap-6 pad-8 rounded">
            <ItemHead title={`Исследование ${index + 1}`}>
              <ItemButton onClick={() => remove(index)} aria-label={`Убрать исследование ${index + 1}`}>
                Убрать
              </ItemButton>
            </ItemHead>
            <CaseTextField path={`tests.${index}.title`} label="Что исследовали" />
            <div className="columns column-9 gap-8 align-end">
              <CaseTextField path={`tests.${index}.value`} label="Результат" />
              <CaseTextField path={`tests.${index}.unit`} label="Единицы" />
              <CaseTextField path={`tests.${index}.reference`} label="Норма" />
              <SelectField
                {...register(`tests.${index}.mark`)}
                id={controlId(`tests.${index}.mark`)}
                label="Отметка"
              >
                {Object.entries(marks).map(([code, title]) => (
                  <option key={code} value={code}>
                    {title}
                  </option>
                ))}
              </SelectField>
            </div>
            <CaseTextField
              path={`tests.${index}.when`}
              label="Когда"
              hint="Возраст или промежуток: «в 3 года», «через 2 месяца»"
              isOptional
            />
            <CaseTextField path={`tests.${index}.note`} label="Примечание" isOptional />
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        disabled={fields.length >= caseLimits.tests}
        onClick={() =>
          append(
            { title: '', value: '', unit: '', reference: '', mark: '', when: '', note: '' },
            { focusName: `tests.${fields.length}.title` },
          )
        }
      >
        Добавить исследование
      </Button>
    </div>
  );
}
