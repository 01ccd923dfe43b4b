import { useRef, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { caseLimits } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { monthsOf, numberOf } from '#domain/series.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextArea, TextField } from '#ui/Field.tsx';
import { commonSeries, readPasted } from '../series.ts';
import { controlId } from './control.ts';
import { ItemButton, ItemHead } from './ItemHead.tsx';
import { CaseTextField } from './CaseTextField.tsx';

/** Quantities over time, drawn as curves: growth, what laboratories measure. */
export function Series() {
  const { control } = useFormContext<CaseContent>();
  const { fields, append, remove } = useFieldArray({ control, name: 'series' });
  const [chosen, choose] = useState('');
  const add = () => {
    const [title, unit] = commonSeries.find(([name]) => name === chosen) ?? ['', ''];
    append(
      { title, unit, low: '', high: '', laboratory: '', points: [{ age: '', value: '' }] },
      { focusName: title ? `series.${fields.length}.points.0.age` : `series.${fields.length}.title` },
    );
    choose('');
  };
  return (
    <div className="case-items stack gap-8" id={controlId('series')} tabIndex={-1}>
      <ul>
        {fields.map((series, index) => (
          <li key={series.id} className="case-item stack gap-6 pad-8 rounded">
            <OneSeries index={index} remove={() => remove(index)} />
          </li>
        ))}
      </ul>
      <div className="case-series-add stack gap-5 justify-start">
        <SelectField
          id="case-series-choice"
          label="Какой показатель добавить"
          hint="Рост, масса, анализы: коллеги увидят кривую по возрасту"
          value={chosen}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">Другой: напишу название и единицу</option>
          {commonSeries.map(([title, unit]) => (
            <option key={title} value={title}>
              {title}, {unit}
            </option>
          ))}
        </SelectField>
        <Button variant="secondary" disabled={fields.length >= caseLimits.series} onClick={add}>
          Добавить показатель
        </Button>
      </div>
    </div>
  );
}

function OneSeries({ index, remove }: { index: number; remove(): void }) {
  const title = useWatch<CaseContent, `series.${number}.title`>({ name: `series.${index}.title` });
  return (
    <>
      <ItemHead title={title?.trim() || `Показатель ${index + 1}`}>
        <ItemButton onClick={remove} aria-label={`Убрать показатель ${title?.trim() || index + 1}`}>
          Убрать
        </ItemButton>
      </ItemHead>
      <div className="columns column-12 gap-8 align-end">
        <CaseTextField path={`series.${index}.title`} label="Показатель" />
        <CaseTextField path={`series.${index}.unit`} label="Единица измерения" />
      </div>
      <div className="columns column-9 gap-8 align-end">
        <RangeField index={index} name="low" label="Норма, от" />
        <RangeField index={index} name="high" label="Норма, до" />
      </div>
      <CaseTextField
        path={`series.${index}.laboratory`}
        label="Чья норма"
        hint="Лаборатория или руководство, из которого взяты границы"
        isOptional
      />
      <Points index={index} />
    </>
  );
}

function RangeField({ index, name, label }: { index: number; name: 'low' | 'high'; label: string }) {
  const { register } = useFormContext<CaseContent>();
  const path = `series.${index}.${name}` as const;
  const typed = useWatch<CaseContent, typeof path>({ name: path }) ?? '';
  return (
    <TextField
      {...register(path)}
      id={controlId(path)}
      label={label}
      isOptional
      inputMode="decimal"
      autoComplete="off"
      error={typed.trim() && numberOf(typed) === undefined ? 'Нужно число.' : undefined}
    />
  );
}

/** Measurements row by row, or two columns of a sheet at once. */
function Points({ index }: { index: number }) {
  const { control } = useFormContext<CaseContent>();
  const name = `series.${index}.points` as const;
  const { fields, append, remove, replace } = useFieldArray({ control, name });
  const { getValues } = useFormContext<CaseContent>();
  const isFull = fields.length >= caseLimits.points;
  return (
    <div className="case-points stack gap-5 justify-start" role="group" aria-label="Измерения">
      <p className="field-hint">
        Возраст пациента, а не дата: «4 г. 6 мес.», «8 мес.» или «3,5» — в годах. Дробная часть через запятую
        или точку.
      </p>
      <ul>
        {fields.map((point, row) => (
          <li key={point.id}>
            <PointField index={index} row={row} name="age" label={`Возраст ${row + 1}`} />
            <PointField index={index} row={row} name="value" label={`Значение ${row + 1}`} />
            <ItemButton onClick={() => remove(row)} aria-label={`Убрать измерение ${row + 1}`}>
              Убрать
            </ItemButton>
          </li>
        ))}
      </ul>
      <p>
        <Button
          variant="secondary"
          size="small"
          disabled={isFull}
          onClick={() => append({ age: '', value: '' }, { focusName: `${name}.${fields.length}.age` })}
        >
          Добавить измерение
        </Button>
      </p>
      <FromSheet
        id={controlId(`${name}.pasted`)}
        take={(text) => {
          const filled = getValues(name).filter(({ age, value }) => age.trim() || value.trim());
          const pasted = readPasted(text, caseLimits.points - filled.length);
          if (pasted.points.length > 0) replace([...filled, ...pasted.points]);
          return pasted;
        }}
      />
    </div>
  );
}

interface PointProps {
  index: number;
  row: number;
  name: 'age' | 'value';
  label: string;
}

function PointField({ index, row, name, label }: PointProps) {
  const { register } = useFormContext<CaseContent>();
  const path = `series.${index}.points.${row}.${name}` as const;
  const typed = useWatch<CaseContent, typeof path>({ name: path }) ?? '';
  const isRead = name === 'age' ? monthsOf(typed) !== undefined : numberOf(typed) !== undefined;
  const wrong = name === 'age' ? 'Нужен возраст, не дата.' : 'Нужно число.';
  return (
    <TextField
      {...register(path)}
      id={controlId(path)}
      label={label}
      inputMode={name === 'value' ? 'decimal' : 'text'}
      autoComplete="off"
      error={typed.trim() && !isRead ? wrong : undefined}
    />
  );
}

/** Lines that were understood become rows; the others stay to be put right, each with what is wrong. */
function FromSheet({ id, take }: { id: string; take(text: string): ReturnType<typeof readPasted> }) {
  const [text, setText] = useState('');
  const [added, setAdded] = useState<ReturnType<typeof readPasted>>();
  const area = useRef<HTMLDetailsElement>(null);
  const press = () => {
    const pasted = take(text);
    setAdded(pasted);
    setText(pasted.wrong.map((row) => row.text).join('\n'));
    if (pasted.wrong.length > 0) area.current?.querySelector('textarea')?.focus();
  };
  return (
    <details ref={area}>
      <summary className="pad-block-6">Вставить два столбца из таблицы</summary>
      <div className="case-points-sheet stack gap-5 justify-start">
        <TextArea
          id={id}
          label="Возраст и значение, по строке на измерение"
          hint="Скопируйте два столбца из Excel: возраст в годах или «4 г. 6 мес.» и значение"
          rows={4}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div role="status">
          {added && (
            <>
              <p>Добавлено: {counted(added.points.length, ['измерение', 'измерения', 'измерений'])}.</p>
              {added.wrong.length > 0 && (
                <ul className="callout" data-tone="warn" data-marked>
                  {added.wrong.map((row) => (
                    <li key={row.line}>
                      Строка {row.line} «{row.text}»: {row.message}.
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </div>
        <Button variant="secondary" size="small" disabled={text.trim() === ''} onClick={press}>
          Добавить строки
        </Button>
      </div>
    </details>
  );
}
