import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { ComboInput } from '#ui/ComboInput.tsx';
import { Field } from '#ui/Field.tsx';
import { useSuggestions } from '#ui/useSuggestions.ts';
import type { ControlProps, Frame } from './controlProps.ts';

/** A code of a reference book: typed as it is known, or found by the words of its rubric. */
export function CodeField({ field, value, onChange, frame }: ControlProps & { frame: Frame }) {
  const text = value === undefined || value === null ? '' : String(value);
  const [isOpen, setOpen] = useState(false);
  const { items, isBusy, isFailed, empty } = useSuggestions(
    text.trim(),
    (query, signal) =>
      call('GET /api/editors/codes', { query: { book: field.codes ?? '', query }, isQuiet: true, signal }),
    { isWanted: isOpen },
  );
  // A code may be a number in the record.
  const put = (code: string) =>
    onChange(code === '' ? undefined : field.type === 'whole' && /^\d+$/.test(code) ? Number(code) : code);
  const exact = items.find(({ code }) => code === text);
  return (
    <Field {...frame}>
      <ComboInput
        frame={frame}
        typed={text}
        onType={put}
        items={items}
        keyOf={({ code }) => code}
        renderItem={({ code, title }) => (
          <span>
            <strong className="figures">{code}</strong> {title}
          </span>
        )}
        onChoose={({ code }) => put(code)}
        isBusy={isBusy}
        empty={isFailed ? empty : 'В справочнике такого нет'}
        onOpen={setOpen}
      />
      {exact && <p className="field-hint">{exact.title}</p>}
    </Field>
  );
}
