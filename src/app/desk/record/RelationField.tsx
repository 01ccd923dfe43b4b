import { useState } from 'react';
import { recordAddress } from '#domain/desk.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Pill } from '#ui/Pill.tsx';
import type { ControlProps, Frame } from './controlProps.ts';
import { RecordPicker } from './RecordPicker.tsx';

/** Records that this one is linked with: found by words, by code or by number, in their order. */
export function RelationField({
  field,
  value,
  onChange,
  names,
  self,
  frame,
}: ControlProps & { frame: Frame }) {
  const isMany = field.type === 'records';
  const ids = [value].flat().filter((id): id is number => typeof id === 'number');
  const [known, setKnown] = useState<ReadonlyMap<number, string>>(new Map());
  const titleOf = (id: number) =>
    known.get(id) ?? names.find((record) => record.id === id)?.title ?? `№ ${id}`;
  const stateOf = (id: number) => names.find((record) => record.id === id)?.state;
  const add = (found: { id: number; title: string }) => {
    setKnown(new Map([...known, [found.id, found.title]]));
    if (!isMany) onChange(found.id);
    else if (!ids.includes(found.id)) onChange([...ids, found.id]);
  };
  const remove = (id: number) => {
    // It may come back: the record's own names are without it by then.
    setKnown(new Map([...known, [id, titleOf(id)]]));
    onChange(isMany ? ids.filter((one) => one !== id) : undefined);
  };
  return (
    <Field {...frame}>
      <RecordPicker
        frame={frame}
        placeholder="Название, код или номер"
        kind={field.linkTo ?? ''}
        except={self}
        chosen={ids}
        choose={add}
      />
      {ids.length > 0 && (
        <ul className="desk-relations gap-1" aria-label={`${frame.label}: выбрано`}>
          {ids.map((id) => (
            <li className="cluster gap-5 row-gap-2" key={id}>
              <a href={recordAddress(id)} target="_blank" rel="noopener">
                {titleOf(id)}
              </a>
              {stateOf(id) === 'archived' && <Pill title="В архиве" tone="err" />}
              <Button
                variant="quiet"
                size="small"
                aria-label={`${frame.label}: убрать ${titleOf(id)}`}
                onClick={() => remove(id)}
              >
                Убрать
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}
