import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import { fromHtml } from '#domain/search/highlight.ts';
import { ComboInput } from '#ui/ComboInput.tsx';
import { Field } from '#ui/Field.tsx';
import { useSuggestions } from '#ui/useSuggestions.ts';

type Found = Output<'GET /api/search'>['items'][number];

interface Props {
  id: string;
  error: string | undefined;
  onChange(id: string): void;
}

/** The record that an application is about: found by the same search that readers have. */
export function RecordField({ onChange, ...control }: Props) {
  const [chosen, setChosen] = useState('');
  /** Undefined while not typing: the selection is shown. */
  const [typed, setTyped] = useState<string>();
  const query = (typed ?? '').trim();
  const isAsked = query.length > 1;
  const { items, isBusy, empty } = useSuggestions(
    query,
    async (words, signal) =>
      (await call('GET /api/search', { query: { query: words }, isQuiet: true, signal })).items,
    { isWanted: isAsked, wait: 300 },
  );
  const frame = {
    ...control,
    label: 'О какой записи каталога',
    isOptional: true,
    hint: 'Начните вводить название заболевания, препарата или учреждения.',
  };
  return (
    <Field {...frame}>
      <ComboInput
        frame={frame}
        typed={typed ?? chosen}
        onType={setTyped}
        items={items}
        keyOf={({ id }) => id}
        renderItem={titleOf}
        onChoose={(item) => {
          setTyped(undefined);
          setChosen(titleOf(item));
          onChange(String(item.id));
        }}
        isBusy={isBusy}
        empty={empty}
        isShut={!isAsked}
        takesOnLeaving
        onLeave={() => setTyped(undefined)}
        input={{ onFocus: (event) => event.currentTarget.select() }}
      />
    </Field>
  );
}

/** Titles come with the found words marked. */
const titleOf = ({ title, what }: Found) =>
  `${fromHtml(title)
    .map(({ text }) => text)
    .join('')} (${what.toLowerCase()})`;
