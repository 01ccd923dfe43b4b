import { useState } from 'react';
import type { Output } from '#contract/client/call.ts';
import { Field } from '#ui/Field.tsx';
import type { ControlProps, Frame } from './Control.tsx';
import { LookUp } from './LookUp.tsx';
import { useFound } from './useFound.ts';

/** A code of a reference book: typed as it is known, or found by the words of its rubric. */
export function CodeField({ field, value, onChange, frame }: ControlProps & { frame: Frame }) {
  const text = value === undefined || value === null ? '' : String(value);
  const [isOpen, setOpen] = useState(false);
  const found = useFound('GET /api/editors/codes', { book: field.codes ?? '', query: text.trim() }, isOpen);
  const items = found.items ?? [];
  // A code may be a number in the record.
  const put = (code: string) =>
    onChange(code === '' ? undefined : field.type === 'whole' && /^\d+$/.test(code) ? Number(code) : code);
  const exact = items.find(({ code }) => code === text);
  return (
    <Field {...frame}>
      <LookUp
        {...found}
        frame={frame}
        typed={text}
        items={items}
        empty="В справочнике такого нет"
        keyOf={({ code }) => code}
        draw={shown}
        onType={put}
        onChoose={({ code }) => put(code)}
        onOpen={setOpen}
      />
      {exact && <p className="field-hint">{exact.title}</p>}
    </Field>
  );
}

const shown = ({ code, title }: Output<'GET /api/editors/codes'>[number]) => (
  <>
    <strong className="figures">{code}</strong> {title}
  </>
);
