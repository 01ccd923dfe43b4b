import { useRef, useState, type DragEvent } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { caseLimits, stepKinds, type StepKind } from '#domain/cases.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/Field.tsx';
import { controlId } from './control.ts';
import { ItemButton, ItemHead } from './ItemHead.tsx';
import { CaseTextField } from './CaseTextField.tsx';

/** The course of events: steps are put in order by buttons as well as by dragging. */
export function Timeline() {
  const { control } = useFormContext<CaseContent>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'timeline' });
  const [said, setSaid] = useState('');
  const go = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || from === to) return;
    move(from, to);
    setSaid(`Событие ${from + 1} теперь ${to + 1}-е из ${fields.length}`);
    // The button that was pressed moves with its step.
    const name = to < from ? 'up' : 'down';
    requestAnimationFrame(() => document.getElementById(`case-step-${to}-${name}`)?.focus());
  };
  const drag = useDragging(go);

  return (
    <div className="case-items stack gap-8" id={controlId('timeline')} tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ol className="stack gap-8">
        {fields.map((step, index) => (
          <li key={step.id} className="case-item stack gap-6 pad-8 rounded" {...drag.target(index)}>
            <ItemHead
              title={`Событие ${index + 1}`}
              handle={
                <span
                  className="case-handle"
                  draggable
                  aria-hidden
                  title="Перетащите, чтобы изменить порядок"
                  {...drag.handle(index)}
                >
                  ⠿
                </span>
              }
            >
              <ItemButton
                id={`case-step-${index}-up`}
                aria-disabled={index === 0}
                onClick={() => go(index, index - 1)}
                aria-label={`Событие ${index + 1}: выше`}
              >
                Выше
              </ItemButton>
              <ItemButton
                id={`case-step-${index}-down`}
                aria-disabled={index === fields.length - 1}
                onClick={() => go(index, index + 1)}
                aria-label={`Событие ${index + 1}: ниже`}
              >
                Ниже
              </ItemButton>
              <ItemButton onClick={() => remove(index)} aria-label={`Убрать событие ${index + 1}`}>
                Убрать
              </ItemButton>
            </ItemHead>
            <Step path={`timeline.${index}`} />
          </li>
        ))}
      </ol>
      <NewSteps
        isFull={fields.length >= caseLimits.steps}
        add={(kind) =>
          append({ kind, when: '', title: '', text: '' }, { focusName: `timeline.${fields.length}.when` })
        }
      />
    </div>
  );
}

function NewSteps({ isFull, add }: { isFull: boolean; add(kind: StepKind): void }) {
  return (
    <div className="row">
      {Object.entries(stepKinds).map(([code, title]) => (
        <Button
          key={code}
          variant="secondary"
          size="small"
          disabled={isFull}
          aria-label={`Добавить в ход событий: ${title.toLowerCase()}`}
          onClick={() => add(code as StepKind)}
        >
          + {title}
        </Button>
      ))}
    </div>
  );
}

function Step({ path }: { path: `timeline.${number}` }) {
  const { register } = useFormContext<CaseContent>();
  return (
    <>
      <div className="columns column-12 gap-8 align-end">
        <SelectField {...register(`${path}.kind`)} id={controlId(`${path}.kind`)} label="Что это">
          {Object.entries(stepKinds).map(([code, title]) => (
            <option key={code} value={code}>
              {title}
            </option>
          ))}
        </SelectField>
        <CaseTextField path={`${path}.when`} label="Когда" hint="«в 3 года», «через 2 месяца»" />
      </div>
      <CaseTextField path={`${path}.title`} label="Коротко" />
      <CaseTextField path={`${path}.text`} label="Подробнее" rows={3} isOptional />
    </>
  );
}

/** What makes a line of a list one that others are dropped on, and its handle one to drag it by. */
function useDragging(go: (from: number, to: number) => void) {
  const dragged = useRef<number | undefined>(undefined);
  const [over, setOver] = useState<number>();
  const handle = (index: number) => ({
    onDragStart({ dataTransfer }: DragEvent) {
      dragged.current = index;
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', '');
    },
    onDragEnd: () => setOver(undefined),
  });
  const target = (index: number) => ({
    'data-over': over === index || undefined,
    onDragOver(event: DragEvent) {
      if (dragged.current === undefined) return;
      event.preventDefault();
      setOver(index);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      const from = dragged.current;
      dragged.current = undefined;
      setOver(undefined);
      if (from !== undefined) go(from, index);
    },
  });
  return { handle, target };
}
