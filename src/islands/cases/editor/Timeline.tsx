import { useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { caseLimits, stepKinds, type StepKind } from '#domain/cases.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/Field.tsx';
import { controlId } from './control.ts';
import { Passage } from './Passage.tsx';

/** The course of events: steps are put in order by buttons as well as by dragging. */
export function Timeline() {
  const { control, register } = useFormContext<CaseContent>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'timeline' });
  const dragged = useRef<number | undefined>(undefined);
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const go = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || from === to) return;
    move(from, to);
    setSaid(`Событие ${from + 1} теперь ${to + 1}-е из ${fields.length}`);
    // The button that was pressed moves with its step.
    const name = to < from ? 'up' : 'down';
    requestAnimationFrame(() => document.getElementById(`case-step-${to}-${name}`)?.focus());
  };
  const drop = (to: number) => {
    const from = dragged.current;
    dragged.current = undefined;
    setOver(undefined);
    if (from !== undefined) go(from, to);
  };

  return (
    <div className="case-items" id={controlId('timeline')} tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ol>
        {fields.map((step, index) => (
          <li
            key={step.id}
            className="case-item"
            data-over={over === index || undefined}
            onDragOver={(event) => {
              if (dragged.current === undefined) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              drop(index);
            }}
          >
            <div className="case-item-head">
              <span
                className="case-handle"
                draggable
                aria-hidden
                title="Перетащите, чтобы изменить порядок"
                onDragStart={(event) => {
                  dragged.current = index;
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', '');
                }}
                onDragEnd={() => setOver(undefined)}
              >
                ⠿
              </span>
              <b>Событие {index + 1}</b>
              <span className="row">
                <Button
                  id={`case-step-${index}-up`}
                  variant="quiet"
                  size="small"
                  aria-disabled={index === 0}
                  onClick={() => go(index, index - 1)}
                  aria-label={`Событие ${index + 1}: выше`}
                >
                  Выше
                </Button>
                <Button
                  id={`case-step-${index}-down`}
                  variant="quiet"
                  size="small"
                  aria-disabled={index === fields.length - 1}
                  onClick={() => go(index, index + 1)}
                  aria-label={`Событие ${index + 1}: ниже`}
                >
                  Ниже
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => remove(index)}
                  aria-label={`Убрать событие ${index + 1}`}
                >
                  Убрать
                </Button>
              </span>
            </div>
            <div className="case-pair">
              <SelectField
                {...register(`timeline.${index}.kind`)}
                id={controlId(`timeline.${index}.kind`)}
                label="Что это"
              >
                {Object.entries(stepKinds).map(([code, title]) => (
                  <option key={code} value={code}>
                    {title}
                  </option>
                ))}
              </SelectField>
              <Passage path={`timeline.${index}.when`} label="Когда" hint="«в 3 года», «через 2 месяца»" />
            </div>
            <Passage path={`timeline.${index}.title`} label="Коротко" />
            <Passage path={`timeline.${index}.text`} label="Подробнее" rows={3} isOptional />
          </li>
        ))}
      </ol>
      <div className="row">
        {Object.entries(stepKinds).map(([code, title]) => (
          <Button
            key={code}
            variant="secondary"
            size="small"
            disabled={fields.length >= caseLimits.steps}
            aria-label={`Добавить в ход событий: ${title.toLowerCase()}`}
            onClick={() =>
              append(
                { kind: code as StepKind, when: '', title: '', text: '' },
                { focusName: `timeline.${fields.length}.when` },
              )
            }
          >
            + {title}
          </Button>
        ))}
      </div>
    </div>
  );
}
