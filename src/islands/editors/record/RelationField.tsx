import { useState } from 'react';
import type { Output } from '#contract/client/call.ts';
import { recordAddress } from '#domain/desk.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import type { ControlProps, Frame } from './Control.tsx';
import { LookUp } from './LookUp.tsx';
import { useFound } from './useFound.ts';

type Found = Output<'GET /api/editors/relations'>[number];

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
  const add = (found: Found) => {
    setKnown(new Map([...known, [found.id, found.title]]));
    if (!isMany) onChange(found.id);
    else if (!ids.includes(found.id)) onChange([...ids, found.id]);
  };
  const remove = (id: number) => onChange(isMany ? ids.filter((one) => one !== id) : undefined);
  return (
    <Field {...frame}>
      <Picker frame={frame} kind={field.linkTo ?? ''} self={self} chosen={ids} choose={add} />
      {ids.length > 0 && (
        <ul className="desk-relations" aria-label={`${frame.label}: выбрано`}>
          {ids.map((id) => (
            <li key={id}>
              <a href={recordAddress(id)} target="_blank" rel="noopener">
                {titleOf(id)}
              </a>
              {stateOf(id) === 'archived' && (
                <span className="pill" data-tone="err">
                  В архиве
                </span>
              )}
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

function Picker({
  frame,
  kind,
  self,
  chosen,
  choose,
}: {
  frame: Frame;
  kind: string;
  self: number | undefined;
  chosen: readonly number[];
  choose(found: Found): void;
}) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = useFound(
    'GET /api/editors/relations',
    { kind, query: typed.trim(), ...(self ? { except: self } : {}) },
    isOpen,
  );
  return (
    <LookUp
      {...found}
      frame={frame}
      typed={typed}
      items={(found.items ?? []).filter((one) => !chosen.includes(one.id))}
      empty="Ничего не нашлось"
      placeholder="Название, код или номер"
      keyOf={({ id }) => id}
      draw={drawFound}
      onType={setTyped}
      onChoose={(one) => {
        choose(one);
        setTyped('');
      }}
      onOpen={setOpen}
      onLeave={() => setTyped('')}
    />
  );
}

/** A line of what is found. */
export const drawFound = ({ title, hint, state }: Found) => (
  <>
    {title}
    <span className="desk-kind">
      {hint}
      {state !== 'published' && ' · не опубликовано'}
    </span>
  </>
);
