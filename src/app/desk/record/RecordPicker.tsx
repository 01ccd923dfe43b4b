import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import { ComboInput } from '#ui/ComboInput.tsx';
import { useSuggestions } from '#ui/useSuggestions.ts';
import type { Frame } from './controlProps.ts';

type Found = Output<'GET /api/editors/relations'>[number];

interface Props {
  frame: Frame;
  placeholder: string;
  choose(found: Found): void;
  /** Records of this kind only. */
  kind?: string;
  /** The record that is edited; it is not offered. */
  except?: number | undefined;
  chosen?: readonly number[];
}

/** The field in which a record is found by words, by code or by number; it is empty again after each. */
export function RecordPicker({ frame, placeholder, choose, kind, except, chosen = [] }: Props) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const {
    items,
    forget: _,
    ...messages
  } = useSuggestions(
    typed.trim(),
    (query, signal) =>
      call('GET /api/editors/relations', {
        query: { query, ...(kind !== undefined && { kind }), ...(except && { except }) },
        isQuiet: true,
        signal,
      }),
    { isWanted: isOpen },
  );
  return (
    <ComboInput
      {...messages}
      frame={frame}
      typed={typed}
      onType={setTyped}
      items={items.filter(({ id }) => !chosen.includes(id))}
      keyOf={({ id }) => id}
      renderItem={drawFound}
      onChoose={(found) => {
        choose(found);
        setTyped('');
      }}
      onOpen={setOpen}
      onLeave={() => setTyped('')}
      input={{ placeholder }}
    />
  );
}

const drawFound = ({ title, hint, state }: Found) => (
  <span>
    {title}
    <span className="desk-kind muted text-3">
      {hint}
      {state !== 'published' && ' · не опубликовано'}
    </span>
  </span>
);
