import { useState } from 'react';
import { ComboInput } from './ComboInput.tsx';
import { Field, type FieldFrame } from './Field.tsx';
import { useSuggestions } from './useSuggestions.ts';

type Props<Found> = FieldFrame & {
  /** Asks for what was typed. */
  suggest(query: string, signal: AbortSignal): Promise<readonly Found[]>;
  titleOf(found: Found): string;
  /** A second, smaller line. */
  noteOf?: (found: Found) => string;
  pick(found: Found): void;
  placeholder?: string;
  /** Longer text, pasted or closed by Enter, that is no query and is taken as a whole. */
  note?: { isNote(text: string): boolean; take(text: string): void };
  /** Milliseconds of quiet before it asks: a server is not asked for every letter. */
  wait?: number;
};

/** A field that adds one thing after another, found by typing; it is empty again after each. */
export function SuggestField<Found>({
  suggest,
  titleOf,
  noteOf,
  pick,
  placeholder,
  note,
  wait = 250,
  ...frame
}: Props<Found>) {
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const isAsked = query.length > 1;
  const { items, forget, ...messages } = useSuggestions(query, suggest, { isWanted: isAsked, wait });
  function takeNote(text: string): boolean {
    if (!note?.isNote(text)) return false;
    note.take(text);
    setTyped('');
    return true;
  }
  return (
    <Field {...frame}>
      <ComboInput
        {...messages}
        frame={frame}
        typed={typed}
        onType={setTyped}
        items={isAsked ? items : []}
        keyOf={titleOf}
        renderItem={(found) => (
          <span>
            {titleOf(found)}
            {noteOf && <span className="muted small"> {noteOf(found)}</span>}
          </span>
        )}
        onChoose={(found) => {
          pick(found);
          setTyped('');
          forget();
        }}
        isFirstReady
        isShut={!isAsked}
        input={{
          placeholder,
          // Enter chooses; it must not send the form around it.
          onKeyDown: (event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (takeNote(typed)) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
          },
          onPaste: (event) => {
            if (takeNote(event.clipboardData.getData('text'))) event.preventDefault();
          },
        }}
      />
    </Field>
  );
}
